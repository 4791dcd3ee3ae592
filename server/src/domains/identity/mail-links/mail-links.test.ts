import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReceivedMail } from '#server/platform/mail/mailbox.ts'
import { cleanUpIdentity } from '../jobs.ts'
import { Browser, csrfTokenIn } from '../testing/browser.ts'
import { enter, getMe, openSignInPage, signInAs, startSignIn } from '../testing/sign-in-flow.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const FRIEND = 'friend@keepsake.test'
const PASSWORD = 'photos-for-18-months'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Opens another page of the interaction and submits its form. */
async function ask(page: 'forgotten' | 'sign-up', fields: Record<string, string>, host?: string) {
  const browser = new Browser(app.http, host)
  const { path } = await openSignInPage(browser, await startSignIn(browser))
  const check = csrfTokenIn((await browser.get(`${path}/${page}`)).body)
  return browser.submit(`${path}/${page}`, { check, ...fields })
}

const mailTo = (address: string, subject: RegExp) =>
  app.mailbox.waitFor(mail => mail.to.includes(address) && subject.test(mail.subject))

function linkOf(mail: ReceivedMail): string {
  const address = /https?:\/\/\S+/.exec(mail.text)![0]
  expect(mail.html).toContain(address)
  return new URL(address).pathname
}

async function submitPassword(path: string, password: string) {
  const browser = new Browser(app.http)
  const check = csrfTokenIn((await browser.get(path)).body)
  return browser.submit(path, { check, password })
}

describe('forgotten password', () => {
  it('mails a link that sets a new password once, and signs out everywhere', async () => {
    const otherBrowser = new Browser(app.http)
    const session = await signInAs(otherBrowser, FRIEND, PASSWORD)
    const asked = await ask('forgotten', { email: ' Friend@Keepsake.test ' })
    expect(asked.statusCode).toBe(200)
    const mail = await mailTo(FRIEND, /^Choose a new password$/)
    expect(mail.from).toMatchObject({ name: 'Keepsake' })
    const path = linkOf(mail)

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
    const at = await openSignInPage(b, await startSignIn(b))
    expect((await enter(b, at, FRIEND, PASSWORD)).answer.statusCode).toBe(401)
    expect((await enter(b, at, FRIEND, 'a completely new one')).callback).not.toBeNull()
  })

  it('P27 never reveals whether there is an account', async () => {
    const known = await ask('forgotten', { email: 'studio@keepsake.test' })
    const unknown = await ask('forgotten', { email: 'studip@keepsake.test' })
    const same = (body: string) => body.replaceAll('studip', 'studio').replace(/interaction\/[^"]+/g, '')
    expect(unknown.statusCode).toBe(known.statusCode)
    expect(same(unknown.body)).toBe(same(known.body))
    await mailTo('studio@keepsake.test', /password/)
    await app.ctx.jobs.idle()
    expect(app.mailbox.list().some(mail => mail.to.includes('studip@keepsake.test'))).toBe(false)
  })

  it('P27 a link expires after an hour; its token is not in the database', async () => {
    await ask('forgotten', { email: 'demo@keepsake.test' })
    const path = linkOf(await mailTo('demo@keepsake.test', /password/))
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

  it('P27 at most five mails an hour are sent to one address, then 429', async () => {
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

describe('sign-up', () => {
  it('creates the account when the mailed link is confirmed, in the language and design of the brand', async () => {
    app.clock.advance(61 * 60_000)
    const email = 'neu@keepsake.test'
    const host = 'herzbild-de.localhost'
    const asked = await ask('sign-up', { email, password: 'lange genug 123' }, host)
    expect(asked.statusCode).toBe(200)
    const mail = await mailTo(email, /^Bestätigen Sie Ihre E-Mail-Adresse$/)
    expect(mail.from.name).toBe('Herzbild')
    expect(mail.html).toContain('#a81e62')
    const path = linkOf(mail)
    const b = new Browser(app.http, host)
    await expect(signInAs(b, email, 'lange genug 123')).rejects.toThrow('refused with 401')
    const confirmed = await b.submit(path, { check: csrfTokenIn((await b.get(path)).body) })
    expect(confirmed.body).toContain('Ihre E-Mail-Adresse ist bestätigt.')
    const session = await signInAs(b, email, 'lange genug 123')
    const me = (await getMe(b, session.accessToken)).json()
    expect(me).toMatchObject({
      email,
      accountDeleted: false,
      registrationDate: app.clock.now().toISOString(),
    })
    const again = await b.get(path)
    expect(again.body).toContain('Ihre E-Mail-Adresse ist bestätigt.')
  })

  it('P27 the response is the same for an address that has an account; only the mail differs', async () => {
    app.clock.advance(61 * 60_000)
    const taken = await ask('sign-up', { email: 'demo@keepsake.test', password: 'long enough 123' })
    const free = await ask('sign-up', { email: 'dema@keepsake.test', password: 'long enough 123' })
    const same = (body: string) => body.replaceAll('dema@', 'demo@').replace(/interaction\/[^"]+/g, '')
    expect(same(free.body)).toBe(same(taken.body))
    await mailTo('demo@keepsake.test', /^You already have an account$/)
    const b = new Browser(app.http)
    await expect(signInAs(b, 'demo@keepsake.test', 'long enough 123')).rejects.toThrow('refused with 401')
    await expect(signInAs(b, 'demo@keepsake.test', PASSWORD)).resolves.toBeDefined()
  })

  it('RV-602 marks and lists all invalid fields, and keeps the address but never the password', async () => {
    const answer = await ask('sign-up', { email: 'not"an address', password: '123456789' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toMatch(
      /role="alert" aria-labelledby="summary">\s*<h2 id="summary">Please check these fields<\/h2>/,
    )
    expect(answer.body).toContain('<a href="#email">Email</a> Please enter a valid email address')
    expect(answer.body).toContain(
      '<a href="#password">Password</a> Your password needs at least 10 characters',
    )
    expect(answer.body).toMatch(
      /<input id="email"[^>]* value="not&#34;an address"[^>]* aria-invalid="true" autofocus>/,
    )
    expect(answer.body).not.toContain('123456789')
    expect(answer.body.match(/autofocus/g)).toHaveLength(1)
  })

  it('RV-602 a single invalid field has the focus and no summary', async () => {
    const answer = await ask('sign-up', { email: 'ada@keepsake.test', password: 'short' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toContain('class="summary"')
    expect(answer.body).toMatch(/<input id="password"[^>]* aria-invalid="true" autofocus>/)
    expect(answer.body).toContain('value="ada@keepsake.test"')
  })

  it('RV-602 an empty form marks both fields', async () => {
    const answer = await ask('sign-up', { email: '', password: '' })
    expect(answer.body.match(/Please fill in this field/g)).toHaveLength(4)
  })

  it('refuses short passwords beside the field', async () => {
    const answer = await ask('sign-up', { email: 'kurz@keepsake.test', password: '123456789' })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('id="password-error"')
  })
})

it('the clean-up deletes expired records, links and counters, and keeps keys and valid ones', async () => {
  const b = new Browser(app.http)
  await signInAs(b, 'demo@keepsake.test', PASSWORD)
  await cleanUpIdentity(app.ctx)
  expect((await b.post('/session/refresh', {})).statusCode).toBe(200)
  app.clock.advance(31 * 86_400_000)
  await cleanUpIdentity(app.ctx)
  const records = await app.ctx.db.selectFrom('oidc_records').select('kind').execute()
  expect(records).toEqual([{ kind: 'SigningKey' }])
  expect(await app.ctx.db.selectFrom('mail_tokens').selectAll().execute()).toEqual([])
  expect(await app.ctx.db.selectFrom('rate_counts').selectAll().execute()).toEqual([])
})
