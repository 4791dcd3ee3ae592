import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import type { ConfigJson, Locale } from '#contract/brands.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { LANGUAGES } from '#locales/renderings.testing.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { findViolations } from './fixtures/axe.ts'
import { BrandClient } from './fixtures/brand-client.ts'
import { createAccount, PASSWORD, signIn as signInOverHttp } from './fixtures/customer.ts'
import { createLibrary } from './fixtures/library.ts'
import { sendOrder } from './fixtures/orders.ts'
import { findOverflowsAtBothWidths } from './fixtures/overflow.ts'
import { tabTo } from './fixtures/tab-to.ts'
import { test as base, expect } from './fixtures/test.ts'
import { BRAND_WITH_THIRD_PARTIES } from './fixtures/third-parties.ts'

const SHOP = `http://localhost:${process.env.E2E_SHOP_PORT}`

interface Received {
  [field: string]: string
}

interface Fixtures {
  email: string
  origin: string
  /** Requests of the page to the stand-ins, in order: 'analytics.js', 'analytics/records'. */
  sent: string[]
  /** What the stand-ins recorded of this test. */
  received: (thirdParty: string, field?: string, value?: string) => Promise<Received[]>
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the fixture names of this pattern.
  email: async ({}, use) => use((await createAccount(BRAND_WITH_THIRD_PARTIES)).email),
  origin: async ({ baseURL }, use) => {
    const url = new URL(baseURL!)
    url.hostname = `${BRAND_WITH_THIRD_PARTIES}.localhost`
    await use(url.origin)
  },
  sent: async ({ context }, use) => {
    const sent: string[] = []
    context.on('request', (request: Request) => {
      if (request.url().startsWith(`${SHOP}/third-parties/`))
        sent.push(request.url().slice(`${SHOP}/third-parties/`.length))
    })
    await use(sent)
  },
  received: async ({ request }, use) => {
    await use(async (thirdParty, field, value) => {
      const all: Received[] = await (await request.get(`${SHOP}/back-office/third-parties`)).json()
      return all.filter(each => each.thirdParty === thirdParty && (!field || each[field] === value))
    })
  },
})

const banner = (page: Page) => page.getByRole('region', { name: 'Your choice about cookies' })

/** Signs in by the page; what is asked about cookies is left unanswered, unless there is a choice already. */
async function signIn(page: Page, origin: string, email: string, path = '/settings') {
  await page.goto(`${origin}${path}`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill('a-password-for-tests')
  await page.locator('button[type=submit]').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const choose = (context: BrowserContext, origin: string, code: string) =>
  context.addCookies([{ name: 'keepsake_consent', value: code, url: origin }])

/** Names of what scripts can read: cookies and both storages. */
const stored = (page: Page) =>
  page.evaluate(() => ({
    cookies: document.cookie.split('; ').filter(Boolean),
    local: Object.keys(localStorage).filter(key => !key.startsWith('tsr-')),
  }))

const consentCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === 'keepsake_consent')

test('AA-036 AA-038 before a choice nothing but the consent script is loaded, and nothing is stored; paper shows no banner', async ({
  page,
  email,
  origin,
  sent,
}) => {
  await signIn(page, origin, email)
  await expect(banner(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(banner(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'My orders' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  expect(new Set(sent)).toEqual(new Set(['consent.js']))
  expect(await stored(page)).toEqual({ cookies: [], local: [] })
})

const DAY_SECONDS = 86_400

/** Expects the choice of a customer in a cookie for 180 days. */
async function expectChoice(context: BrowserContext, code: string) {
  await expect
    .poll(() => consentCookie(context))
    .toMatchObject({ value: code, sameSite: 'Lax', httpOnly: false })
  const { expires } = (await consentCookie(context))!
  expect(Math.round((expires - Date.now() / 1000) / DAY_SECONDS)).toBe(180)
}

test("AA-037 AA-038 'Reject all' is stored as 00 for 180 days; from then on no request goes to any third party", {
  tag: '@suite',
}, async ({ page, context, email, origin, sent }) => {
  await signIn(page, origin, email)
  await banner(page).getByRole('button', { name: 'Reject all' }).click()
  await expect(banner(page)).toBeHidden()
  await expectChoice(context, '00')
  expect(await stored(page)).toEqual({ cookies: ['keepsake_consent=00'], local: [] })
  const before = sent.length
  await page.reload()
  await page.getByRole('link', { name: 'My orders' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  expect(sent.slice(before)).toEqual([])
  expect(await stored(page)).toEqual({ cookies: ['keepsake_consent=00'], local: [] })
})

test('AA-038 AA-039 with 10 analytics and feedback are loaded, and page views have no ids', async ({
  page,
  context,
  email,
  origin,
  sent,
  received,
  browserErrors,
}) => {
  browserErrors.allow(/404/)
  await choose(context, origin, '10')
  await signIn(page, origin, email, '/orders/secret-code?stripped=0')
  await expect.poll(() => sent).toContain('analytics/records')
  await expect.poll(() => sent).toContain('feedback.js')
  expect(sent).not.toContain('consent.js')
  expect(sent).not.toContain('chat.js')
  const cookie = (await stored(page)).cookies.find(each => each.startsWith('_standin_visitor='))
  const views = () => received('analytics', 'visitor', cookie?.split('=')[1])
  await expect
    .poll(views)
    .toMatchObject([
      { key: 'demo-analytics-en-IE', locale: 'en-IE', name: 'page-viewed', page: '/orders/$orderCode' },
    ])
  expect(JSON.stringify(await views())).not.toMatch(new RegExp(`secret|stripped|${email}`))
})

test('AA-037 AA-038 consent given later is stored as 11 for 180 days and starts analytics within a second; withdrawing ends it at once and deletes its cookies', {
  tag: '@suite',
}, async ({ page, context, email, origin, sent }) => {
  await signIn(page, origin, email)
  await expect(banner(page).getByRole('button', { name: 'Accept all' })).toBeVisible()
  // The second is one of the page's clock, which stands still until then: a busy machine does not delay the page.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const started = page.waitForRequest(`${SHOP}/third-parties/analytics.js`)
  await banner(page).getByRole('button', { name: 'Accept all' }).click()
  await page.clock.runFor(1000)
  await started
  await page.clock.resume()
  await expectChoice(context, '11')
  await expect.poll(() => sent).toContain('analytics/records')
  expect((await stored(page)).cookies.some(each => each.startsWith('_standin_'))).toBe(true)

  await page.getByRole('main').getByRole('button', { name: 'Cookie settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Cookie settings' })
  await expect(settings.getByRole('checkbox', { name: 'Essential' })).toBeDisabled()
  await expect(settings.getByRole('checkbox', { name: 'Marketing' })).toBeChecked()
  await settings.getByRole('checkbox', { name: 'Analytics' }).uncheck({ force: true })
  const before = sent.length
  await settings.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Only marketing allowed')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Feedback' })).toHaveCount(0)
  expect(await stored(page)).toEqual({ cookies: ['keepsake_consent=01'], local: [] })
  for (const name of ['My orders', 'Settings']) {
    await page.getByRole('link', { name }).first().click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByText('Only marketing allowed')).toBeVisible()
  expect(sent.slice(before)).toEqual([])
  expect(await stored(page)).toEqual({ cookies: ['keepsake_consent=01'], local: [] })
})

test('AA-038 a withdrawal in one tab ends analytics in the others', async ({
  page,
  context,
  email,
  origin,
}) => {
  await choose(context, origin, '11')
  await signIn(page, origin, email)
  await expect(page.locator('iframe')).toHaveCount(1)
  const other = await context.newPage()
  await other.goto(`${origin}/settings`)
  await other.getByRole('main').getByRole('button', { name: 'Cookie settings' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Reject all' }).click()
  await expect(other.getByText('Only essential cookies')).toBeVisible()
  await expect(page.getByText('Only essential cookies')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('AA-039 feedback is loaded with the key of the locale, and in its mobile variant below 1024 px', async ({
  page,
  context,
  email,
  origin,
  received,
}) => {
  await choose(context, origin, '10')
  await signIn(page, origin, email)
  const script = page.locator('script[src$="feedback.js"]')
  await expect(script).toHaveAttribute('data-variant', 'desktop')
  await page.setViewportSize({ width: 1023, height: 800 })
  await expect(script).toHaveAttribute('data-variant', 'mobile')
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByRole('textbox', { name: 'How can we make this site better?' }).fill(`From ${email}`)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you for your feedback.')).toBeVisible()
  expect(await received('feedback', 'message', `From ${email}`)).toMatchObject([
    { key: 'demo-feedback-en-IE', locale: 'en-IE', variant: 'mobile' },
  ])
})

test('AA-039 AA-070 on a phone, feedback covers neither the button that pays an order nor the bar below it', async ({
  page,
  context,
  email,
  origin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await choose(context, origin, '10')
  await signIn(page, origin, email)
  const { accountId } = await signInOverHttp(page.request, origin, { email, password: PASSWORD })
  const code = await sendOrder(page.request, accountId, new Date(), {
    status: 'Received',
    total: { amount: 20970, currency: 'GBP' },
    paymentUrl: 'https://pay.example/1',
    products: Array.from({ length: 6 }, (_, index) => ({
      code: `${accountId}-${index}`,
      article: 'BOOK',
      title: 'Photo book',
      price: 3495,
    })),
  })
  await page.goto(`${origin}/orders/${code}`)
  const feedback = page.getByRole('button', { name: 'Feedback' })
  await expect(feedback).toBeVisible()
  const pay = page.getByRole('link', { name: /^Pay/ })
  await expect(pay).toBeInViewport({ ratio: 1 })
  const [low, high] = [(await feedback.boundingBox())!, (await pay.boundingBox())!]
  expect(low.y + low.height).toBeLessThanOrEqual(high.y)
})

test('AA-040 the chat is loaded by our button, with channel, two-letter locale and address; photo screens have none', async ({
  page,
  context,
  email,
  origin,
  sent,
  received,
}) => {
  await choose(context, origin, '00')
  await signIn(page, origin, email)
  await page.getByRole('button', { name: 'Help' }).click()
  expect(sent).toEqual([])
  await page.getByRole('menuitem', { name: 'Chat with us' }).click()
  const chat = page.getByRole('region', { name: 'Chat' })
  await expect(chat).toBeVisible()
  await chat.getByRole('textbox', { name: 'Your message' }).fill('Hello')
  await chat.getByRole('button', { name: 'Send' }).click()
  await expect(chat.getByText('We’ll answer')).toBeVisible()
  expect(await received('chat', 'email', email)).toMatchObject([
    { key: 'demo-chat-en-IE', channel: 'KEEPSAKE-IE', locale: 'en', message: 'Hello' },
  ])
  await page.getByRole('link', { name: 'Photos' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible()
  await expect(chat).toBeHidden()
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('menuitem', { name: 'Cookie settings' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Chat with us' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Albums' }).first().click()
  await expect(page).toHaveURL(/my-photos\/albums/)
  await expect(chat).toBeHidden()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(chat).toBeVisible()
})

test('AA-036 banner and settings work by keyboard and have no axe violations', async ({
  page,
  email,
  origin,
}) => {
  await signIn(page, origin, email)
  await expect(banner(page)).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  expect(await findOverflowsAtBothWidths(page)).toEqual([])
  await tabTo(banner(page).getByRole('button', { name: 'Choose settings' }))
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: 'Cookie settings' })
  await expect(settings).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await tabTo(settings.getByRole('checkbox', { name: 'Analytics' }))
  await page.keyboard.press('Space')
  await tabTo(settings.getByRole('button', { name: 'Save choices' }))
  await page.keyboard.press('Enter')
  await expect(settings).toBeHidden()
  await expect(page.getByText('Only analytics allowed')).toBeVisible()
})

test('RV-826 the question takes no focus, Tab goes through it and on, and a choice by keyboard ends it', async ({
  page,
  context,
  email,
  origin,
}) => {
  await context.route(`${SHOP}/third-parties/consent.js`, async route => {
    // The page is in use before the question arrives.
    await page.getByRole('link', { name: 'My orders' }).first().focus()
    await route.continue()
  })
  await signIn(page, origin, email)
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'My orders' }).first()).toBeFocused()
  const accept = banner(page).getByRole('button', { name: 'Accept all' })
  await tabTo(accept)
  const reject = banner(page).getByRole('button', { name: 'Reject all' })
  const [one, other] = [(await accept.boundingBox())!, (await reject.boundingBox())!]
  expect([one.y, one.height]).toEqual([other.y, other.height])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(reject).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(banner(page)).toHaveCount(0)
  await expectChoice(context, '00')
})

test('RV-826 the question waits while the viewer or a dialog is open: arrows and Escape work there', async ({
  page,
  email,
  origin,
}) => {
  await signIn(page, origin, email)
  const { accountId, client } = await signInOverHttp(page.request, origin, { email, password: PASSWORD })
  const [first] = await createLibrary(new BrandClient(origin, accountId, email, client.token)).add(2)
  await page.goto(`${origin}/my-photos/photos`)
  await expect(banner(page)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()
  await expect(banner(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(banner(page)).toBeVisible()
  await page.goto(`${origin}/my-photos/photos/preview/${first}`)
  const viewer = page.getByRole('dialog', { name: 'Photo preview' })
  const photo = viewer.getByRole('img', { name: /^Photo \d/ })
  await expect(photo).toHaveAccessibleName(/^Photo 1 of/)
  await expect(page.locator('script[src$="consent.js"]')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(photo).toHaveAccessibleName(/^Photo 2 of/)
  await expect(banner(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(banner(page)).toBeVisible()
})

test('RV-826 in every language the strip takes at most a third of a phone and shows all of itself; on a low screen it scrolls', async ({
  page,
  origin,
}) => {
  const config = (await (
    await new BrandClient(origin, '', '', '').fetch('/config.json')
  ).json()) as ConfigJson
  let locale: Locale = 'en-IE'
  await page.route('**/config.json', async route => {
    await route.fulfill({ json: { ...config, brand: { ...config.brand, locale } } })
  })
  const strip = page.locator('[data-third-party=consent]')
  const measure = async () => {
    await expect(strip.getByRole('button')).toHaveCount(3)
    return strip.evaluate(element => ({
      height: element.clientHeight,
      hidden: element.scrollHeight - element.clientHeight,
      wide: element.scrollWidth > element.clientWidth,
    }))
  }
  for (const each of LANGUAGES) {
    locale = each
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${origin}/account-deleted`)
    const { height, hidden, wide } = await measure()
    expect([each, height <= 844 / 3, hidden, wide, height]).toEqual([each, true, 0, false, height])
  }
  await page.setViewportSize({ width: 640, height: 400 })
  await page.reload()
  const low = await measure()
  expect([low.height <= 400 / 3, low.hidden > 0, low.wide]).toEqual([true, true, false])
  const choose = strip.getByRole('button').first()
  await tabTo(choose)
  await expect(choose).toBeInViewport({ ratio: 1 })
})

test('RV-826 RV-824 the end of the page and what is at its lower edge are above the strip', async ({
  page,
  email,
  origin,
}) => {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await (size.width === 390 ? signIn(page, origin, email) : page.reload())
    await expect(banner(page)).toBeVisible()
    const { y } = (await banner(page).boundingBox())!
    const last = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' })
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 1 })
    const box = (await last.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(y)
  }
})

test('RV-819 RV-826 on a phone the list of chosen photos with its buttons, the tray above a form, and the page behind the QR code are above the strip', async ({
  page,
  email,
  origin,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, origin, email, '/my-photos/photos')
  await expect(banner(page)).toBeVisible()
  const { y: edge } = (await banner(page).boundingBox())!
  const expectAbove = async (target: Locator, upper = edge) => {
    await expect(target).toBeInViewport({ ratio: 1 })
    const lowerEdge = async () => {
      const { y, height } = (await target.boundingBox())!
      return y + height
    }
    await expect.poll(lowerEdge, { message: `lower edge of ${target}` }).toBeLessThanOrEqual(upper)
    return (await target.boundingBox())!.y
  }
  const held = Promise.withResolvers<void>()
  await page.route('**/uploads/files/**', async route => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).first().click()
  const photo = { mimeType: 'image/jpeg', buffer: await jpeg({ width: 300, height: 200 }) }
  const refused = Array.from({ length: 12 }, (_, at) => ({
    name: `${at}.gif`,
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  }))
  const input = page.getByLabel('Choose photos', { exact: true }).and(page.locator('input'))
  await input.setInputFiles([{ name: 'beach.jpg', ...photo }, ...refused])
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  await expect(upload).toBeVisible()
  await page.evaluate(() => scrollTo(0, 0))
  const top = await expectAbove(upload)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expectAbove(page.getByRole('region', { name: 'Files' }).getByRole('listitem').last(), top)

  await upload.click()
  const tray = page.getByRole('complementary', { name: 'Adding photos' })
  await expectAbove(tray)
  page.on('dialog', dialog => dialog.accept())
  await page.goto(`${origin}/settings/personal-details`)
  await expect(banner(page)).toBeVisible()
  await expectAbove(tray, await expectAbove(page.getByRole('button', { name: 'Save', exact: true })))
  held.resolve()

  const session = await signInOverHttp(page.request, origin, { email, password: PASSWORD })
  const { uploadUrl } = await new BrandClient(origin, session.accountId, email, session.client.token).call(
    createUploadSession,
    { body: {} },
  )
  await page.goto(uploadUrl)
  await input.setInputFiles(refused)
  await expect(banner(page)).toBeVisible()
  const last = page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' })
  await last.focus()
  await expectAbove(last)
})

test('RV-824 RV-826 the sign-in page leads to the cookie settings without a sign-in', async ({
  page,
  origin,
  context,
}) => {
  await page.goto(`${origin}/settings`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Cookie settings' })
  await settings.getByRole('button', { name: 'Reject all' }).click()
  await expect(page.getByText('Only essential cookies')).toBeVisible()
  await expectChoice(context, '00')
})

test('AA-036 a consent script that cannot be loaded is reported where the settings are opened', async ({
  page,
  context,
  email,
  origin,
  browserErrors,
}) => {
  browserErrors.allow(/ERR_FAILED|Not loaded/)
  await context.route(`${SHOP}/third-parties/consent.js`, route => route.abort())
  await choose(context, origin, '00')
  await signIn(page, origin, email)
  await page.getByRole('main').getByRole('button', { name: 'Cookie settings' }).click()
  await expect(page.getByText('The cookie settings couldn’t be loaded. Please try again.')).toBeVisible()
  await context.unroute(`${SHOP}/third-parties/consent.js`)
  await page.getByRole('main').getByRole('button', { name: 'Cookie settings' }).click()
  await expect(page.getByRole('dialog', { name: 'Cookie settings' })).toBeVisible()
})
