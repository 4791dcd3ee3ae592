import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#sandbox/demo/customers.ts'
import { buildWeb, launchBrowser } from './bench/harness/chromium.ts'
import { signIn } from './browser/fixtures/customer.ts'
import { startDemoServer } from './demo-server.ts'
import { prepareLibrary, signInAsDemo } from './screens/library.ts'
import { prepareOrders } from './screens/orders.ts'
import type { Screen } from './screens/screen.ts'
import { SCREENS } from './screens/screens.ts'

/*
 * Takes screenshots of every screen at four widths, light and dark, from the real server with the demo library:
 * npm run screenshots [-- --only name,name] [-- --widths 390,1280] [-- --data DIR]. Files:
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
const USERS = {
  anonymous: undefined,
  owner: DEMO_SIGN_INS[0],
  'new-customer': DEMO_SIGN_INS[4],
  business: DEMO_SIGN_INS[2],
}
type User = keyof typeof USERS

const { values } = parseArgs({
  options: { only: { type: 'string' }, widths: { type: 'string' }, data: { type: 'string' } },
})
const widths = values.widths?.split(',').map(Number)
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
resources.defer(await prepareLibrary(server.origin))
await prepareOrders(server.origin, server.serviceToken, await signInAsDemo(server.origin))

let count = 0
// Screens that change the library come after all others.
for (const changesLibrary of [false, true]) {
  const sizes = SIZES.filter(({ width }) => widths?.includes(width) ?? true)
  const variants = sizes.flatMap(size => SCHEMES.map(scheme => ({ size, scheme })))
  const screens = selectedScreens.filter(screen => Boolean(screen.changesLibrary) === changesLibrary)
  const workers = Array.from({ length: changesLibrary ? 1 : IN_PARALLEL }, async () => {
    for (let variant = variants.shift(); variant; variant = variants.shift())
      for (const user of Object.keys(USERS) as User[]) await takeScreenshots(browser, screens, variant, user)
  })
  await Promise.all(workers)
}
console.log(`${count} screenshots in screenshots/, ${Math.round((performance.now() - started) / 1000)} s`)

async function takeScreenshots(
  browser: Browser,
  screens: readonly Screen[],
  { size, scheme }: { size: (typeof SIZES)[number]; scheme: (typeof SCHEMES)[number] },
  user: User,
): Promise<void> {
  const matchingScreens = screens.filter(
    screen =>
      (screen.user ?? 'owner') === user &&
      (scheme !== 'contrast' || screen.inContrast) &&
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
  const page = await context.newPage()
  const email = USERS[user]
  if (email) await signIn(context.request, server.origin, { email, password: DEMO_PASSWORD })
  for (const screen of matchingScreens) {
    await screen.open(page).catch(async cause => {
      await page.screenshot({ path: join(folder, 'failed.png') })
      throw new Error(`${screen.name} at ${size.width} px, ${scheme}: see screenshots/failed.png`, { cause })
    })
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.screenshot({ path: join(folder, `${screen.name}-${size.width}-${scheme}.png`) })
    await screen.cleanUp?.(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    count++
  }
  await context.close()
}
