import { describe, expect, it, test } from 'vitest'
import { brands, getVendorByBrand } from '#brands/index.ts'
import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import { domains } from '#server/app.ts'
import { createEraseAccountCommand } from '#server/domains/closures/index.ts'
import { openSocket } from '#server/testing/sockets.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { retentionCommand } from '../retention/commands/command.ts'
import { Browser, readCsrfToken } from './testing/browser.ts'
import { findNewestLink } from './testing/mail-links.ts'
import { getMe, isCallback, requestMail, signInAs, startSignIn } from './testing/sign-in-flow.ts'
import { startTestApp } from './testing/test-app.ts'

const FRIEND = 'friend@keepsake.test'
const DEMO = 'demo@keepsake.test'
/** A customer of one vendor only. */
const CLASSIC = 'classic@keepsake.test'
const PASSWORD = 'photos-for-18-months'
const OTHER_BRAND = 'keepsake-ie.localhost'
const OTHER_VENDOR = 'herzbild-de.localhost'
const app = closeAfterAll(await startTestApp())

const browser = (host?: string) => new Browser(app.http, host)

async function ask(page: 'forgotten' | 'sign-up', email: string, host?: string) {
  expect((await requestMail(browser(host), page, { email })).answer.statusCode).toBe(200)
  await app.idle()
}

const mailsTo = (address: string) => app.mailbox.list().filter(mail => mail.to.includes(address))
const findPath = async (address: string) => (await findNewestLink(app, address)).pathname

describe('RV-313 an account belongs to a vendor and its hosts', () => {
  it('RV-313 signs in at the hosts of all brands of its vendor and at no other', async () => {
    for (const { localHost, vendor, id } of brands) {
      if (id === 'snapbook-nl') continue
      const attempt = signInAs(browser(localHost), FRIEND, PASSWORD)
      if (vendor === 'keepsake') await expect(attempt).resolves.toBeDefined()
      else await expect(attempt).rejects.toThrow('refused with 401')
    }
  })

  it('RV-313 access tokens, also on sockets, are refused at the hosts of another vendor', async () => {
    const { accessToken } = await signInAs(browser(), FRIEND, PASSWORD)
    expect((await getMe(browser(OTHER_BRAND), accessToken)).statusCode).toBe(200)
    expect((await getMe(browser(OTHER_VENDOR), accessToken)).statusCode).toBe(401)
    const socket = await openSocket(app.origin, '/api/push/library', accessToken, { host: OTHER_VENDOR })
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    expect(socket.received).toEqual([])
  })

  it('RV-313 cookies, codes and refreshed tokens are refused at the hosts of another vendor', async () => {
    const b = browser()
    await signInAs(b, FRIEND, PASSWORD)
    const attacker = b.onHost(OTHER_VENDOR)
    attacker.copyCookie('keepsake_refresh_development', '/session', b)
    for (const name of ['keepsake_sso', 'keepsake_sso.sig']) attacker.copyCookie(name, '/identity', b)
    // Also while the result of a refresh is stored for other tabs.
    expect((await b.copy().post('/session/refresh', {})).statusCode).toBe(200)
    // Without the cookie of the other host there is no session (NX-332).
    const { statusCode, json } = await attacker.copy().post('/session/refresh', {})
    expect([statusCode, json()]).toEqual([200, null])
    attacker.copyCookie('keepsake_bind', '/', b)
    expect((await attacker.post('/session/refresh', {})).statusCode).toBe(401)
    const { parameters } = await startSignIn(attacker)
    const { url, answer } = await attacker.follow(`/identity/auth?${parameters}`, isCallback)
    expect([answer?.statusCode, url.pathname]).toEqual([
      200,
      expect.stringMatching(/^\/identity\/interaction\//),
    ])
  })

  it('RV-313 one address has an account of its own at each vendor', async () => {
    await ask('sign-up', FRIEND, OTHER_VENDOR)
    const path = await findPath(FRIEND)
    const response = await browser().get(path)
    expect(response.statusCode).toBe(410)
    const b = browser(OTHER_VENDOR)
    expect((await b.submitPage(path, { password: 'ein anderes Passwort' })).statusCode).toBe(303)
    const own = await signInAs(browser(OTHER_VENDOR), FRIEND, 'ein anderes Passwort')
    const first = await signInAs(browser(), FRIEND, PASSWORD)
    expect(own.claims.sub).not.toBe(first.claims.sub)
    await expect(signInAs(browser(), FRIEND, 'ein anderes Passwort')).rejects.toThrow('refused with 401')
  })

  it('RV-313 a forgotten password is that of the vendor whose host asked', async () => {
    const before = mailsTo(CLASSIC).length
    await ask('forgotten', CLASSIC, OTHER_VENDOR)
    expect(mailsTo(CLASSIC)).toHaveLength(before)
    await ask('forgotten', DEMO, OTHER_VENDOR)
    const path = await findPath(DEMO)
    const b = browser(OTHER_VENDOR)
    const check = readCsrfToken((await b.get(path)).body)
    expect((await browser().submit(path, { check, password: 'ein neues Passwort' })).statusCode).toBe(410)
    expect((await b.submit(path, { check, password: 'ein neues Passwort' })).statusCode).toBe(200)
    await expect(signInAs(browser(), DEMO, PASSWORD)).resolves.toBeDefined()
    await expect(signInAs(b, DEMO, 'ein neues Passwort')).resolves.toBeDefined()
  })

  it('RV-313 an operator who names an address of several vendors is asked for the account id', async () => {
    for (const action of [
      retentionCommand.parse(['delay', DEMO, '2099-01-01', '--by', 'Ada']),
      createEraseAccountCommand(domains).parse([DEMO, '--dry-run']),
    ])
      await expect(action!(app.ctx, () => undefined)).rejects.toThrow(
        /^demo@keepsake\.test has an account at several vendors, use its id: .*\(keepsake-gb\)/,
      )
    const { claims } = await signInAs(browser(), DEMO, PASSWORD)
    const output: string[] = []
    const print = (line: string) => output.push(line)
    const delay = retentionCommand.parse(['delay', claims.sub, '2099-01-01', '--by', 'Ada'])!
    expect([await delay(app.ctx, print), output[0]]).toEqual([0, expect.stringContaining(claims.sub)])
  })

  it('RV-313 the ids of brands begin with their vendor, as the migration assumes', () => {
    for (const { id, vendor } of brands) expect(id.split('-')[0]).toBe(vendor)
    expect(getVendorByBrand('a-brand-that-left')).toBe('keepsake')
  })
})

async function getOrigins(publicOrigin: string, host: string) {
  const http = await app.sibling({ config: { ...app.ctx.config, publicOrigin } })
  const answer = await http.inject({ url: '/.well-known/webauthn', headers: { host } })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

describe('NX-335 /.well-known/webauthn', () => {
  test('NX-335 names the origins of the vendor at the host of its RP ID, and is 404 at its other hosts', async () => {
    const { status, headers, body } = await getOrigins('https://my.keepsake.example', 'my.keepsake.example')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(body.origins.toSorted()).toEqual([
      'https://my.keepsake-espana.example',
      'https://my.keepsake-ireland.example',
      'https://my.keepsake-italia.example',
      'https://my.keepsake-portugal.example',
      'https://my.keepsake.example',
    ])
    const elsewhere = await getOrigins('https://my.keepsake.example', 'my.keepsake-ireland.example')
    expect(elsewhere.status).toBe(404)
  })

  test('NX-335 an environment has its own, with its port; hosts that redirect are left out', async () => {
    const origin = 'https://test.my.snapbook.example:8443'
    const { body } = await getOrigins(origin, 'test.my.snapbook.example:8443')
    expect(body.origins.toSorted()).toEqual(
      [origin, 'https://test.my.snapbook-deutschland.example:8443'].toSorted(),
    )
    const { body: other } = await getOrigins('https://my-acc.herzbild.example', 'my-acc.herzbild.example')
    expect(other.origins.toSorted()).toEqual([
      'https://my-acc.herzbild-austria.example',
      'https://my-acc.herzbild.example',
    ])
  })
})
