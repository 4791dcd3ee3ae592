import type { Page, Route } from '@playwright/test'
import { withholdFirstScreen } from './fixtures/first-screen.ts'
import { createGrid, expectPictureLoaded, isInViewport } from './fixtures/grid.ts'
import type { Picture } from './fixtures/library.ts'
import { createTestWithLibrary } from './fixtures/shared-library.ts'
import { test as emptyTest, expect } from './fixtures/test.ts'

/** 26 photos in May 2024, one each in some older months, two around midnight of a New Year, two undated. */
const PICTURES: Picture[] = [
  ...Array.from({ length: 26 }, (_, index) => ({
    taken: `2024:05:${String(index + 1).padStart(2, '0')} 14:15:0${index % 10}`,
  })),
  { taken: '2024:01:01 00:00:00' },
  { taken: '2023:12:31 23:59:59' },
  ...['2023:08', '2022:07', '2021:03', '2019:10'].map(month => ({ taken: `${month}:10 08:00:00` })),
  {},
  {},
].map((picture, index) => ({ width: 300, height: 200, fileName: `picture-${index}.jpg`, ...picture }))

const test = createTestWithLibrary(PICTURES)

const tab = (page: Page) =>
  page.getByRole('navigation', { name: 'My photos' }).getByRole('link', { name: /^Photos/ })

/** Photos around New Year have the months and times of the camera in any time zone of the browser. Opens one. */
async function expectCameraDates(page: Page, photoIds: readonly string[]) {
  const { month, tile } = createGrid(page)
  await month('December 2023').scrollIntoViewIfNeeded()
  for (const [position, name, title, picture] of [
    [27, 'January 2024', 'Taken on 1 January 2024 at 00:00:00', 26],
    [28, 'December 2023', 'Taken on 31 December 2023 at 23:59:59', 27],
  ] as const) {
    await expect(tile(position)).toHaveAttribute('data-tooltip', title)
    await expect(tile(position)).toHaveAttribute('data-photo', photoIds[picture]!)
    await expect(month(name).getByRole('button')).toHaveCount(1)
  }
  await tile(28).click()
  await expect(page).toHaveURL(`/my-photos/photos/preview/${photoIds[27]}`)
  await expect(page.getByRole('dialog', { name: 'Photo preview' })).toBeVisible()
  await expect(page.getByText('Sunday, 31 December 2023, 23:59')).toBeVisible()
}

/** Collects the sizes of pictures requested from now on. */
function recordRequestedSizes(page: Page) {
  const sizes = new Set<string>()
  page.on('request', request => {
    const size = /\/media\/.*\/(\d+)$/.exec(request.url())?.[1]
    if (size) sizes.add(size)
  })
  return sizes
}

test('PL-005 PL-006 the bare path redirects to the photos and keeps the query; timeline and preview open by URL and after a reload', {
  tag: '@suite',
}, async ({ signedIn: page, shared }) => {
  const { tile } = createGrid(page)
  await page.goto('/my-photos?from=mail')
  await expect(page.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible()
  await expect(tile(1)).toBeVisible()
  await expect(page).toHaveURL('/my-photos/photos?from=mail')
  await expect(tab(page)).toHaveAttribute('aria-current', 'page')
  await page.reload()
  await expect(tile(1)).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/my-photos/)
  await page.goto(`/my-photos/photos/preview/${shared.photoIds[27]}`)
  const viewer = page.getByRole('dialog', { name: 'Photo preview' })
  const picture = viewer.getByRole('img', { name: 'Photo 28 of 34, taken 31 December 2023', exact: true })
  await expect(picture).toBeVisible()
  await page.reload()
  await expect(picture).toBeVisible()
})

for (const [timezoneId, tag] of [
  ['Pacific/Kiritimati', []],
  ['America/Los_Angeles', ['@suite']],
] as const)
  test.describe(`in the time zone ${timezoneId}`, () => {
    test.use({ timezoneId })

    test('PL-025 PL-035 months, tooltips and the preview show the date of the camera', {
      tag: [...tag],
    }, async ({ signedIn: page, shared }) => {
      await createGrid(page).open()
      await expectCameraDates(page, shared.photoIds)
    })
  })

for (const [address, screen] of [
  ['/my-photos/photos', /^\/assets\/timeline-[\w-]+\.js$/],
  ['/orders', /^\/assets\/orders-page-[\w-]+\.js$/],
  ['/my-photos/albums', /^\/assets\/albums-page-[\w-]+\.js$/],
] as const)
  test(`RV-505 RV-957 the code of ${address} is requested while its configuration is still loading, once`, async ({
    signedIn: page,
  }) => {
    const requested: string[] = []
    page.on('request', request => requested.push(new URL(request.url()).pathname))
    const held: Route[] = []
    await page.route('**/config.json', route => void held.push(route))
    await page.goto(address, { waitUntil: 'commit' })
    const ofScreen = () => requested.filter(path => screen.test(path))
    await expect.poll(ofScreen).toHaveLength(1)
    expect(held.length).toBeGreaterThan(0)
    expect(requested.filter(path => path.startsWith('/session/'))).toEqual([])
    for (const route of held.splice(0)) await route.continue()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(ofScreen()).toHaveLength(1)
  })

test('RV-505 the first picture is requested after one round trip of the scripts, and nothing twice', async ({
  signedIn: page,
}) => {
  const html = await (
    await page.request.get('/my-photos/photos', { headers: { accept: 'text/html' } })
  ).text()
  const ofDocument = [
    '/my-photos/photos',
    ...[...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path),
  ]
  const requests: string[] = []
  let held: Route[] | undefined = []
  await page.route('**/*', route => {
    const { pathname, search } = new URL(route.request().url())
    if (/^\/(api|session)\//.test(pathname)) requests.push(`${route.request().method()} ${pathname}${search}`)
    if (!held || ofDocument.includes(pathname)) return route.continue()
    held.push(route)
  })
  const heldPaths = () => held!.map(route => new URL(route.request().url()).pathname)
  const connected = page
    .waitForEvent('websocket', socket => socket.url().endsWith('/push/library'))
    .then(socket => socket.waitForEvent('framereceived'))

  await page.clock.install()
  await page.goto('/my-photos/photos', { waitUntil: 'commit' })
  // What the scripts request before anything that they request is answered.
  await expect
    .poll(heldPaths)
    .toEqual(
      expect.arrayContaining([
        '/session/first-screen',
        '/conf/localhost',
        '/locales/en-GB.json',
        expect.stringMatching(/^\/assets\/timeline-[\w-]+\.js$/),
        expect.stringMatching(/^\/assets\/timeline-[\w-]+\.css$/),
      ]),
    )
  const firstTrip = held.splice(0)
  expect(firstTrip.filter(route => route.request().resourceType() === 'image')).toEqual([])
  await Promise.all(firstTrip.map(route => route.continue()))
  // Everything else is still held back: the pictures need no other answer.
  await expect.poll(() => heldPaths().filter(path => path.startsWith('/media/')).length).toBeGreaterThan(5)
  expect(requests).toEqual(['POST /session/first-screen?sortKey=dateTaken&sortOrder=desc'])

  const secondTrip = held
  held = undefined
  await Promise.all(secondTrip.map(route => route.continue()))
  await expectPictureLoaded(createGrid(page).tile(1))
  await expect(page.getByRole('link', { name: 'Photos 34' })).toBeVisible()
  expect(JSON.parse(String((await connected).payload))).toMatchObject({ type: 'ready' })
  // Beyond the time for which the page collects changes before it requests anything again; then what it requested has been seen here.
  await page.clock.runFor(1500)
  await page.evaluate(() => fetch('/conf/localhost'))
  expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted())
  const known = /\/(users|users\/timeline|users\/activate|customers\/me|photos\/timeline\/2024\/5)$/
  expect(requests.filter(each => known.test(each.split(/[ ?]/)[1]!))).toEqual([])
})

emptyTest(
  'RV-505 photos added after the page’s requests and before its socket is connected are shown',
  async ({ signedIn: page, library }) => {
    const held = Promise.withResolvers<void>()
    await page.routeWebSocket(/\/push\/library$/, socket => {
      const server = socket.connectToServer()
      socket.onMessage(async message => {
        await held.promise
        server.send(message)
      })
    })
    await page.goto('/my-photos/photos')
    await expect(page.getByRole('heading', { name: 'Your photo library is empty' })).toBeVisible()
    await library.add(1)
    held.resolve()
    await expectPictureLoaded(createGrid(page).tile(1))
  },
)

test('PL-036 a tile shows a placeholder, then its picture or an X, and never changes its size', async ({
  signedIn: page,
  shared,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404.*\/media\//)
  const { tile } = createGrid(page)
  const held = Promise.withResolvers<void>()
  const [newest, second] = [shared.photoIds[25]!, shared.photoIds[24]!]
  await page.route(`**/media/*/${newest}/*`, async route => {
    await held.promise
    await route.continue()
  })
  await page.route(`**/media/*/${second}/*`, route => route.fulfill({ status: 404 }))
  await page.setViewportSize({ width: 1024, height: 800 })
  // The event 'load' may wait for the picture that is held.
  await page.goto('/my-photos/photos', { waitUntil: 'domcontentloaded' })
  await expect(tile(2).locator('[data-failed] svg')).toBeVisible()
  await expect(tile(2).locator('img')).toHaveCount(0)
  const loading = tile(1).locator('img')
  await expect(loading).toHaveCSS('opacity', '0')
  const before = await tile(1).boundingBox()
  held.resolve()
  await expectPictureLoaded(tile(1))
  expect(await tile(1).boundingBox()).toEqual(before)
  expect((await tile(2).boundingBox())!.width).toBeCloseTo(before!.width, 0)
})

test('UI-6 the date scrubber jumps to a month by pointer and by keyboard', async ({ signedIn: page }) => {
  const { open, month, tile } = createGrid(page)
  // A library of less than two windows has no scrubber.
  await page.setViewportSize({ width: 1280, height: 500 })
  await open()
  const scrubber = page.getByRole('slider', { name: 'Jump to a month' })
  await expect(scrubber).toHaveAttribute('aria-valuetext', 'May 2024')
  const box = (await scrubber.boundingBox())!
  const at = (share: number) => [box.x + box.width / 2, box.y + box.height * share] as const
  // Months have heights by their photos: the 30th of 34 is that of July 2022.
  await page.mouse.click(...at(29.1 / 34))
  await expect.poll(() => isInViewport(tile(30))).toBe(true)
  await expect(month('July 2022').getByRole('heading')).toBeInViewport()
  await page.mouse.move(...at(29.1 / 34))
  await page.mouse.down()
  await page.mouse.move(...at(0), { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => isInViewport(tile(1))).toBe(true)
  await expect(scrubber).toHaveAttribute('aria-valuetext', 'May 2024')
  await scrubber.press('ArrowDown')
  await expect(scrubber).toHaveAttribute('aria-valuetext', 'January 2024')
  await scrubber.press('End')
  await expect.poll(() => isInViewport(tile(34))).toBe(true)
})

test('PL-017 PL-037 PL-128 UI-6 on a phone: small pictures, a back link, and a scrubber thumb that appears while scrolling, never over the header', {
  tag: '@phone-only',
}, async ({ signedIn: page }) => {
  const { open, tile } = createGrid(page)
  const sizes = recordRequestedSizes(page)
  await open()
  await expectPictureLoaded(tile(1))
  expect([...sizes]).toEqual(['300'])
  await expect(page.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible()
  await expect(page.getByRole('button', { name: '18 months storage remaining.' })).toBeVisible()
  const thumb = page.getByRole('slider', { name: 'Jump to a month' }).locator('..')
  // The thumb is shown for a moment only.
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, 300))
    await expect(thumb).toHaveCSS('opacity', '1', { timeout: 500 })
  }).toPass()
  const add = page.getByRole('main').getByRole('button', { name: 'Add photos' }).first()
  const takesTouches = add.evaluate(async button => {
    scrollTo(0, 0)
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame)
    const { right, top, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(right - 2, top + height / 2))
  })
  expect(await takesTouches).toBe(true)
  await expect(thumb).toHaveCSS('opacity', '0')
  await page.getByRole('main').getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page).toHaveURL('/')
})

emptyTest(
  'PL-031 rows that become visible because content above them is removed are loaded',
  async ({ signedIn: page, library }) => {
    // A whole row, beside which no other month stands.
    const may = Array.from({ length: 5 }, () => ({ taken: '2024:05:03 10:00:00' }))
    await library.add([...may, { taken: '2024:04:03 10:00:00' }])
    await page.setViewportSize({ width: 1280, height: 500 })
    const tiles = page.locator('[data-photo]')
    await withholdFirstScreen(page)
    await createGrid(page).open()
    await expect(tiles).toHaveCount(5)
    await page.getByRole('main').evaluate(main => {
      main.style.marginTop = '-150px'
    })
    await expect(tiles).toHaveCount(6)
  },
)
