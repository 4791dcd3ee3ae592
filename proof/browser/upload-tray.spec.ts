import type { Page } from '@playwright/test'
import { createAlbum, getAlbum } from '#contract/albums.ts'
import { getUser } from '#contract/photos.ts'
import { jpeg, padJpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import type { DroppedFile } from './fixtures/drop.ts'
import { createGrid, isInViewport } from './fixtures/grid.ts'
import { getHeading, getToast, waitForTextInPage } from './fixtures/screen.ts'
import { expect, test } from './fixtures/test.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Add photos' })
const tray = (page: Page) => page.getByRole('complementary', { name: 'Adding photos' })
const isPhone = (page: Page) => page.viewportSize()!.width < 1024

async function photo(name: string, taken = '2024:05:03 14:15:00', bytes = 0): Promise<DroppedFile> {
  const buffer = await jpeg({ width: 300, height: 200, taken })
  return { name, mimeType: 'image/jpeg', buffer: bytes > 0 ? padJpeg(buffer, bytes) : buffer }
}

/** Opens 'Add photos', the modal or on phones the page, chooses files there and confirms without waiting. */
async function addAndUpload(page: Page, files: readonly DroppedFile[]) {
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  if (isPhone(page)) await expect(getHeading(page, 'Add photos')).toBeVisible()
  else await expect(modal(page)).toBeVisible()
  await page
    .getByLabel('Choose photos', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([...files])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(getHeading(page, 'Add photos').or(modal(page))).toHaveCount(0)
}

/** Sending waits until `release`. */
async function holdUploads(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/uploads/files/**', async route => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  return { release: () => held.resolve() }
}

test('RV-101 Upload closes at once; the tray shows what is being sent while one browses, and photos appear in the grid', {
  tag: ['@suite', '@phone'],
}, async ({ signedIn: page, library, customer }) => {
  await library.add(3)
  const { open, tiles } = createGrid(page)
  await open()
  const { release } = await holdUploads(page)
  await addAndUpload(page, [
    await photo('one.jpg', '2024:05:03 14:15:00', 300_000),
    await photo('two.jpg', '2024:05:02 14:15:00', 300_000),
  ])
  await expect(tray(page)).toContainText('Adding 2 photos')
  await expect(tray(page)).toContainText('0 of 2 sent')
  expect(await findViolations(page)).toEqual([])
  const place = await tray(page).boundingBox()
  await page
    .getByRole('link', { name: /^Albums/ })
    .first()
    .click()
  await expect(page).toHaveURL('/my-photos/albums')
  await expect(tray(page)).toContainText('0 of 2 sent')
  expect(await tray(page).boundingBox()).toEqual(place)
  await page
    .getByRole('link', { name: /^Photos/ })
    .first()
    .click()
  await expect(tiles).toHaveCount(3)
  release()
  await expect(tray(page)).toContainText('2 photos added')
  await expect(tiles).toHaveCount(5)
  await expect(tray(page)).toHaveCount(0)
  expect(await customer.client.call(getUser)).toMatchObject({ photosCount: 5 })
})

test('RV-101 photos for an album land in it while one is elsewhere; Cancel asks, and keeps what is sent', {
  tag: '@suite',
}, async ({ signedIn: page, customer }) => {
  const { albumId: id } = await customer.client.call(createAlbum, { body: { name: 'Oslo' } })
  await page.goto(`/my-photos/albums/${id}`)
  await expect(page.getByText('Your album is empty')).toBeVisible()
  const { release } = await holdUploads(page)
  await addAndUpload(page, [await photo('one.jpg', undefined, 300_000)])
  await page.getByRole('link', { name: 'Photos', exact: true }).click()
  await tray(page).getByRole('button', { name: 'Pause' }).click()
  await expect(tray(page)).toContainText('Paused. 0 of 1 sent')
  await tray(page).getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Stop adding photos?' })
  await expect(question).toBeVisible()
  expect(await findViolations(page, '[role=alertdialog]')).toEqual([])
  await question.getByRole('button', { name: 'Keep adding' }).click()
  await tray(page).getByRole('button', { name: 'Continue' }).click()
  release()
  await expect(tray(page)).toContainText('1 photo added')
  const album = async () => (await customer.client.call(getAlbum, { params: { id } })).photosCount
  await expect.poll(album).toBe(1)
})

test('RV-101 after a reload in the middle the tray goes on: by itself on phones, else with the files chosen again', {
  tag: '@phone',
}, async ({ signedIn: page, customer }) => {
  await page.addInitScript(() => {
    delete (window as { showOpenFilePicker?: unknown }).showOpenFilePicker
  })
  await page.goto('/my-photos/photos')
  const { release } = await holdUploads(page)
  const file = await photo('one.jpg', undefined, 300_000)
  await addAndUpload(page, [file])
  await expect(tray(page)).toContainText('0 of 1 sent')
  const warned = page.waitForEvent('dialog').then(async dialog => {
    await dialog.accept()
    return dialog.type()
  })
  await page.reload()
  expect(await warned).toBe('beforeunload')
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (!isPhone(page)) {
    await expect(tray(page)).toContainText('1 photo from your last visit hasn’t finished uploading')
    await tray(page).getByRole('button', { name: 'Continue' }).click()
    const details = page.getByRole('dialog', { name: 'Adding 1 photo' })
    await expect(details).toBeVisible()
    expect(await findViolations(page, '[role=dialog]')).toEqual([])
    await details
      .getByLabel('Choose photos', { exact: true })
      .and(page.locator('input'))
      .setInputFiles([file])
    await expect(page.getByRole('dialog', { name: '1 photo added' })).toBeVisible()
  }
  await expect.poll(async () => (await customer.client.call(getUser)).photosCount).toBe(1)
})

test('RV-411 photos are added in a private window, whose storage refuses files (WebKit)', {
  tag: '@phone-only',
}, async ({ signedIn: page, customer }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (value, ...rest) {
      if (value.file instanceof File) throw new DOMException('Error preparing Blob/File data', 'UnknownError')
      return put.call(this, value, ...rest)
    }
  })
  await page.goto('/my-photos/photos')
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  const added = waitForTextInPage(page, '1 photo added')
  await page
    .getByLabel('Choose photos', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([await photo('one.jpg')])
  await added
  expect((await customer.client.call(getUser)).photosCount).toBe(1)
})

test('RV-101 the buttons of the upload page are above the tray, however long the list is', {
  tag: '@phone-only',
}, async ({ signedIn: page }) => {
  await page.goto('/my-photos/photos')
  const { release } = await holdUploads(page)
  await addAndUpload(page, [await photo('one.jpg', undefined, 300_000)])
  await expect(tray(page)).toContainText('0 of 1 sent')
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  const refused = Array.from({ length: 15 }, (_, at) => ({
    name: `${at}.gif`,
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  }))
  await page.getByLabel('Choose photos', { exact: true }).and(page.locator('input')).setInputFiles(refused)
  const done = page.getByRole('button', { name: 'Done', exact: true })
  await expect(done).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  const [button, card] = [await done.boundingBox(), await tray(page).boundingBox()]
  expect(button!.y + button!.height).toBeLessThanOrEqual(card!.y)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(card!.y + 200)
  release()
})

test('RV-102 Show scrolls to the added photo and marks it, wherever it is in the timeline', {
  tag: '@phone',
}, async ({ signedIn: page, library }) => {
  await library.add(
    Array.from({ length: 80 }, (_, index) => ({
      width: 60,
      height: 40,
      fileName: `p${index}.jpg`,
      taken: `${2010 + (index % 15)}:0${1 + (index % 9)}:10 10:00:00`,
    })),
  )
  // The upload page returns after 2 s: a slow machine would miss its 'Show'.
  await page.addInitScript(() => {
    const { setTimeout } = window
    const slower = (work: () => void, ms = 0) => setTimeout(work, ms === 2000 ? 60_000 : ms)
    window.setTimeout = slower as typeof window.setTimeout
  })
  const { open, tiles } = createGrid(page)
  await open()
  const file = await photo('old.jpg', '1999:01:02 10:00:00')
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  if (!isPhone(page)) await expect(modal(page)).toBeVisible()
  await page.getByLabel('Choose photos', { exact: true }).and(page.locator('input')).setInputFiles([file])
  if (!isPhone(page)) {
    await expect(modal(page)).toContainText('Ready')
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(getToast(page, '1 photo added')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const added = tiles.and(page.getByRole('button', { name: /taken 2 January 1999/ }))
  await expect.poll(async () => (await added.count()) === 1 && isInViewport(added)).toBe(true)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  const markOf = (tile: typeof added) =>
    tile.evaluate(element => getComputedStyle(element, '::after').borderTopWidth)
  await expect.poll(() => markOf(added)).toBe('3px')
  await expect(added).toBeFocused()
})
