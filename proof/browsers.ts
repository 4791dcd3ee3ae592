import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { jpeg } from '#server/testing/pictures.ts'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { buildWeb } from './bench/harness/chromium.ts'
import type { BrowserPage, WindowOptions } from './browsers/browser-page.ts'
import { startFirefox } from './browsers/firefox.ts'
import { runJourney } from './browsers/journey.ts'
import { startWebKitGtk } from './browsers/webkitgtk.ts'
import { startDemoServer } from './demo-server.ts'

/*
 * Runs the main journey of a customer in Debian's Firefox and WebKitGTK, with the demo library, before a release.
 *   npm run browsers [-- --only firefox|webkitgtk] [-- --data DIR]
 * Each at 1280 px, light, and 390 px, dark (WebKitGTK's window has at least 447).
 * Screenshots: screenshots/browsers/<browser>-<width>-<scheme>-<step>.png. Exits with 1 if a step fails.
 */
const BROWSERS: Record<string, (options: WindowOptions) => Promise<BrowserPage>> = {
  firefox: startFirefox,
  webkitgtk: startWebKitGtk,
}
const WINDOWS: WindowOptions[] = [
  { width: 1280, height: 800, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
]

const { values } = parseArgs({ options: { only: { type: 'string' }, data: { type: 'string' } } })
const names = Object.keys(BROWSERS).filter(name => (values.only ?? name) === name)
if (names.length === 0) {
  console.error(`Unknown browser '${values.only}'. Browsers: ${Object.keys(BROWSERS).join(', ')}`)
  process.exit(2)
}

await buildWeb()

const folder = join(import.meta.dirname, '../screenshots/browsers')
await mkdir(folder, { recursive: true })
await using resources = new AsyncDisposableStack()
const files = await createTemporaryFolder(resources)
const { origin } = resources.use(await startDemoServer(values.data))

let passed = 0
let failed = 0
for (const name of names)
  for (const window of WINDOWS) {
    const run = `${name}-${window.width}-${window.scheme}`
    const started = performance.now()
    try {
      const browser = await runStory(name, window, run)
      console.log(`✓ ${browser}, ${window.width} px, ${window.scheme}: ${getSecondsSince(started)} s`)
      passed++
    } catch (error) {
      console.log(`✗ ${run}: ${error instanceof Error ? error.message : error}`)
      failed++
    }
  }
console.log(`${passed} passed, ${failed} failed; screenshots/browsers/`)
process.exitCode = failed === 0 ? 0 : 1

/** Returns the browser's name and version. */
async function runStory(name: string, window: WindowOptions, run: string): Promise<string> {
  await using page = await BROWSERS[name]!(window)
  const takeScreenshot = (step: string) => page.screenshot(join(folder, `${run}-${step}.png`))
  const photo = join(files, `${run}.jpg`)
  // Differ from those of earlier runs, which the library has.
  const [day = '', time = ''] = new Date().toISOString().slice(0, 19).split('T')
  const taken = `${day.replaceAll('-', ':')} ${time}`
  await writeFile(photo, await jpeg({ width: 800, height: 600, taken }))
  try {
    await runJourney(page, {
      origin,
      photo,
      album: `Lisbon ${time}`,
      isPhone: window.width < 768,
      onStep: takeScreenshot,
    })
  } catch (error) {
    await takeScreenshot('failed').catch(() => undefined)
    throw error
  }
  return page.browser
}

function getSecondsSince(started: number): number {
  return Math.round((performance.now() - started) / 1000)
}
