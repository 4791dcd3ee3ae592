import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#sandbox/demo/customers.ts'
import { buildWeb, launchBrowser } from './bench/harness/chromium.ts'
import { signIn } from './browser/fixtures/customer.ts'
import { startDemoServer } from './demo-server.ts'
import { prepareDemo } from './screens/prepare-demo.ts'
import type { Screen, User } from './screens/screen.ts'
import { IN_CONTRAST, SCREENS } from './screens/screens.ts'

/*
 * Takes screenshots of every screen at four widths, light and dark, from the real server with the demo library:
 * npm run screenshots [-- --only name,name] [-- --widths 390,1280] [-- --schemes light] [-- --data DIR]. Files:
 * screenshots/<screen>-<width>-<scheme>.png. The main screens are taken in forced colours (Windows high contrast) as well,
 * with the scheme 'contrast'.
 */
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
const SCHEMES = ['light', 'dark', 'contrast'] as const
/** Contexts at a time; one where the library changes: all are of one customer. */
const IN_PARALLEL = 2
/** E-mail address of the user of a screen. */
const USERS: Record<User, string | undefined> = {
  anonymous: undefined,
  owner: DEMO_SIGN_INS[0],
  'new-customer': DEMO_SIGN_INS[4],
  business: DEMO_SIGN_INS[2],
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    widths: { type: 'string' },
    schemes: { type: 'string', default: SCHEMES.join() },
    data: { type: 'string' },
  },
})
const widths = values.widths?.split(',').map(Number)
const schemes = SCHEMES.filter(scheme => values.schemes.split(',').includes(scheme))
const names = values.only?.split(',')
const selectedScreens = SCREENS.filter(screen => names?.includes(screen.name) ?? true)
if (selectedScreens.length === 0) {
  console.error(`Unknown screen '${values.only}'. Screens: ${SCREENS.map(screen => screen.name).join(', ')}`)
  process.exit(2)
}

const started = performance.now()
await buildWeb()

const folder = join(import.meta.dirname, '../screenshots')
await mkdir(folder, { recursive: true })
await using resources = new AsyncDisposableStack()
const server = resources.use(await startDemoServer(values.data))
const browser = await launchBrowser(resources)
const demo = await prepareDemo(server.origin)

let count = 0
const failures: string[] = []
// Screens that change the library come after all others.
for (const changesLibrary of [false, true]) {
  const sizes = SIZES.filter(({ width }) => widths?.includes(width) ?? true)
  const variants = sizes.flatMap(size => schemes.map(scheme => ({ size, scheme })))
  const screens = selectedScreens.filter(screen => Boolean(screen.changesLibrary) === changesLibrary)
  const takeAll = async (variant: (typeof variants)[number]) => {
    for (const user of Object.keys(USERS) as User[]) await takeScreenshots(browser, screens, variant, user)
  }
  await Readable.from(variants).forEach(takeAll, { concurrency: changesLibrary ? 1 : IN_PARALLEL })
}
for (const failure of failures) console.error(`✗ ${failure}`)
console.log(`${count} screenshots in screenshots/, ${Math.round((performance.now() - started) / 1000)} s`)
process.exitCode = failures.length > 0 ? 1 : 0

async function takeScreenshots(
  browser: Browser,
  screens: readonly Screen[],
  { size, scheme }: { size: (typeof SIZES)[number]; scheme: (typeof SCHEMES)[number] },
  user: User,
): Promise<void> {
  const matchingScreens = screens.filter(
    screen =>
      (screen.user ?? 'owner') === user &&
      (scheme !== 'contrast' || IN_CONTRAST.has(screen.name)) &&
      size.width >= (screen.minWidth ?? 0) &&
      size.width <= (screen.maxWidth ?? Number.POSITIVE_INFINITY),
  )
  if (matchingScreens.length === 0) return
  const mobile = size.width < 1024
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: size,
    colorScheme: scheme === 'light' ? 'light' : 'dark',
    forcedColors: scheme === 'contrast' ? 'active' : 'none',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    isMobile: mobile,
    hasTouch: mobile,
  })
  const email = USERS[user]
  if (email) await signIn(context.request, server.origin, { email, password: DEMO_PASSWORD })
  for (const screen of matchingScreens) {
    const file = `${screen.name}-${size.width}-${scheme}`
    const page = await context.newPage()
    try {
      for (const step of screen.steps) await step(page, demo)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      await page.screenshot({ path: join(folder, `${file}.png`) })
      count++
      for (const step of screen.cleanUp) await step(page, demo)
    } catch (error) {
      await page.screenshot({ path: join(folder, `${file}-failed.png`) })
      failures.push(`${file}: ${error instanceof Error ? error.message : error}`)
    }
    await page.close()
  }
  await context.close()
}
