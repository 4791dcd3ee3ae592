import { type BrowserContext, type BrowserContextOptions, devices } from '@playwright/test'
import type { Kysely } from 'kysely'
import { toVariantKey } from '#server/domains/photos/blob-keys.ts'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import type { Schema } from '#server/schema.ts'
import { type Bench, verify } from './harness/bench.ts'
import { buildWeb, launchBrowser, signInBrowser } from './harness/chromium.ts'
import { addCustomer, createDataDirectory, openBenchDatabase, openBlobs } from './harness/data-directory.ts'
import { createFigure } from './harness/figure.ts'
import { fillLibrary } from './harness/library.ts'
import { createNoisyThumbnail } from './harness/pictures.ts'
import { computeMedian, measureAlternately } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const MAX_SECONDS = 4
/** 'Slow 4G' of Lighthouse: 1,638.4 kbit/s down, 675 kbit/s up, 150 ms round trip; processor at a quarter of its speed. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 84_375 }
const CPU_SLOWDOWN = 4
/** More photos than any of the windows shows. */
const NEWEST_PHOTOS = 150

const SCREENS: readonly { name: string; options: BrowserContextOptions }[] = [
  { name: '1280 px, DPR 1', options: { viewport: { width: 1280, height: 800 } } },
  { name: '1280 px, DPR 2', options: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 } },
  {
    name: '390 px, DPR 3',
    options: {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 3,
      isMobile: true,
      hasTouch: true,
      userAgent: devices['iPhone 14'].userAgent,
    },
  },
]

/**
 * First visit over a slow network, until all photos in the window are painted. The reference is the same page
 * with a library whose small pictures are as large as the 800 px ones: what the grid loaded into every tile before.
 */
export const slowNetwork: Bench = {
  name: 'slow-network',
  target: `slow 4G (1.6 Mbit/s, 150 ms), CPU × ${CPU_SLOWDOWN}, empty cache: all photos in the window painted ≤ ${MAX_SECONDS} s`,
  async run({ quick, log, resources }) {
    await buildWeb()
    const dataDirectory = await createDataDirectory(resources)
    const database = await openBenchDatabase(dataDirectory)
    const [product, reference] = [await addCustomer(database.db), await addCustomer(database.db)]
    const [small, large] = [await createNoisyThumbnail(300, 14), await createNoisyThumbnail(800, 11)]
    const blobs = openBlobs(dataDirectory)
    for (const [{ accountId }, bytes] of [
      [product, small],
      [reference, large],
    ] as const) {
      await fillLibrary(database.db, accountId, 10_000)
      await storePictures(database.db, blobs, accountId, { 300: bytes, 800: large })
    }
    await database.close()
    log(
      `pictures of 300 px have ${formatKilobytes(small.length)}, of 800 px ${formatKilobytes(large.length)}`,
    )
    const server = await startServer(dataDirectory, resources)
    const browser = await launchBrowser(resources)
    const figures = []
    const notes = []
    for (const { name, options } of SCREENS) {
      const [productContext, referenceContext] = [
        await signInBrowser(browser, server.origin, product, options),
        await signInBrowser(browser, server.origin, reference, options),
      ]
      const rounds = quick ? 1 : 5
      log(`${rounds} visits each, ${name}`)
      const measured = await measureAlternately(
        rounds,
        () => visit(productContext, server.origin),
        () => visit(referenceContext, server.origin),
      )
      const referenceVisits = measured.map(each => each.reference)
      const productVisits = measured.map(each => each.product)
      const bytes = (visits: Visit[]) => formatKilobytes(computeMedian(visits.map(each => each.pictureBytes)))
      figures.push(
        createFigure(
          `all in the window painted, ${name}`,
          productVisits.map(each => each.seconds),
          {
            atMost: MAX_SECONDS,
            unit: 's',
            note: `${computeMedian(productVisits.map(each => each.tiles))} photos; with 800 px in every tile ${computeMedian(referenceVisits.map(each => each.seconds)).toFixed(1)} s; pictures ${bytes(productVisits)} of ${formatKilobytes(computeMedian(productVisits.map(each => each.bytes)))} in all, with 800 px ${bytes(referenceVisits)}`,
          },
        ),
      )
      notes.push(
        `${name}: small pictures in the window after ${computeMedian(productVisits.map(each => each.seconds)).toFixed(1)} s, first tile after ${computeMedian(productVisits.map(each => each.firstTile)).toFixed(1)} s`,
      )
      await productContext.close()
      await referenceContext.close()
    }
    return { correct: ['every photo in the window shows a decoded picture'], figures, notes }
  },
}

interface Visit {
  /**
   * From the start of the navigation until all photos in the window are painted, and until the first tile is in the
   * document.
   */
  seconds: number
  firstTile: number
  tiles: number
  /** Bytes over the network until then. */
  bytes: number
  pictureBytes: number
}

async function visit(context: BrowserContext, origin: string): Promise<Visit> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.addInitScript(startTileObserver)
  await page.goto(`${origin}/my-photos/photos`, { waitUntil: 'commit' })
  const painted = await page.waitForFunction(
    () => (globalThis as unknown as { painted?: Visit }).painted,
    null,
    { timeout: 60_000, polling: 200 },
  )
  const result = (await painted.jsonValue())!
  verify(result.tiles > 5, 'photos are in the window')
  await page.close()
  return result
}

/** Runs in the page before its scripts: records when all photos in the window are painted. */
function startTileObserver(): void {
  let firstTile = 0
  const isInWindow = (element: Element) => {
    const { top, bottom, height } = element.getBoundingClientRect()
    return height > 0 && bottom > 0 && top < innerHeight
  }
  const isPainted = (cell: Element) => {
    if (cell.querySelector('[data-more]')) return true
    const picture = cell.querySelector('img')
    return Boolean(picture?.complete && picture.naturalWidth > 0)
  }
  const checkTiles = () => {
    const cells = [...document.querySelectorAll('[data-cell]')].filter(isInWindow)
    if (cells.length > 0) firstTile ||= performance.now()
    if (cells.length === 0 || !cells.every(isPainted)) return setTimeout(checkTiles, 50)
    // Two frames later it is on the screen.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const loaded = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        const sum = (entries: PerformanceResourceTiming[]) =>
          entries.reduce((bytes, each) => bytes + each.transferSize, 0)
        Object.assign(globalThis, {
          painted: {
            seconds: performance.now() / 1000,
            firstTile: firstTile / 1000,
            tiles: cells.length,
            bytes: sum(loaded),
            pictureBytes: sum(loaded.filter(({ name }) => name.includes('/media/'))),
          },
        })
      }),
    )
  }
  setTimeout(checkTiles, 50)
}

/** Stores pictures of the newest photos. */
async function storePictures(
  db: Kysely<Schema>,
  blobs: Blobs,
  accountId: string,
  pictures: Record<300 | 800, Buffer>,
): Promise<void> {
  const newestPhotos = await db
    .selectFrom('photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .orderBy('taken_sort', 'desc')
    .limit(NEWEST_PHOTOS)
    .execute()
  for (const { photo_id } of newestPhotos)
    for (const kind of [300, 800] as const)
      await blobs.put(toVariantKey({ account_id: accountId, photo_id }, kind), pictures[kind])
}

const formatKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} KB`
