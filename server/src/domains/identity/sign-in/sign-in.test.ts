import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { createRecordingLog } from '#server/platform/log/recording-log.testing.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { Browser, readCsrfToken } from '../testing/browser.ts'
import { findMailedLink } from '../testing/mail-links.ts'
import {
  changeAttempt,
  enterPassword,
  exchangeCode,
  getAttemptCookieName,
  getMe,
  isCallback,
  openSignInPage,
  requestMail,
  signInAs,
  startSignIn,
  submitSignIn,
} from '../testing/sign-in-flow.ts'
import { startTestApp } from '../testing/test-app.ts'

const DEMO = 'demo@keepsake.test'
const PASSWORD = 'photos-for-18-months'
const app = closeAfterAll(await startTestApp())

const browser = (host?: string) => new Browser(app.http, host)

describe('AA-001 AA-002 AA-009 sign-in by authorization code with PKCE', () => {
  it('AA-001 AA-007 returns an access token with the claims of the account', async () => {
    const session = await signInAs(browser(), DEMO, PASSWORD)
    expect(session.expiresIn).toBe(600)
    const idpSub = session.claims.sub
    expect(session.claims).toMatchObject({ email: DEMO, idpType: 'keepsake', idpSub, amr: ['pwd'] })
    expect(decodeProtectedHeader(session.accessToken)).toMatchObject({ typ: 'at+jwt', alg: 'ES256' })
    const token = decodeJwt(session.accessToken)
    expect(token).toMatchObject({
      aud: 'keepsake-api',
      iss: 'http://localhost/identity',
      sub: session.claims.sub,
    })
    expect(token.exp! - token.iat!).toBe(600)
    const me = await getMe(browser(), session.accessToken)
    expect(me.json()).toMatchObject({ email: DEMO, status: null, accountDeleted: false })
  })

  it("AA-007 marks a business customer with 'b2b' and returns its status", async () => {
    const session = await signInAs(browser(), 'studio@keepsake.test', PASSWORD)
    expect(session.claims.amr).toContain('b2b')
    expect((await getMe(browser(), session.accessToken)).json()).toMatchObject({ status: 'Active' })
  })

  it('AA-009 RV-872 publishes a discovery document with the scope of the services, and keys that verify what it signs', async () => {
    const discovery = (await browser().get('/identity/.well-known/openid-configuration')).json()
    expect(discovery).toMatchObject({
      issuer: 'http://localhost/identity',
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'api'],
      end_session_endpoint: 'http://localhost/identity/session/end',
    })
    const { keys } = (await browser().get('/identity/jwks')).json()
    expect(keys).toHaveLength(1)
    expect(keys[0]).not.toHaveProperty('d')
  })

  it('AA-009 a wrong password gives the same error, after the same time, as an unknown address', async () => {
    const b = browser()
    const at = await openSignInPage(b, await startSignIn(b))
    const wrong = await submitSignIn(b, at, 'friend@keepsake.test', 'not the password')
    const unknown = await submitSignIn(b, at, 'nobody@keepsake.test', 'not the password')
    for (const { answer } of [wrong, unknown]) {
      expect(answer.statusCode).toBe(401)
      expect(answer.body).toContain('<p class="alert" role="alert">Email or password is wrong.</p>')
    }
    // Each page has a challenge of its own.
    const same = (body: string) => body.replace(/data-options="[^"]+"/, '').replaceAll('nobody@', 'friend@')
    expect(same(unknown.answer.body)).toBe(same(wrong.answer.body))
  })

  it('AA-009 a code works once', async () => {
    const b = browser()
    const { request: flow, callbackParams } = await enterPassword(b, DEMO, PASSWORD)
    const copy = b.copy()
    const session = await exchangeCode(b, flow, callbackParams!)
    expect(session.statusCode).toBe(200)
    const again = await exchangeCode(copy, flow, callbackParams!)
    expect(again.statusCode).toBe(400)
    expect(again.json()).toMatchObject({ code: 'bad-request' })
    // RFC 6749, 4.1.2: reuse revokes the tokens issued for the code.
    expect((await b.post('/session/refresh', {})).statusCode).toBe(401)
  })

  it('AA-009 two concurrent exchanges of one code create one session at most', async () => {
    const b = browser()
    const { request: flow, callbackParams } = await enterPassword(b, DEMO, PASSWORD)
    const answers = await Promise.all([
      exchangeCode(b.copy(), flow, callbackParams!),
      exchangeCode(b.copy(), flow, callbackParams!),
    ])
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1)
    expect(answers.map(({ statusCode }) => statusCode)).toContain(400)
  })

  it.each([
    ['wrong code_verifier', {}, { verifier: 'x'.repeat(43) }],
    ['wrong nonce', {}, { nonce: 'another nonce, long enough' }],
    ['a state that the cookie lacks', {}, { state: 'another state, long enough' }],
    ['the state of no attempt', { state: 'another state, long enough' }, {}],
    ['wrong issuer', { iss: 'https://elsewhere.example/identity' }, {}],
    ['missing issuer', { iss: undefined }, {}],
    ['unknown code', { code: 'nothing-like-a-code' }, {}],
  ])('AA-001 AA-009 refuses an exchange with %s: 400', async (_, changes, attemptChanges) => {
    const b = browser()
    const { request: flow, callbackParams } = await enterPassword(b, DEMO, PASSWORD)
    await changeAttempt(app.ctx, b, flow.state, attemptChanges)
    const answer = await exchangeCode(b, flow, callbackParams!, changes)
    expect(answer.statusCode).toBe(400)
    expect(String(answer.headers['set-cookie'])).not.toMatch(/keepsake_(refresh|id|session)/)
  })

  it('AA-009 refuses an exchange in a browser that did not start the sign-in: 400', async () => {
    const b = browser()
    const { request: flow, callbackParams } = await enterPassword(b, DEMO, PASSWORD)
    expect((await exchangeCode(browser(), flow, callbackParams!)).statusCode).toBe(400)
    expect((await exchangeCode(b, flow, callbackParams!)).statusCode).toBe(200)
    expect(b.cookie(getAttemptCookieName(flow.state))).toBeUndefined()
  })

  it('AA-009 a code expires after 60 seconds', async () => {
    const b = browser()
    const { request: flow, callbackParams } = await enterPassword(b, DEMO, PASSWORD)
    app.clock.advance(62_000)
    expect((await exchangeCode(b, flow, callbackParams!)).statusCode).toBe(400)
  })

  it.each([
    ['another host', 'http://elsewhere.example/auth/callback'],
    ['another path', 'http://localhost/auth/callback/more'],
    ['a query', 'http://localhost/auth/callback?x=1'],
    ['another scheme', 'https://localhost/auth/callback'],
    ['another brand', 'http://herzbild-de.localhost/auth/callback'],
    ['user information', 'http://localhost@elsewhere.example/auth/callback'],
  ])('AA-009 refuses a redirect address with %s: 400, and sends nobody there', async (_, redirect_uri) => {
    const { parameters } = await startSignIn(browser(), { redirect_uri })
    const answer = await browser().get(`/identity/auth?${parameters}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  })

  it.each([
    ['no PKCE', { code_challenge: null, code_challenge_method: null }],
    ['plain PKCE', { code_challenge_method: 'plain' }],
    ['implicit flow', { response_type: 'id_token' }],
    ['hybrid flow', { response_type: 'code id_token' }],
    ['foreign resource', { resource: 'urn:elsewhere' }],
  ])('AA-009 refuses a request with %s', async (_, changes) => {
    const { parameters } = await startSignIn(browser(), changes)
    const { url, answer } = await browser().follow(`/identity/auth?${parameters}`, isCallback)
    const error = answer ? answer.statusCode : (url.searchParams.get('error') ?? url.hash)
    expect(String(error)).toMatch(/^400$|invalid_|unsupported_/)
  })

  it('AA-009 the token endpoint of the provider requires the client secret of our own server', async () => {
    const b = browser()
    const { request: flow, callbackParams } = await enterPassword(b, DEMO, PASSWORD)
    const answer = await app.http.inject({
      method: 'POST',
      url: '/identity/token',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'keepsake-web',
        code: callbackParams!.get('code')!,
        code_verifier: flow.verifier,
        redirect_uri: 'http://localhost/auth/callback',
      }).toString(),
    })
    expect(answer.json()).toMatchObject({ error: 'invalid_client' })
    expect(answer.statusCode).toBe(401)
  })

  it('AA-001 a customer who is signed in at the provider is redirected back without a form', async () => {
    const b = browser()
    await signInAs(b, DEMO, PASSWORD)
    const flow = await startSignIn(b)
    const { url } = await b.follow(`/identity/auth?${flow.parameters}`, isCallback)
    expect(url.searchParams.get('state')).toBe(flow.state)
    expect((await exchangeCode(b, flow, url.searchParams)).statusCode).toBe(200)
  })
})

describe('sign-in pages', () => {
  it('NX-337 run one small script of their own origin, load nothing from others and cannot be framed', async () => {
    const b = browser()
    const { path, page } = await openSignInPage(b, await startSignIn(b))
    const answer = await b.get(path)
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/)
    expect(page.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script src="\/identity\/assets\/\w+\/page-script\.js" defer>$/),
    ])
    expect(page).not.toMatch(/\son\w+=|\sstyle=|<link[^>]*https?:|<form[^>]*action=/)
    expect(page).toMatch(/<label for="email">Email<\/label>/)
    expect(page).toMatch(/<label for="password">Password<\/label>/)
    expect(page).toContain('<button class="primary" type="submit">Sign in</button>')
    // With 'no-referrer' browsers would submit the form with the Origin 'null', which is refused.
    expect(answer.headers['referrer-policy']).toBe('same-origin')
    const sheets = [...page.matchAll(/(?:href|src)="(\/identity\/assets[^"]+)"/g)].map(
      ([, address]) => address!,
    )
    const pictures = (await b.get(sheets.find(address => address.endsWith('pages.css'))!)).body.matchAll(
      /url\("([^"]+)"\)/g,
    )
    const assets = [...sheets, ...[...pictures].map(([, address]) => address!)]
    expect(assets.length).toBe(3 + 1 + 2 + 12)
    for (const address of assets) {
      const asset = await b.get(address)
      expect([address, asset.statusCode]).toEqual([address, 200])
      expect(asset.headers['cache-control']).toContain('immutable')
    }
    const script = await b.get(sheets.find(address => address.endsWith('.js'))!, {
      'accept-encoding': 'gzip',
    })
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'gzip',
    })
    expect(script.rawPayload.length).toBeLessThanOrEqual(2048)
  })

  it('refuse a form without the CSRF token, from another site, or without the cookie', async () => {
    const b = browser()
    const { path, page } = await openSignInPage(b, await startSignIn(b))
    const fields = { email: DEMO, password: PASSWORD }
    expect((await b.submit(path, fields)).statusCode).toBe(400)
    const check = readCsrfToken(page)
    expect((await b.submit(path, { ...fields, check: 'x' })).statusCode).toBe(400)
    expect(
      (await b.submit(path, { ...fields, check }, { origin: 'https://elsewhere.example' })).statusCode,
    ).toBe(400)
    expect((await browser().submit(path, { ...fields, check })).statusCode).toBe(400)
    expect((await b.submit(path, { ...fields, check })).statusCode).toBe(303)
  })

  it('show the error beside the field and keep the address, escaped', async () => {
    const b = browser()
    const at = await openSignInPage(b, await startSignIn(b))
    const { answer } = await submitSignIn(b, at, '"><script>alert(1)</script>', '')
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('aria-describedby="email-error" aria-invalid="true"')
    expect(answer.body).toContain('Please enter a valid email address')
    expect(answer.body).toContain('Please fill in this field')
    expect(answer.body).not.toContain('<script>')
  })

  it("use the brand's language and theme", async () => {
    const b = browser('herzbild-de.localhost')
    const { page } = await openSignInPage(b, await startSignIn(b))
    expect(page).toContain('<html lang="de-DE">')
    expect(page).toContain('Willkommen zurück')
    expect(page).toMatch(/theme-herzbild\.css/)
  })
})

describe('AA-009 too many wrong passwords', () => {
  it('AA-009 answers 429 after 10 in 15 minutes, also to the right password, and accepts it again afterwards', async () => {
    const b = browser()
    const at = await openSignInPage(b, await startSignIn(b))
    app.clock.advance(16 * 60_000)
    for (let i = 0; i < 10; i++)
      expect((await submitSignIn(b, at, 'friend@keepsake.test', `wrong-${i}`)).answer.statusCode).toBe(401)
    const { answer } = await submitSignIn(b, at, 'Friend@keepsake.test', PASSWORD)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.body).toContain('Too many attempts. Please try again in 15 minutes.')
    app.clock.advance(16 * 60_000)
    expect((await submitSignIn(b, at, 'friend@keepsake.test', PASSWORD)).callbackParams).not.toBeNull()
  })

  it('AA-009 checks the password of no more than 10 of 30 parallel attempts', async () => {
    const b = browser()
    const at = await openSignInPage(b, await startSignIn(b))
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, i) => submitSignIn(b.copy(), at, 'nobody2@keepsake.test', `guess-${i}`)),
    )
    const wrong = outcomes.filter(({ answer }) => answer.statusCode === 401)
    expect(wrong.length).toBeLessThanOrEqual(10)
    expect(outcomes.length - wrong.length).toBe(
      outcomes.filter(({ answer }) => answer.statusCode === 429).length,
    )
  })
})

describe('RV-314 wrong passwords of others do not lock the owner out', () => {
  const EMAIL = 'classic@keepsake.test'
  const attempt = async (b: Browser, password: string) =>
    (await enterPassword(b, EMAIL, password)).answer.statusCode
  const attack = async () => {
    for (let i = 0; i < 10; i++) await attempt(browser(), `guess-${i}`)
    expect(await attempt(browser(), PASSWORD)).toBe(429)
  }

  it('RV-314 the owner signs in with a browser that signed in before, which has a limit of its own', async () => {
    app.clock.advance(16 * 60_000)
    const own = browser()
    await signInAs(own, EMAIL, PASSWORD)
    const device = own.setCookies.find(({ name }) => name === 'keepsake_device')!
    expect(device).toMatchObject({ path: '/identity', hostOnly: true })
    expect([device.attributes.has('httponly'), device.attributes.get('samesite')]).toEqual([true, 'Lax'])
    await own.post('/session/end', {})
    await attack()
    expect(await attempt(own.copy(), PASSWORD)).toBe(303)
    for (let i = 0; i < 10; i++) expect(await attempt(own.copy(), `typo-${i}`)).toBe(401)
    expect(await attempt(own.copy(), PASSWORD)).toBe(429)
  })

  it('RV-314 with another browser the owner signs in by a mailed link, while the attack goes on', async () => {
    app.clock.advance(16 * 60_000)
    await attack()
    const b = browser()
    await requestMail(b, 'forgotten', { email: EMAIL })
    const link = await findMailedLink(app, EMAIL, '/identity/new-password/')
    await b.submitPage(link.pathname, { password: PASSWORD })
    await attack()
    expect(await attempt(b, PASSWORD)).toBe(303)
  })

  it('RV-314 a cookie of another account, or an invented one, opens nothing', async () => {
    app.clock.advance(16 * 60_000)
    const other = browser()
    await signInAs(other, DEMO, PASSWORD)
    await other.post('/session/end', {})
    await attack()
    expect(await attempt(other, PASSWORD)).toBe(429)
  })
})

it('P30 no token, code, cookie, password or address is in the log', async () => {
  const { log, output } = createRecordingLog('trace')
  const b = new Browser(await app.sibling({ log }))
  const { request: flow, callbackParams } = await enterPassword(b, DEMO, PASSWORD)
  const session = (await exchangeCode(b, flow, callbackParams!)).json()
  await exchangeCode(b, flow, callbackParams!)
  await b.post('/session/refresh', {})
  expect(output()).toContain('/session/token')
  const secrets = [session.accessToken, callbackParams!.get('code')!, PASSWORD, DEMO]
  for (const secret of [...secrets, ...b.setCookies.map(({ value }) => value)])
    if (secret) expect(output()).not.toContain(secret)
})
