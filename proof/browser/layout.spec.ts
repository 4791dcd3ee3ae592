import type { Locator, Page } from '@playwright/test'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { LOCALES } from '#contract/brands.ts'
import { deletePhotos } from '#contract/photos.ts'
import { compileLocale, readLocale } from '#locales/compile.ts'
import { findViolations } from './fixtures/axe.ts'
import type { Customer } from './fixtures/customer.ts'
import { createGrid } from './fixtures/grid.ts'
import { sendOrder } from './fixtures/orders.ts'
import { findOverflows } from './fixtures/overflow.ts'
import { importSharedAlbum } from './fixtures/shared-album.ts'
import { expect, test } from './fixtures/test.ts'

const boxOf = async (element: Locator) => (await element.boundingBox())!

/** Four screens with photos; resolves with their addresses. */
async function prepareScreens(customer: Customer, friend: Customer, ids: string[]) {
  const { albumId } = await customer.client.call(createAlbum, { body: { name: 'Oslo' } })
  await customer.client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: ids.slice(0, 2) } })
  const photos = ids.slice(0, 2).map(photoId => ({ owner: customer, photoId }))
  const shared = await importSharedAlbum({ name: 'Shared', owner: customer, participants: [friend], photos })
  await customer.client.call(deletePhotos, { body: { photoIds: ids.slice(2) } })
  return [
    '/my-photos/photos',
    `/my-photos/albums/${albumId}`,
    `/my-photos/shared-albums/${shared}`,
    '/my-photos/deleted',
  ]
}

test('RV-114 timeline, album, shared album and bin have one content edge, heading line and tile size; Add photos stays in its place', {
  tag: '@suite',
}, async ({ signedIn: page, library, customer, friend }) => {
  const screens = await prepareScreens(customer, friend, await library.add(4))
  const measured: Record<number, object[]> = {}
  for (const address of screens) {
    await page.goto(address)
    const photo = page.getByRole('main').locator('[data-photo]').first()
    await expect(photo).toBeVisible()
    const grid = page.getByRole('grid').or(page.getByRole('list', { name: 'Deleted photos' }))
    await atEachWidth(page, async width => {
      const heading = await boxOf(page.getByRole('heading', { level: 1 }))
      const [tile, content] = [await boxOf(photo), await boxOf(grid)]
      const line = Math.round(heading.y + heading.height / 2)
      const right = content.x + content.width
      measured[width] ??= []
      measured[width].push({ line, left: tile.x, right, tile: Math.round(tile.width) })
    })
  }
  for (const [width, each] of Object.entries(measured))
    expect(each, `at ${width} px`).toEqual(Array(4).fill(each[0]))
  const edges: number[] = []
  for (const tab of ['photos', 'albums']) {
    await page.goto(`/my-photos/${tab}`)
    edges.push((await boxOf(page.getByRole('button', { name: 'Add photos' }))).x)
  }
  expect(edges[1]).toBe(edges[0])
})

test('RV-110 RV-104 on a phone the first photo begins at y ≤ 300 in all ten languages; title, introduction, tabs and tools are one line each, and no tool deletes', {
  tag: '@phone-only',
}, async ({ signedIn: page, library }) => {
  await library.add(3)
  // Regional catalogues have only what differs from their language's.
  for (const locale of LOCALES.filter(each => readLocale(each)['photos.title'])) {
    await page.route('**/locales/*.json', route => route.fulfill({ json: compileLocale(locale) }))
    await page.goto('/my-photos/photos')
    const main = page.getByRole('main')
    const photo = main.locator('[data-photo]').first()
    await expect(photo).toBeVisible()
    const text = (id: string) => readLocale(locale)[id]!
    const status = main.locator('div[data-status]')
    await expect(status).toBeVisible()
    const add = await boxOf(main.getByRole('button', { name: text('photos.add') }).first())
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    const more = await boxOf(main.getByRole('button', { name: text('action.show-more') }))
    const sort = main.getByRole('button', { name: text('photos.sort.taken-desc') })
    const select = await boxOf(main.getByRole('button', { name: text('selection.start'), exact: true }))
    expect((await boxOf(photo)).y, locale).toBeLessThanOrEqual(300)
    expect(title.y + title.height, locale).toBeLessThanOrEqual((await boxOf(status)).y)
    expect(add.y + add.height / 2, locale).toBeCloseTo(title.y + title.height / 2, 0)
    expect(more.height, locale).toBeLessThanOrEqual(24)
    expect(select.y, locale).toBe((await boxOf(sort)).y)
    expect(await findOverflows(page), locale).toEqual([])
    await expect(sort).toHaveText(text('photos.sort.taken'))
    await expect(sort.locator('svg.lucide-arrow-down-wide-narrow')).toBeVisible()
    await expect(main.locator('svg.lucide-trash-2')).toHaveCount(0)
    await page.unroute('**/locales/*.json')
  }
  await page.goto('/my-photos/photos')
  const rest = page.getByText('Photos are kept for 18 months from your last order')
  await expect(rest).toBeHidden()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rest).toBeVisible()
  await page.getByRole('button', { name: /^Sort by/ }).click()
  await page.getByRole('option', { name: 'Date taken, old to new' }).click()
  await expect(page.locator('svg.lucide-arrow-up-narrow-wide')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Recently deleted', 'Delete all photos'])
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible()
  await expect(page.locator('svg.lucide-trash-2')).toHaveCount(0)
})

test('RV-104 the tools of an album have no icon that deletes: ‘Delete album’ is in a menu', async ({
  signedIn: page,
  library,
  customer,
  friend,
}) => {
  const [, own = '', shared = ''] = await prepareScreens(customer, friend, await library.add(3))
  for (const address of [own, shared]) {
    await page.goto(address)
    await expect(createGrid(page).tile(1)).toBeVisible()
    await expect(page.getByRole('main').locator('svg.lucide-trash-2')).toHaveCount(0)
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
    await expect(page.getByRole('menuitem').last()).toHaveText('Delete album')
    await page.keyboard.press('Escape')
  }
})

test('RV-114 the headings of all pages are on one line, and the content of all pages ends at one edge', async ({
  signedIn: page,
  library,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404.*\/backups\/00000000-/)
  await library.add(1)
  const addresses = [
    '/my-photos/photos',
    '/my-photos/albums',
    '/my-photos/deleted',
    '/',
    '/orders',
    '/settings',
    '/online-products',
    '/downloads',
    '/my-photos/exports/00000000-0000-4000-8000-000000000000',
  ]
  const lines: Record<number, Record<string, number>> = {}
  for (const address of addresses) {
    await page.goto(address)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
    await atEachWidth(page, async width => {
      const { y, height } = await boxOf(heading)
      lines[width] = { ...lines[width], [address]: Math.round(y + height / 2) }
    })
  }
  for (const [width, each] of Object.entries(lines)) {
    const line = each['/my-photos/photos']
    expect(each, `at ${width} px`).toEqual(Object.fromEntries(addresses.map(address => [address, line])))
  }

  const rightOf = async (element: Locator) => {
    await expect(element).toBeVisible()
    const { x, width } = await boxOf(element)
    return Math.round(x + width)
  }
  await page.goto('/my-photos/photos')
  const edge = await rightOf(page.getByRole('button', { name: 'Add photos' }))
  for (const [address, name] of [
    ['/', /^Photos/],
    ['/downloads', 'Photo archives'],
  ] as const) {
    await page.goto(address)
    expect(await rightOf(page.getByRole('region', { name })), address).toBe(edge)
  }
})

/** Measures the page at widths of phones, tablets and desktops, once it is laid out anew; ends at 1280 px. */
async function atEachWidth(page: Page, measure: (width: number) => Promise<void>) {
  for (const width of [1920, 768, 390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    // The grid follows a frame after the window.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    })
    await measure(width)
  }
}

/** The page below an open menu is inert. Axe guesses from points of the window whether it is, and not always rightly. */
const OF_THE_PAGE = /^(landmark-one-main|page-has-heading-one) /

test('RV-406 axe finds no violation with any menu or list open', { tag: '@phone' }, async ({
  signedIn: page,
  library,
  customer,
  friend,
}) => {
  const [photos = '', album = '', shared = '', bin = ''] = await prepareScreens(
    customer,
    friend,
    await library.add(3),
  )
  const opened: string[] = []
  for (const address of [photos, '/my-photos/albums', album, shared, bin, '/downloads', '/']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
    // The menus of the header, which are the same on every screen, on the first one.
    const part = opened.length === 0 ? page.locator('body') : page.getByRole('main')
    const triggers = part.locator('[aria-haspopup=menu]:visible, [aria-haspopup=listbox]:visible')
    for (const trigger of await triggers.all()) {
      await trigger.click()
      await expect(page.getByRole('menu').or(page.getByRole('listbox'))).toBeVisible()
      expect((await findViolations(page)).filter(each => !OF_THE_PAGE.test(each))).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu').or(page.getByRole('listbox'))).toHaveCount(0)
      opened.push(`${address} ${await trigger.textContent()}`)
    }
  }
  expect(opened.length, String(opened)).toBeGreaterThan(7)
})

test('RV-407 forced colours: tabs, buttons, checks and the focused tile keep their shape and state', async ({
  signedIn: page,
  library,
}) => {
  await library.add(2)
  await page.emulateMedia({ forcedColors: 'active' })
  const { open, select, tile } = createGrid(page)
  await open()
  const tabs = page.getByRole('navigation', { name: 'My photos' }).getByRole('link')
  const [canvas, current, other] = [
    await systemColour(page, 'Canvas'),
    await styleOf(tabs.nth(0), 'borderBottomColor'),
    await styleOf(tabs.nth(1), 'borderBottomColor'),
  ]
  expect(other).toBe(canvas)
  expect(current).not.toBe(canvas)
  const primary = page.getByRole('button', { name: 'Add photos' })
  expect(await styleOf(primary, 'borderTopWidth')).toBe('2px')
  expect(await styleOf(primary, 'borderTopColor')).not.toBe(canvas)

  await select()
  await tile(1).click()
  const checks = page.locator('[data-check] svg')
  expect(await styleOf(checks.nth(1), 'color')).toBe(await styleOf(checks.nth(1), 'backgroundColor'))
  expect(await styleOf(checks.nth(0), 'color')).not.toBe(await styleOf(checks.nth(0), 'backgroundColor'))
  await tile(2).focus()
  await page.keyboard.press('ArrowLeft')
  const ring = await tile(1).evaluate(element => {
    const { borderTopWidth, outlineWidth } = getComputedStyle(element.closest('[data-cell]')!, '::after')
    return [borderTopWidth, outlineWidth]
  })
  expect(ring).toEqual(['4px', '2px'])

  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  const status = page.getByRole('main').getByRole('button', { name: /storage remaining/ })
  expect(await styleOf(status, 'borderTopWidth')).toBe('0px')

  await page.context().clearCookies()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  const mark = page.locator('.mark svg')
  expect(await mark.evaluate(element => getComputedStyle(element).stroke)).toBe(
    await styleOf(page.locator('.logo'), 'color'),
  )
})

test('RV-407 forced colours: the steps of an order, its chosen address, wrong fields and switches keep their state', async ({
  signedIn: page,
  customer,
}) => {
  const createdAt = new Date(Date.now() - 86_400_000)
  const deliveryAddress = { lastName: 'Keller', street: 'Rosemary Lane', city: 'Bristol', countryCode: 'GB' }
  const code = await sendOrder(page.request, customer.accountId, createdAt, {
    status: 'Confirmed',
    products: [
      { code: `C-${customer.accountId.slice(0, 8)}`, article: 'BOOK', title: 'Photo book', price: 3495 },
    ],
    deliveryAddress,
  })
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`/orders/${code}`)
  const steps = page.getByRole('list', { name: 'Progress of this order' }).getByRole('listitem')
  await expect(steps).toHaveCount(4)
  const canvas = await systemColour(page, 'Canvas')
  const bars = await steps.evaluateAll(all =>
    all.map(step => getComputedStyle(step, '::before').backgroundColor),
  )
  expect(bars.map(bar => bar !== canvas)).toEqual([true, true, false, false])
  expect(await styleOf(page.getByText('Home', { exact: true }), 'borderTopWidth')).toBe('1px')

  await page.getByRole('button', { name: 'Change address' }).click()
  const cards = page.getByRole('dialog').locator('label:has([type=radio])')
  await expect(cards).toHaveCount(2)
  await expect(cards.locator(':checked')).toHaveCount(1)
  const widths = [0, 1].map(card => styleOf(cards.nth(card), 'borderTopWidth'))
  expect((await Promise.all(widths)).toSorted()).toEqual(['1px', '2px'])

  await page.goto('/settings/new-address')
  await page.getByRole('button', { name: 'Save address' }).click()
  expect(await styleOf(page.getByRole('alert'), 'borderTopWidth')).toBe('1px')
  expect(await styleOf(page.getByLabel('Street name'), 'borderTopWidth')).toBe('2px')
  expect(await styleOf(page.getByLabel('Country'), 'borderTopWidth')).toBe('1px')

  await page.goto('/settings')
  const newsletter = page.getByRole('switch', { name: 'Newsletter' })
  await expect(newsletter).toBeVisible()
  for (const checked of ['false', 'true']) {
    await newsletter.evaluate((node, value) => node.setAttribute('aria-checked', value), checked)
    const track = await styleOf(newsletter, 'backgroundColor')
    expect(await styleOf(newsletter.locator('span'), 'backgroundColor')).not.toBe(track)
  }
})

/** The value of a CSS system colour. */
const systemColour = (page: Page, name: string) =>
  page.evaluate(colour => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = colour
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, name)

const styleOf = (element: Locator, property: 'color' | 'backgroundColor' | `border${string}`) =>
  element.evaluate((node, name) => getComputedStyle(node)[name as 'color'], property)

test('RV-106 toasts: downloads are top-center over the header, the deletion above the bars, clear of title and buttons', {
  tag: '@phone',
}, async ({ signedIn: page, library }) => {
  await library.add(4)
  const { open, select, tile } = createGrid(page)
  await open()
  await select()
  for (const position of [1, 2]) await tile(position).click()
  await page.keyboard.press('d')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Download' }).click()
  const notices = page.getByRole('region', { name: 'Notifications' })
  const download = notices.getByText(/^(Preparing download\.\.\.|Downloading photos)$/)
  await expect(download).toHaveText('Downloading photos')
  const title = await boxOf(page.getByRole('heading', { level: 1, name: 'My photos' }))
  const shown = await boxOf(download)
  expect(shown.y + shown.height).toBeLessThanOrEqual(title.y)
  // Dark in the light scheme too.
  expect(await styleOf(download.locator('xpath=..'), 'backgroundColor')).toBe('rgb(34, 33, 31)')

  await select()
  await tile(1).click()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  const deleted = notices.getByText('Photo deleted', { exact: true })
  await expect(deleted).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel selection' })).toHaveCount(0)
  const { y, height } = await boxOf(deleted)
  const edge = await lowerEdge(page)
  expect(y + height).toBeLessThanOrEqual(edge)
  expect(y + height).toBeGreaterThan(edge - 40)

  await page.keyboard.press('Control+z')
  await expect(notices.getByText('Photo restored', { exact: true })).toBeVisible()
  await expect(notices.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

/** y above which nothing covers the page: the bottom bar of small screens, or the window. */
async function lowerEdge(page: Page): Promise<number> {
  const { width, height } = page.viewportSize()!
  if (width >= 1024) return height
  return (await boxOf(page.getByRole('navigation', { name: 'Main menu' }).last())).y
}
