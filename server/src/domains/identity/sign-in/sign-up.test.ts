import { beforeEach, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#sandbox/demo/customers.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { Browser } from '../testing/browser.ts'
import { listLinks, listMails } from '../testing/mail-links.ts'
import { exchangeCode, getMe, isCallback, requestMail, signInAs } from '../testing/sign-in-flow.ts'
import { startTestApp } from '../testing/test-app.ts'

const NEW_PASSWORD = 'tulips on a tuesday'
const app = closeAfterAll(await startTestApp())
beforeEach(() => app.clock.advance(61 * 60_000))

type MailPage = 'sign-up' | 'forgotten'

/** Requests a mail; returns the path of its form and the page that follows. */
async function askForMail(browser: Browser, page: MailPage, email: string, returnTo = '/') {
  const { path, answer } = await requestMail(browser, page, { email }, { returnTo })
  return { base: path, path: `${path}/${page}`, answer }
}

/** The hidden fields of a form, which its button submits. */
const readFields = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [
      name!,
      value!,
    ]),
  )

const listPaths = async (email: string) =>
  (await listMails(app, email)).map(mail => listLinks(mail)[0]!.pathname)

/** Signs up and chooses the password in this browser; returns the answer and the path of the link. */
async function choosePassword(browser: Browser, email: string, returnTo = '/') {
  await askForMail(new Browser(app.http), 'sign-up', email, returnTo)
  const [link] = await listPaths(email)
  return { link: link!, answer: await browser.submitPage(link!, { password: NEW_PASSWORD }) }
}

/** Follows the redirects after a chosen password to the callback, or to the page that asks something. */
async function continueSignIn(browser: Browser, location: string) {
  const started = await browser.get(location)
  const { searchParams } = new URL(started.headers.location!)
  const end = await browser.follow(started.headers.location!, isCallback)
  return { ...end, request: { state: searchParams.get('state')! } as never }
}

describe.each(['sign-up', 'forgotten'] as const)('NX-338 RV-828 after the request of a mail (%s)', page => {
  test('NX-338 it is sent again after 30 seconds, not before, by a form that works without script', async () => {
    const email = page === 'sign-up' ? 'again@keepsake.test' : 'friend@keepsake.test'
    const before = (await listPaths(email)).length
    const browser = new Browser(app.http)
    const { path, answer } = await askForMail(browser, page, email)
    expect(answer.body).toContain('data-wait="30"')
    expect(answer.body).toContain('look in your spam folder')
    expect((await listPaths(email)).length).toBe(before + 1)
    app.clock.advance(6_000)
    const early = await browser.submit(path, readFields(answer.body))
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '24'])
    expect(early.body).toContain('data-wait="24"')
    expect(early.body).toContain('You can ask for another one in 24 seconds.')
    app.clock.advance(24_000)
    const again = await browser.submit(path, readFields(early.body))
    expect([again.statusCode, again.body.includes('data-wait="30"')]).toEqual([200, true])
    expect((await listPaths(email)).length).toBe(before + 2)
  })

  test('NX-338 another address can be given', async () => {
    const { base, path, answer } = await askForMail(new Browser(app.http), page, 'mistyped@keepsake.test')
    expect(answer.body).toContain(`<a href="${path}">Use another address</a>`)
    expect(answer.body).toContain(`<a href="${base}">Back to sign in</a>`)
  })
})

test('NX-338 a time of sending that is no time, or in the future, delays nothing and is not a way around the limit', async () => {
  const browser = new Browser(app.http)
  const { path, answer } = await askForMail(browser, 'sign-up', 'times@keepsake.test')
  const fields = readFields(answer.body)
  const statuses: number[] = []
  for (const sentAt of ['soon', '', '1e300', String(app.clock.now().getTime() + 86_400_000), '-5'])
    statuses.push((await browser.submit(path, { ...fields, sentAt })).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

describe('NX-339 after the first password', () => {
  test('NX-339 the customer is signed in without another form', async () => {
    const browser = new Browser(app.http)
    const { answer } = await choosePassword(browser, 'first@keepsake.test')
    expect(answer.statusCode).toBe(303)
    const cookie = browser.setCookies.find(({ name }) => name === 'keepsake_login_ticket')!
    expect([cookie.hostOnly, cookie.path, cookie.attributes.get('max-age')]).toEqual([true, '/', '60'])
    expect(cookie.attributes.has('httponly')).toBe(true)
    const { url, request } = await continueSignIn(browser, answer.headers.location!)
    expect(url.pathname).toBe('/auth/callback')
    const session = (await exchangeCode(browser, request, url.searchParams)).json()
    expect(session).toMatchObject({ returnTo: '/', claims: { email: 'first@keepsake.test', amr: ['pwd'] } })
    expect((await getMe(browser, session.accessToken)).statusCode).toBe(200)
    expect(browser.cookie('keepsake_login_ticket')).toBeUndefined()
  })

  test.each([
    ['/orders?from=mail#latest', '/orders?from=mail#latest'],
    ['https://elsewhere.test/', '/'],
    ['//elsewhere.test/orders', '/'],
  ])(
    'NX-339 AA-002 whoever requested %s ends there (%s), also by another browser',
    async (requested, end) => {
      const email = `from-${encodeURIComponent(requested).replaceAll('%', '')}@keepsake.test`.toLowerCase()
      const browser = new Browser(app.http)
      const { answer } = await choosePassword(browser, email, requested)
      const { url, request } = await continueSignIn(browser, answer.headers.location!)
      expect((await exchangeCode(browser, request, url.searchParams)).json().returnTo).toBe(end)
    },
  )

  test('NX-339 the requested path, which may have a secret, is not stored in the clear', async () => {
    await askForMail(new Browser(app.http), 'sign-up', 'secret-path@keepsake.test', '/orders?secret=tulip')
    const rows = await app.ctx.db.selectFrom('mail_tokens').select('payload').execute()
    expect(JSON.stringify(rows)).toContain('secret-path@keepsake.test')
    expect(JSON.stringify(rows)).not.toContain('tulip')
  })

  test('NX-339 the ticket works once, for 60 seconds, and not in another browser', async () => {
    const browser = new Browser(app.http)
    const { answer } = await choosePassword(browser, 'ticket@keepsake.test')
    const thief = browser.copy()
    const other = new Browser(app.http)
    expect((await continueSignIn(other, answer.headers.location!)).answer?.body).toContain('Welcome back')
    expect((await continueSignIn(browser, answer.headers.location!)).url.pathname).toBe('/auth/callback')
    expect((await continueSignIn(thief, answer.headers.location!)).answer?.body).toContain('Welcome back')

    const late = new Browser(app.http)
    const { answer: chosen } = await choosePassword(late, 'late@keepsake.test')
    app.clock.advance(60_000)
    expect((await continueSignIn(late, chosen.headers.location!)).answer?.body).toContain('Welcome back')
  })

  test('NX-339 of two interactions of one browser at the same moment one is finished by the ticket', async () => {
    const browser = new Browser(app.http)
    const { answer } = await choosePassword(browser, 'two-tabs@keepsake.test')
    const ends = await Promise.all(
      [browser.copy(), browser.copy()].map(tab => continueSignIn(tab, answer.headers.location!)),
    )
    expect(ends.filter(({ url }) => url.pathname === '/auth/callback')).toHaveLength(1)
  })

  test('NX-339 a browser that was signed in to another account is signed in to the new one', async () => {
    const browser = new Browser(app.http)
    await signInAs(browser, 'demo@keepsake.test', DEMO_PASSWORD)
    const { answer } = await choosePassword(browser, 'second@keepsake.test')
    const { url, request } = await continueSignIn(browser, answer.headers.location!)
    const session = (await exchangeCode(browser, request, url.searchParams)).json()
    expect(session.claims.email).toBe('second@keepsake.test')
  })
})

test('NX-340 RV-828 a used link says so and leads to the sign-in; its password stays', async () => {
  const email = 'used@keepsake.test'
  const browser = new Browser(app.http)
  const { link } = await choosePassword(browser, email)
  const again = await new Browser(app.http).get(link)
  expect(again.statusCode).toBe(410)
  expect(again.body).toContain('<h1>You’ve used this link</h1>')
  expect(again.body).toContain('<a class="primary" href="/">Sign in</a>')
  await expect(signInAs(new Browser(app.http), email, NEW_PASSWORD)).resolves.toBeDefined()
})

test('NX-339 a new password behind the link of a forgotten one is typed once more', async () => {
  const email = 'friend@keepsake.test'
  const browser = new Browser(app.http)
  await askForMail(browser, 'forgotten', email)
  const [link] = await listPaths(email)
  const saved = await browser.submitPage(link!, { password: NEW_PASSWORD })
  expect(saved.statusCode).toBe(200)
  expect(browser.cookie('keepsake_login_ticket')).toBeUndefined()
})
