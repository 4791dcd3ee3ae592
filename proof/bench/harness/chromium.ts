import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test'
import { CHROMIUM_ARGS } from '../../browser/fixtures/chromium-args.ts'
import type { Customer } from './customer.ts'

/** Imports a tool that is plain JavaScript without types. */
const importTool = async (name: string) => import(new URL(`../../../tools/${name}.mjs`, import.meta.url).href)

/** Builds the web unless it was built from exactly these sources. */
export async function buildWeb(): Promise<void> {
  const { buildWeb: build } = (await importTool('build-web')) as { buildWeb: () => void }
  build()
}

export async function launchBrowser(resources: AsyncDisposableStack): Promise<Browser> {
  const { findChromium } = (await importTool('chromium')) as { findChromium: () => string }
  const browser = await chromium.launch({ executablePath: findChromium() || undefined, args: CHROMIUM_ARGS })
  resources.defer(() => browser.close())
  return browser
}

/** Creates a browser context and signs the customer in through the pages. */
export async function signInBrowser(
  browser: Browser,
  origin: string,
  customer: Customer,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const viewport = { width: 1280, height: 800 }
  const context = await browser.newContext({ viewport, locale: 'en-GB', ...options })
  const page = await context.newPage()
  await page.goto(`${origin}/my-photos/photos`)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator(TILE).first().waitFor()
  await page.close()
  return context
}

/** A tile of the grid whose photo is loaded. */
export const TILE = '[data-photo]'

/** Answers every request for a picture with the same bytes: a library of rows has none. */
export async function answerPictures(context: BrowserContext, jpeg: Buffer): Promise<void> {
  await context.route('**/media/**', route =>
    route.fulfill({ body: jpeg, contentType: 'image/jpeg', headers: { 'cache-control': 'max-age=3600' } }),
  )
}

/** Measures bytes of the JavaScript heap after a garbage collection. */
export async function measureHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** CPU milliseconds of each task of the page's main thread while the work runs. */
export async function measureMainThreadTasks(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'benchmark'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const threads = new Set(
    traceEvents
      .filter(each => each.name === 'thread_name' && each.args?.name === 'CrRendererMain')
      .map(each => `${each.pid} ${each.tid}`),
  )
  return traceEvents
    .filter(each => each.name === 'ThreadControllerImpl::RunTask' && threads.has(`${each.pid} ${each.tid}`))
    .map(each => (each.tdur ?? each.dur ?? 0) / 1000)
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds of CPU time and of wall-clock time. */
  tdur?: number
  dur?: number
  args?: { name?: string }
}
