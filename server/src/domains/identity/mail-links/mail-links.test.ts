import { describe, expect, it } from 'vitest'
import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import type { ReceivedMail } from '#sandbox/mailbox/mailbox.ts'
import { openSocket } from '#server/testing/sockets.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { cleanUpIdentity } from '../jobs.ts'
import { createCsrfToken } from '../pages/csrf-token.ts'
import { Browser, readCsrfToken } from '../testing/browser.ts'
import { listMails } from '../testing/mail-links.ts'
import {
  enterPassword,
  getMe,
  isCallback,
  openSignInPage,
  requestMail,
  signInAs,
  startSignIn,
} from '../testing/sign-in-flow.ts'
import { startTestApp } from '../testing/test-app.ts'

const FRIEND = 'friend@keepsake.test'
const PASSWORD = 'photos-for-18-months'
const app = closeAfterAll(await startTestApp())

/** Opens another page of the interaction and submits its form. */
async function ask(page: 'forgotten' | 'sign-up', fields: Record<string, string>, host?: string) {
  return (await requestMail(new Browser(app.http, host), page, fields)).answer
}

const mailTo = (address: string, subject: RegExp) =>
  app.mailbox.waitFor(mail => mail.to.includes(address) && subject.test(mail.subject))

function findLink(mail: ReceivedMail): string {
  const address = /https?:\/\/\S+/.exec(mail.text)![0]
  expect(mail.html).toContain(address)
  return new URL(address).pathname
}

/** The newest mail once all are sent. */
const newestMailTo = async (address: string) => (await listMails(app, address))[0]!

/** Removes what each interaction has of its own. */
const withoutInteraction = (page: string) =>
  page.replace(/interaction\/[^"]+/g, '').replace(/name="check" value="[^"]+"/, '')

/** Submits without opening the page: its CSRF token is known from before. */
function submitPasswordAnyway(path: string, password: string) {
  const check = createCsrfToken(app.ctx, path.split('/').at(-1)!)
  return new Browser(app.http).submit(path, { check, password })
}

const submitPassword = (path: string, password: string) =>
  new Browser(app.http).submitPage(path, { password })

describe('RV-308 a new password', () => {
  it('RV-308 uses up the other links of the account and ends its sessions, sign-ins in progress and sockets', async () => {
    const email = FRIEND
    for (let i = 0; i < 2; i++) await ask('forgotten', { email })
    const [second, first] = (await listMails(app, email)).map(findLink)
    const { accessToken } = await signInAs(new Browser(app.http), email, PASSWORD)
    const socket = await openSocket(app.origin, '/api/push/library')
    socket.send({ type: 'authenticate', accessToken })
    await expect.poll(() => socket.received.length).toBeGreaterThan(0)
    // Signed in at the provider with the old password, the redirect not yet followed.
    const attacker = new Browser(app.http)
    const at = await openSignInPage(attacker, await startSignIn(attacker))
    const entered = await attacker.submit(at.path, {
      check: readCsrfToken(at.page),
      email,
      password: PASSWORD,
    })
    expect(entered.statusCode).toBe(303)

    expect((await submitPassword(first!, 'the password after the change')).statusCode).toBe(200)
    expect((await submitPasswordAnyway(second!, 'the attacker’s password')).statusCode).toBe(410)
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    const resumed = await attacker.follow(entered.headers.location!, isCallback)
    expect(resumed.url.searchParams.has('code')).toBe(false)
    const b = new Browser(app.http)
    await expect(signInAs(b, email, 'the attacker’s password')).rejects.toThrow('refused with 401')
    await expect(signInAs(b, email, 'the password after the change')).resolves.toBeDefined()
    await ask('forgotten', { email })
    await submitPassword(findLink(await newestMailTo(email)), PASSWORD)
  })

  it('RV-312 a password of 200 characters can be used; a longer one is refused when it is set, not afterwards', async () => {
    app.clock.advance(61 * 60_000)
    const email = 'long@keepsake.test'
    await ask('sign-up', { email })
    const path = findLink(await newestMailTo(email))
    const tooLong = await submitPassword(path, 'ö'.repeat(201))
    expect([tooLong.statusCode, tooLong.body.includes('at most 200 characters')]).toEqual([400, true])
    const endless = await submitPassword(path, 'x'.repeat(10_000))
    expect([endless.statusCode, endless.body.includes('at most 200 characters')]).toEqual([400, true])
    const password = '📷'.repeat(200)
    expect((await submitPassword(path, password)).statusCode).toBe(303)
    const b = new Browser(app.http)
    await expect(signInAs(b, email, password)).resolves.toBeDefined()
    await expect(signInAs(b.withoutCookies(), email, `${password}x`)).rejects.toThrow('refused with 401')
    await expect(signInAs(b.withoutCookies(), email, 'x'.repeat(10_000))).rejects.toThrow('refused with 401')
  })

  it('RV-118 a refused new password stays in the field', async () => {
    const email = 'stays@keepsake.test'
    await ask('sign-up', { email })
    const refused = await submitPassword(findLink(await newestMailTo(email)), 'sho"rt')
    expect(refused.body).toMatch(/<input id="password"[^>]* type="password"[^>]* value="sho&#34;rt"/)
    expect(refused.headers['cache-control']).toBe('no-store')
  })
})

describe('forgotten password', () => {
  it('mails a link that sets a new password once, and signs out everywhere', async () => {
    const otherBrowser = new Browser(app.http)
    const session = await signInAs(otherBrowser, FRIEND, PASSWORD)
    const response = await ask('forgotten', { email: ' Friend@Keepsake.test ' })
    expect(response.statusCode).toBe(200)
    const mail = await newestMailTo(FRIEND)
    expect(mail.subject).toBe('Choose a new password')
    expect(mail.from).toMatchObject({ name: 'Keepsake' })
    const path = findLink(mail)

    // Mail scanners open links: that must not consume them.
    const scanner = new Browser(app.http)
    for (let i = 0; i < 3; i++) expect((await scanner.get(path)).statusCode).toBe(200)
    expect(
      (await app.http.inject({ method: 'HEAD', url: path, headers: { host: 'localhost' } })).statusCode,
    ).toBe(200)

    const short = await submitPassword(path, 'short')
    expect([short.statusCode, short.body.includes('at least 10 characters')]).toEqual([400, true])
    const saved = await submitPassword(path, 'a completely new one')
    expect([saved.statusCode, saved.body.includes('Your new password is saved')]).toEqual([200, true])
    expect((await scanner.get(path)).statusCode).toBe(410)

    expect((await otherBrowser.post('/session/refresh', {})).statusCode).toBe(401)
    expect((await getMe(otherBrowser, session.accessToken)).statusCode).toBe(401)
    const b = new Browser(app.http)
    expect((await enterPassword(b, FRIEND, PASSWORD)).answer.statusCode).toBe(401)
    expect((await enterPassword(b, FRIEND, 'a completely new one')).callbackParams).not.toBeNull()
  })

  it('P27 never reveals whether there is an account', async () => {
    const known = await ask('forgotten', { email: 'studio@keepsake.test' })
    const unknown = await ask('forgotten', { email: 'studip@keepsake.test' })
    const same = (body: string) => withoutInteraction(body.replaceAll('studip', 'studio'))
    expect(unknown.statusCode).toBe(known.statusCode)
    expect(same(unknown.body)).toBe(same(known.body))
    await mailTo('studio@keepsake.test', /password/)
    await app.ctx.jobs.idle()
    expect(app.mailbox.list().some(mail => mail.to.includes('studip@keepsake.test'))).toBe(false)
  })

  it('P27 a link expires after an hour; its token is not in the database', async () => {
    await ask('forgotten', { email: 'demo@keepsake.test' })
    const path = findLink(await mailTo('demo@keepsake.test', /password/))
    const token = path.split('/').at(-1)!
    const rows = await app.ctx.db.selectFrom('mail_tokens').selectAll().execute()
    const jobs = await app.ctx.db
      .selectFrom('pgboss.job' as never)
      .selectAll()
      .execute()
    expect(JSON.stringify([rows, jobs])).not.toContain(token)
    app.clock.advance(3_601_000)
    expect((await new Browser(app.http).get(path)).statusCode).toBe(410)
  })

  it.each([
    ['new-password', /To get a new one, choose ‘Forgot your password\?’ when you sign in\./],
    ['confirm', /If you’ve already chosen a password, sign in\. Otherwise choose ‘Create an account’ there/],
    ['revert-email', /If you didn’t change your email address, please <a href="https:[^"]+">contact us<\/a>/],
  ])('RV-837 a used or unknown link of %s says so and names the next step', async (path, nextStep) => {
    const { statusCode, body } = await new Browser(app.http).get(`/identity/${path}/used-or-unknown`)
    expect(statusCode).toBe(410)
    expect(body).toContain('<h1>This link is no longer valid</h1>')
    expect(body).toContain('This link has expired or has already been used.')
    expect(body).toMatch(nextStep)
  })

  it('P27 at most five mails an hour are sent to one address for one requester, then 429', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 7; i++)
      statuses.push((await ask('forgotten', { email: 'limit@keepsake.test' })).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
    app.clock.advance(61 * 60_000)
    expect((await ask('forgotten', { email: 'limit@keepsake.test' })).statusCode).toBe(200)
  })

  it('P27 header injection and impossible addresses are refused', async () => {
    for (const email of ['a@b.example\r\nBcc: c@d.example', 'a@b.example, c@d.example', 'a b@c.example', ''])
      expect((await ask('forgotten', { email })).statusCode).toBe(400)
  })
})

describe('RV-307 sign-up', () => {
  it('RV-307 the password is chosen behind the mailed link: a person who only requested the link cannot set one', async () => {
    app.clock.advance(61 * 60_000)
    const email = 'victim@keepsake.test'
    await ask('sign-up', { email })
    await mailTo(email, /^Confirm your email address$/)
    // The attacker's form has an additional password field.
    await ask('sign-up', { email, password: 'the attacker knows it' })
    const newest = findLink(await newestMailTo(email))
    expect((await submitPassword(newest, 'chosen by the owner')).statusCode).toBe(303)
    const b = new Browser(app.http)
    await expect(signInAs(b, email, 'the attacker knows it')).rejects.toThrow('refused with 401')
    await expect(signInAs(b, email, 'chosen by the owner')).resolves.toBeDefined()
  })

  it('RV-307 a second link to the same address neither replaces the password nor creates an account', async () => {
    app.clock.advance(61 * 60_000)
    const email = 'twice@keepsake.test'
    for (let i = 0; i < 2; i++) await ask('sign-up', { email })
    const [second, first] = (await listMails(app, email)).map(findLink)
    const openBefore = readCsrfToken((await new Browser(app.http).get(second!)).body)
    await submitPassword(first!, 'the first password')
    expect((await new Browser(app.http).get(second!)).statusCode).toBe(410)
    const late = await new Browser(app.http).submit(second!, {
      check: openBefore,
      password: 'the other password',
    })
    expect(late.statusCode).toBe(410)
    const b = new Browser(app.http)
    await expect(signInAs(b, email, 'the other password')).rejects.toThrow('refused with 401')
    await expect(signInAs(b, email, 'the first password')).resolves.toBeDefined()
  })

  it('RV-307 of two links that are submitted at the same moment one creates the account, the other is refused', async () => {
    app.clock.advance(61 * 60_000)
    const email = 'race@keepsake.test'
    for (let i = 0; i < 2; i++) await ask('sign-up', { email })
    const links = (await listMails(app, email)).map(findLink)
    const passwords = ['the first password', 'the other password']
    const answers = await Promise.all(links.map((link, i) => submitPasswordAnyway(link, passwords[i]!)))
    expect(answers.map(answer => answer.statusCode).sort()).toEqual([303, 410])
    for (const [i, { statusCode }] of answers.entries()) {
      const signedIn = signInAs(new Browser(app.http), email, passwords[i]!)
      if (statusCode === 303) await expect(signedIn).resolves.toBeDefined()
      else await expect(signedIn).rejects.toThrow('refused with 401')
    }
  })

  it('creates the account when the mailed link is confirmed, in the language and design of the brand', async () => {
    app.clock.advance(61 * 60_000)
    const email = 'neu@keepsake.test'
    const host = 'herzbild-de.localhost'
    const response = await ask('sign-up', { email }, host)
    expect(response.statusCode).toBe(200)
    const mail = await mailTo(email, /^Bestätigen Sie Ihre E-Mail-Adresse$/)
    expect(mail.from.name).toBe('Herzbild')
    expect(mail.html).toContain('#a81e62')
    // RV-840: a dark mode, the account and the time of the request.
    expect(mail.html).toContain('prefers-color-scheme:dark')
    expect(mail.text).toMatch(/^Konto: neu@keepsake\.test$/m)
    expect(mail.text).toMatch(/^Angefordert: .*\d{4} um \d\d:\d\d$/m)
    const path = findLink(mail)
    const b = new Browser(app.http, host)
    await expect(signInAs(b, email, 'lange genug 123')).rejects.toThrow('refused with 401')
    const opened = (await b.get(path)).body
    expect(opened).toContain('Für neu@keepsake.test. Sie werden sofort angemeldet.')
    const confirmed = await b.submit(path, { check: readCsrfToken(opened), password: 'lange genug 123' })
    expect(confirmed.statusCode).toBe(303)
    const session = await signInAs(new Browser(app.http, host), email, 'lange genug 123')
    const me = (await getMe(b, session.accessToken)).json()
    expect(me).toMatchObject({
      email,
      accountDeleted: false,
      registrationDate: app.clock.now().toISOString(),
    })
    expect((await b.get(path)).body).toContain('Sie haben diesen Link schon verwendet')
  })

  it('P27 the response is the same for an address that has an account; only the mail differs', async () => {
    app.clock.advance(61 * 60_000)
    const taken = await ask('sign-up', { email: 'demo@keepsake.test' })
    const free = await ask('sign-up', { email: 'dema@keepsake.test' })
    const same = (body: string) => withoutInteraction(body.replaceAll('dema@', 'demo@'))
    expect(same(free.body)).toBe(same(taken.body))
    await mailTo('demo@keepsake.test', /^You already have an account$/)
    const b = new Browser(app.http)
    await expect(signInAs(b, 'demo@keepsake.test', 'long enough 123')).rejects.toThrow('refused with 401')
    await expect(signInAs(b, 'demo@keepsake.test', PASSWORD)).resolves.toBeDefined()
  })

  it('RV-602 marks an invalid address, focuses the field and keeps what was typed', async () => {
    const answer = await ask('sign-up', { email: 'not"an address' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toContain('class="summary"')
    expect(answer.body).toContain('Please enter a valid email address')
    expect(answer.body).toMatch(
      /<input id="email"[^>]* value="not&#34;an address"[^>]* aria-invalid="true" autofocus>/,
    )
    expect(answer.body.match(/autofocus/g)).toHaveLength(1)
  })

  it('RV-602 the page behind the link refuses a short password beside the field, which has the focus', async () => {
    const email = 'kurz@keepsake.test'
    await ask('sign-up', { email })
    const answer = await submitPassword(findLink(await newestMailTo(email)), '123456789')
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('id="password-error"')
    expect(answer.body).toMatch(/<input id="password"[^>]* aria-invalid="true" autofocus>/)
    expect(answer.body).toContain('value="kurz@keepsake.test"')
  })
})

it('the clean-up deletes expired records, links and counters, and keeps keys and valid ones', async () => {
  const b = new Browser(app.http)
  await signInAs(b, 'demo@keepsake.test', PASSWORD)
  await cleanUpIdentity(app.ctx)
  expect((await b.post('/session/refresh', {})).statusCode).toBe(200)
  app.clock.advance(32 * 86_400_000)
  await cleanUpIdentity(app.ctx)
  const records = await app.ctx.db.selectFrom('oidc_records').select('kind').execute()
  expect(records).toEqual([{ kind: 'SigningKey' }])
  expect(await app.ctx.db.selectFrom('mail_tokens').selectAll().execute()).toEqual([])
  expect(await app.ctx.db.selectFrom('rate_counts').selectAll().execute()).toEqual([])
})
