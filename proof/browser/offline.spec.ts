import type { Locator, Page } from '@playwright/test'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { deletePhotos } from '#contract/photos.ts'
import type { BrowserErrors } from './fixtures/browser-errors.ts'
import type { Customer } from './fixtures/customer.ts'
import { createGrid, expectPictureLoaded, isInViewport } from './fixtures/grid.ts'
import type { Library } from './fixtures/library.ts'
import { waitForPreload } from './fixtures/load-on-use.ts'
import { getHeading, getToast, preventPreload } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

test.use({ loadsAhead: true })

const OFFLINE = 'You are offline. Please try again once you are back online.'

test('RV-401 without a connection every control of every screen leaves the screen as it is', {
  tag: '@phone',
}, async ({ signedIn: page, customer, library, browserErrors, isMobile }) => {
  allowOffline(browserErrors)
  const albumId = await fillLibrary(customer, library)
  // On a phone only the frame differs, and the overview, which is its menu.
  const others = [
    ['/my-photos/albums', 'My photos'],
    [`/my-photos/albums/${albumId}`, 'Oslo'],
    ['/my-photos/deleted', 'Recently deleted'],
    ['/downloads', 'Downloads'],
  ] as const
  for (const [path, title] of [
    ['/my-photos/photos', 'My photos'],
    ...(isMobile ? [] : others),
    ['/', 'Hello'],
  ] as const) {
    await page.goto(path)
    await expect(getHeading(page, title)).toBeVisible()
    await waitForPreload(page)
    await page.context().setOffline(true)
    await expect(page.getByText('You are offline').first()).toBeVisible()
    // The frame, whose controls are the same on every screen, on the first one.
    const names = await controlsOf(
      path === '/my-photos/photos' ? page.locator('body') : page.getByRole('main'),
    )
    expect(names.length).toBeGreaterThan(path === '/my-photos/photos' ? 12 : 0)
    for (const name of names) await pressAndReturn(page, name, path, title)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await expect(getToast(page, /^You are still signed in\./)).toBeVisible()
    await expect(page).toHaveURL(path)
    await page.context().setOffline(false)
    await expect(page.getByText('You are offline')).toHaveCount(0)
    await expect(getHeading(page, title)).toBeVisible()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
  }
})

test('RV-108 RV-819 the offline note stays below the header and pushes the page: it covers neither title nor buttons', {
  tag: '@phone',
}, async ({ signedIn: page, library, browserErrors }) => {
  allowOffline(browserErrors)
  await library.add(40)
  const grid = createGrid(page)
  await grid.open()
  const topOf = async (text: string) =>
    (await page.getByRole('heading', { name: text, level: 1 }).boundingBox())!.y
  const note = page.getByRole('main').getByText('You are offline')
  await page.context().setOffline(true)
  await expect(note).toBeVisible()
  const noteBox = (await page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: 'You are offline' })
    .boundingBox())!
  expect(await topOf('My photos')).toBeGreaterThanOrEqual(noteBox.y + noteBox.height)
  expect(await isInViewport(page.getByRole('button', { name: 'Add photos' }).first())).toBe(true)
  const header = (await page.getByRole('banner').boundingBox())!
  const below = async () => (await note.boundingBox())!.y - header.y - header.height
  const at = await below()
  expect(at).toBeLessThan(40)
  await page.mouse.wheel(0, 1200)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  expect(await below()).toBe(at)
  await page.context().setOffline(false)
  await expect(note).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width)
})

test('RV-107 pictures that could not be loaded appear without scrolling; until then their placeholders stay below the mark', async ({
  signedIn: page,
  library,
  browserErrors,
}) => {
  allowOffline(browserErrors)
  await library.add(6)
  let away = true
  await page.route('**/media/**', route => (away ? route.abort('internetdisconnected') : route.continue()))
  const grid = createGrid(page)
  await grid.open()
  const marks = page.locator('[data-failed]')
  await expect(marks).toHaveCount(6)
  const placeholder = marks.first().locator('xpath=..')
  await expect.poll(() => placeholder.evaluate(element => element.style.backgroundImage)).toMatch(/^url/)
  expect(await marks.first().evaluate(element => getComputedStyle(element).backgroundColor)).toBe(
    'rgba(0, 0, 0, 0)',
  )
  away = false
  // Tried again after 2, 6 and 14 s.
  await expect(marks).toHaveCount(0)
  for (let position = 1; position <= 6; position++) await expectPictureLoaded(grid.tile(position))
})

test('RV-401 without a connection menus, dialogs and the preview open; typed text and the selection stay and are used when it is back', {
  tag: '@suite',
}, async ({ signedIn: page, customer, library, browserErrors }) => {
  allowOffline(browserErrors)
  await fillLibrary(customer, library)
  const grid = createGrid(page)
  await grid.open()
  await waitForPreload(page)
  await page.context().setOffline(true)

  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add photos' }).click()
  const adding = page.getByRole('dialog', { name: 'Add photos' })
  await expect(adding.or(getHeading(page, 'Add photos'))).toBeVisible()
  if (await adding.isVisible()) await page.keyboard.press('Escape')
  else await page.goBack()
  await grid.tile(1).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: /^Photo 1 of/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getHeading(page, 'My photos')).toBeVisible()

  await grid.select()
  await grid.tile(1).click()
  await grid.tile(2).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // The call is repeated before it counts as failed.
  await expect(page.getByRole('alertdialog').getByRole('alert')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Withdraw from contract' }).click()
  await expect(getToast(page, OFFLINE)).toBeVisible()
  await expect(page.getByText('2 selected')).toBeVisible()

  await page.getByRole('button', { name: 'Copy to album' }).click()
  const copying = page.getByRole('dialog', { name: 'Copy to album' })
  await copying.getByRole('button', { name: /New album/ }).click()
  await page.getByRole('textbox', { name: 'Album name' }).fill('Bergen')
  await page.context().setOffline(false)
  await expect(page.getByRole('textbox', { name: 'Album name' })).toHaveValue('Bergen')
  await page.keyboard.press('Enter')
  await copying.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(getToast(page, /Bergen/)).toBeVisible()
})

test('RV-401 a control whose code cannot be loaded says so and leaves screen and selection as they are; with a connection it works', async ({
  signedIn: page,
  library,
  browserErrors,
}) => {
  allowOffline(browserErrors)
  await library.add(4)
  const grid = createGrid(page)
  await preventPreload(page)
  await grid.open()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(getToast(page, OFFLINE)).toBeVisible()
  // The selection mode exists only with its bar.
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await expect(getToast(page, OFFLINE)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await grid.select()
  await page.context().setOffline(true)
  await grid.tile(1).click()
  await grid.tile(2).click()
  for (const name of ['Delete', 'Download', 'Copy to album']) {
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name, exact: true }).click()
    await expect(getToast(page, OFFLINE)).toBeVisible()
    await expect(page.getByText('2 selected')).toBeVisible()
  }
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(grid.tiles).toHaveCount(2)
})

test('RV-401 a screen whose code cannot be loaded says so and opens by itself when the connection is back', async ({
  signedIn: page,
  library,
  browserErrors,
}) => {
  allowOffline(browserErrors)
  await library.add(1)
  await preventPreload(page)
  await createGrid(page).open()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Downloads', exact: true }).first().click()
  await expect(getHeading(page, 'You are offline')).toBeVisible()
  await expect(page.getByText('This page will open as soon as you are back online.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(getHeading(page, 'Downloads')).toBeVisible()
})

test('RV-401 on a weak connection a failed part is requested again, with its styles', async ({
  signedIn: page,
  library,
  browserErrors,
}) => {
  allowOffline(browserErrors)
  await library.add(1)
  await preventPreload(page)
  await createGrid(page).open()
  const failed = new Set<string>()
  await page.route(/\/assets\/.*(dialog|upload).*\.(js|css)$/i, route => {
    const url = route.request().url()
    if (failed.has(url)) return route.continue()
    failed.add(url)
    return route.abort()
  })
  await page.getByRole('button', { name: 'Add photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add photos' })
  await expect(dialog).toBeVisible()
  expect([...failed].some(url => url.endsWith('.css'))).toBe(true)
  await expect(dialog.locator('header')).toHaveCSS('display', 'flex')
})

/** Six photos, two of them in the album Oslo, and one in the bin; returns the album's id. */
async function fillLibrary({ client }: Customer, library: Library): Promise<string> {
  const ids = await library.add(7)
  const { albumId } = await client.call(createAlbum, { body: { name: 'Oslo' } })
  await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: ids.slice(0, 2) } })
  await client.call(deletePhotos, { body: { photoIds: ids.slice(6) } })
  return albumId
}

/** Requests without a connection are errors in the browser's log. */
function allowOffline(browserErrors: BrowserErrors) {
  // A view transition that the next navigation ends rejects with an exception without a stack.
  browserErrors.allow(/^uncaught $/)
  browserErrors.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /WebSocket/, /LoadFailure: Not loaded/)
}

/** Names of the controls in this part of the page, except those that leave it. */
async function controlsOf(part: Locator): Promise<string[]> {
  const names = await part
    .locator('button:visible:not(:disabled), a[href^="/"]:visible')
    .evaluateAll(elements =>
      elements.map(element => element.getAttribute('aria-label') ?? element.textContent ?? ''),
    )
  return [...new Set(names)].filter(name => name.trim() !== '' && !/^(Sign out|Skip to content)/.test(name))
}

/** Presses a control, closes what it has opened and returns to the screen, which must still be there. */
async function pressAndReturn(page: Page, name: string, path: string, title: string) {
  await test.step(`${path}: ${name}`, async () => {
    const byText = page.locator('button:visible, a:visible').filter({ hasText: name })
    const control = page.locator(`[aria-label="${name}"]:visible`).or(byText).first()
    if ((await control.count()) === 0) return
    await control.click()
    await expect(page.getByText('Something went wrong')).toHaveCount(0)
    const layer = page.locator('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]')
    while ((await layer.count()) > 0) {
      await page.keyboard.press('Escape')
      await expect(layer.last()).toBeHidden()
    }
    await page.keyboard.press('Escape')
    if ((await pathAfterFrames(page)) !== path) await page.goBack()
    await expect(getHeading(page, title)).toBeVisible()
  })
}

/** The path when what a press has begun has been drawn: code that is loaded on demand navigates a little later. */
const pathAfterFrames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>(resolve => {
        const after = (frames: number): unknown =>
          frames > 0 ? requestAnimationFrame(() => after(frames - 1)) : resolve(location.pathname)
        after(3)
      }),
  )
