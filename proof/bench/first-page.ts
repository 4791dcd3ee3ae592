import type { BrowserContext } from '@playwright/test'
import { request } from 'undici'
import { type Bench, verify } from './harness/bench.ts'
import { buildWeb, launch, signInBrowser, TILE } from './harness/chromium.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { figure } from './harness/figure.ts'
import { fillLibrary } from './harness/library.ts'
import { startServer } from './harness/server.ts'

const MAX_KB = 165

/** JavaScript that a browser loads before it can show the first photo. */
export const firstPage: Bench = {
  name: 'first-page',
  target: `JavaScript before the first tile ≤ ${MAX_KB} KB gzipped`,
  async run({ resources }) {
    await buildWeb()
    const dataDirectory = await createDataDirectory(resources)
    const database = await openBenchDatabase(dataDirectory)
    const customer = await addCustomer(database.db)
    await fillLibrary(database.db, customer.accountId, 500)
    await database.close()
    const server = await startServer(dataDirectory, resources)
    const context = await signInBrowser(await launch(resources), server.origin, customer)
    const scripts = await scriptsBeforeFirstTile(context, server.origin)
    const sizes = await Promise.all(
      scripts.map(async url => ({ url, gzip: (await gzippedBytes(url)) / 1000 })),
    )
    const total = sizes.reduce((sum, each) => sum + each.gzip, 0)
    const largest = sizes.toSorted((a, b) => b.gzip - a.gzip).slice(0, 6)
    return {
      correct: [`the first tile was shown after ${scripts.length} scripts were requested`],
      figures: [figure('JavaScript before the first tile, gzipped', [total], { atMost: MAX_KB, unit: 'KB' })],
      notes: largest.map(({ url, gzip }) => `${gzip.toFixed(1)} KB ${new URL(url).pathname}`),
    }
  },
}

/** Addresses of all scripts that a visit without cache requests before a tile is in the document. */
async function scriptsBeforeFirstTile(context: BrowserContext, origin: string): Promise<string[]> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(tile => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector(tile)) return
      performance.mark('first-tile')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  }, TILE)
  await page.goto(`${origin}/my-photos/photos`)
  await page.locator(TILE).first().waitFor()
  const scripts = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName('first-tile')
    const loaded = performance.getEntriesByType('resource')
    return loaded.filter(each => each.startTime < (mark?.startTime ?? 0)).map(each => each.name)
  })
  const found = [...new Set(scripts)].filter(url => new URL(url).pathname.endsWith('.js'))
  verify(found.length > 0, 'scripts were requested')
  return found
}

/** Size of the response to a browser that accepts gzip only. */
async function gzippedBytes(url: string): Promise<number> {
  const { body, headers } = await request(url, { headers: { 'accept-encoding': 'gzip' } })
  const { byteLength } = await body.arrayBuffer()
  verify(byteLength < 1000 || headers['content-encoding'] === 'gzip', `${url} comes compressed`)
  return byteLength
}
