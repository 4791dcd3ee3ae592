import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#demo/customers.ts'
import { startDemo } from '#demo/start-demo.ts'
import { serve } from '#server/serve.ts'
import { signIn } from '../e2e/fixtures/customer.ts'
import { readConfig } from '../shop/config.ts'
import { startShop } from '../shop/shop.ts'
import { prepareLibrary } from './screens/library.ts'
import type { Screen } from './screens/screen.ts'
import { SCREENS } from './screens/screens.ts'

/*
 * Every screen at four widths, light and dark, from the real server with the demo library:
 * npm run screenshots [-- --only name,name] [-- --data DIR]. Pictures go to screenshots/<screen>-<width>-<scheme>.png.
 */
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
]
const SCHEMES = ['light', 'dark'] as const
const IN_PARALLEL = 2
/** Whose a screen is, and who signs in for it. */
const PERSONS = { nobody: undefined, owner: DEMO_SIGN_INS[0], newcomer: DEMO_SIGN_INS[2] }
type Person = keyof typeof PERSONS

const { values } = parseArgs({ options: { only: { type: 'string' }, data: { type: 'string' } } })
const names = values.only?.split(',')
const wanted = SCREENS.filter(screen => names?.includes(screen.name) ?? true)
if (wanted.length === 0) {
  console.error(
    `There is no screen '${values.only}'. There are: ${SCREENS.map(screen => screen.name).join(', ')}`,
  )
  process.exit(2)
}

const started = performance.now()
// Plain JavaScript without types: it also runs under whatever Node the machine has.
const { buildWeb } = await import(new URL('./build-web.mjs', import.meta.url).href)
const { chromium: installed } = await import(new URL('./chromium.mjs', import.meta.url).href)
buildWeb()

const folder = new URL('../screenshots/', import.meta.url).pathname
await mkdir(folder, { recursive: true })
await using opened = new AsyncDisposableStack()
const data = values.data ?? (await mkdtemp(join(tmpdir(), 'keepsake-screenshots-')))
if (!values.data) opened.defer(() => rm(data, { recursive: true, force: true }))
const shopPort = await freePort()
const serviceToken = randomBytes(32).toString('base64url')
const server = await serve(
  {
    DEMO: 'true',
    DATA_DIR: data,
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'false',
    PRINTS_EDITOR: `http://localhost:${shopPort}/{vendor}/prints`,
    SERVICE_TOKENS: `shop:${serviceToken}`,
    // The demo library is small: several zips all the same.
    EXPORT_CHUNK_BYTES: '9000000',
  },
  {},
  startDemo,
)
opened.defer(() => server.close())
const shop = await startShop(
  readConfig({
    SHOP_PORT: String(shopPort),
    SHOP_DATA_DIR: join(data, 'shop'),
    KEEPSAKE_URL: server.origin,
    KEEPSAKE_TOKEN: serviceToken,
    LOG_LEVEL: 'warn',
  }),
)
opened.defer(() => shop.close())
const browser = await chromium.launch({
  executablePath: installed() || undefined,
  // Overlay scrollbars: Playwright hides them, but classic ones would leave their empty gutter.
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--enable-features=OverlayScrollbar',
  ],
})
opened.defer(() => browser.close())
opened.defer(await prepareLibrary(server.origin))

let taken = 0
// Screens that change the library come after all that show it.
for (const changing of [false, true]) {
  const looks = SIZES.flatMap(size => SCHEMES.map(scheme => ({ size, scheme })))
  const screens = wanted.filter(screen => Boolean(screen.changes) === changing)
  const photographers = Array.from({ length: IN_PARALLEL }, async () => {
    for (let look = looks.shift(); look; look = looks.shift())
      for (const person of Object.keys(PERSONS) as Person[]) await photograph(browser, screens, look, person)
  })
  await Promise.all(photographers)
}
console.log(`${taken} pictures in screenshots/, ${Math.round((performance.now() - started) / 1000)} s`)

async function photograph(
  browser: Browser,
  screens: readonly Screen[],
  { size, scheme }: { size: (typeof SIZES)[number]; scheme: (typeof SCHEMES)[number] },
  person: Person,
): Promise<void> {
  const fitting = screens.filter(
    ({ of = 'owner', from = 0, upTo = Number.POSITIVE_INFINITY }) =>
      of === person && size.width >= from && size.width <= upTo,
  )
  if (fitting.length === 0) return
  const mobile = size.width < 1024
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: size,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    isMobile: mobile,
    hasTouch: mobile,
  })
  // Scrollbars are hidden here: their gutter would be an empty strip.
  await context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('html { scrollbar-gutter: auto !important }')
    document.adoptedStyleSheets = [sheet]
  })
  const page = await context.newPage()
  const who = PERSONS[person]
  if (who) await signIn(context.request, server.origin, { email: who, password: DEMO_PASSWORD })
  for (const screen of fitting) {
    await screen.open(page).catch(async cause => {
      await page.screenshot({ path: `${folder}failed.png` })
      throw new Error(`${screen.name} at ${size.width} px, ${scheme}: see screenshots/failed.png`, { cause })
    })
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.screenshot({ path: `${folder}${screen.name}-${size.width}-${scheme}.png` })
    await screen.leave?.(page)
    taken++
  }
  await context.close()
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
