import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type Bench, verify } from './harness/bench.ts'
import {
  answerPictures,
  buildWeb,
  launchBrowser,
  measureHeap,
  measureMainThreadTasks,
  signInBrowser,
  TILE,
} from './harness/chromium.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { createFigure } from './harness/figure.ts'
import { FIRST_YEAR, fillLibrary, vacuumAnalyze } from './harness/library.ts'
import { createNoisyThumbnail } from './harness/pictures.ts'
import { startPostgres } from './harness/postgres.ts'
import { computeMedian, measureAlternately } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const TASK_MAX_MS = 50
const TILES_MAX = 120
const HEAP_MAX_MB = 10
const WHEELS = 250
const JUMPS = 12

/** The cost of the timeline must not depend on the size of the library. */
export const grid: Bench = {
  name: 'grid',
  target:
    '1,000,000 photos in Chromium: no task over 50 ms while scrolling, ≤ 120 tiles in the document, heap growth against 10,000 ≤ 10 MB, layout shift 0',
  async run({ quick, log, resources }) {
    const largeCount = quick ? 100_000 : 1_000_000
    await buildWeb()
    const postgres = await startPostgres(resources)
    const dataDirectory = await createDataDirectory(resources, postgres?.url)
    const database = await openBenchDatabase(dataDirectory)
    const [small, large] = [await addCustomer(database.db), await addCustomer(database.db)]
    log(`making a library of 10,000 and one of ${largeCount.toLocaleString('en')} photos`)
    await fillLibrary(database.db, small.accountId, 10_000)
    await fillLibrary(database.db, large.accountId, largeCount)
    await vacuumAnalyze(database)
    await database.close()
    const server = await startServer(dataDirectory, resources)
    const browser = await launchBrowser(resources)
    const [smallContext, largeContext] = [
      await signInBrowser(browser, server.origin, small),
      await signInBrowser(browser, server.origin, large),
    ]
    const jpeg = await createNoisyThumbnail(300, 18)
    for (const context of [smallContext, largeContext]) await answerPictures(context, jpeg)
    const rounds = quick ? 2 : 5
    log(`${rounds} × ${WHEELS} turns of the wheel and ${JUMPS} jumps in each`)
    const measured = await measureAlternately(
      rounds,
      () => scroll(browser, largeContext, server.origin),
      () => scroll(browser, smallContext, server.origin),
    )
    const product = measured.map(each => each.product)
    const longTaskCounts = product.map(each => each.longTasks.length)
    return {
      correct: [
        `scrolled to its end, the library of ${largeCount.toLocaleString('en')} shows January ${FIRST_YEAR}`,
      ],
      figures: [
        createFigure(
          'longest task of the main thread while scrolling, CPU',
          product.map(each => each.longest),
          {
            atMost: TASK_MAX_MS,
            unit: 'ms',
            note: `at 10,000 photos ${computeMedian(measured.map(each => each.reference.longest)).toFixed(0)} ms; on the clock of the busy machine ${longTaskCounts.join(', ')} tasks over 50 ms`,
          },
        ),
        createFigure(
          'tiles in the document at most',
          product.map(each => each.tiles),
          { atMost: TILES_MAX, unit: 'tiles' },
        ),
        createFigure(
          'heap growth against 10,000 photos',
          measured.map(each => (each.product.heap - each.reference.heap) / 1e6),
          {
            atMost: HEAP_MAX_MB,
            unit: 'MB',
            note: `${(computeMedian(product.map(each => each.heap)) / 1e6).toFixed(1)} MB`,
          },
        ),
        createFigure(
          'layout shift',
          product.map(each => each.shift),
          { atMost: 0, unit: 'CLS', note: [...new Set(product.flatMap(each => each.shifted))].join(', ') },
        ),
      ],
    }
  },
}

/** Visits the timeline once: turns of the wheel, jumps over the whole library, a jump to its end. */
async function scroll(browser: Browser, context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.addInitScript(startPageObserver)
  await page.goto(`${origin}/my-photos/photos`)
  await page.locator(TILE).first().waitFor()
  // Waits for the counts of the tabs, so that only scrolling is measured.
  await page.getByRole('link', { name: /^Photos [\d,]+$/ }).waitFor()
  await page.evaluate(
    () =>
      new Promise<void>(resolve =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            Object.assign((globalThis as unknown as { seen: Observations }).seen, { shift: 0, shifted: [] })
            resolve()
          }),
        ),
      ),
  )
  await page.mouse.move(600, 500)
  const tasks = await measureMainThreadTasks(browser, page, async () => {
    for (let i = 0; i < WHEELS; i++) await page.mouse.wheel(0, 120 + (i % 10) * 60)
    for (let i = 0; i < JUMPS; i++) await jump(page, ((i * 7) % JUMPS) / JUMPS)
    await jump(page, 1)
  })
  await page.getByText(`January ${FIRST_YEAR}`).first().waitFor()
  verify((await page.locator(TILE).count()) > 0, 'photos are shown at the end')
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Observations }).seen)
  const heap = await measureHeap(page)
  await page.close()
  return { ...seen, heap, longest: Math.max(...tasks) }
}

/** Scrolls to a share of the whole height and waits until photos are shown. */
async function jump(page: Page, share: number): Promise<void> {
  await page.evaluate(
    at => scrollTo({ top: at * document.documentElement.scrollHeight, behavior: 'instant' }),
    share,
  )
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await page.locator(TILE).first().waitFor()
}

interface Observations {
  longTasks: number[]
  shift: number
  /** Elements that moved, and when. */
  shifted: string[]
  tiles: number
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null }[]
}

/** Runs in the page before its scripts: records what can be observed only while it happens. */
function startPageObserver(): void {
  const seen: Observations = { longTasks: [], shift: 0, shifted: [], tiles: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) seen.longTasks.push(entry.duration)
  }).observe({ type: 'longtask' })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue
      seen.shift += entry.value
      const [element] = entry.sources.map(each => each.node).filter(node => node instanceof Element)
      seen.shifted.push(
        `${element?.tagName.toLowerCase()}.${element?.className} ${Math.round(entry.startTime / 100) / 10} s`,
      )
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const frame = () => {
    seen.tiles = Math.max(seen.tiles, document.querySelectorAll('[data-cell]').length)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
