import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'
import { describe, expect, it } from 'vitest'
import { PUSH_TOKEN_EXPIRED } from '#contract/push.ts'
import { createManualClock } from '../../platform/clock/clock.testing.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { createRecordAdapter } from './provider/record-adapter.ts'
import { Browser } from './testing/browser.ts'
import { exchangeCode, getMe, type SignInRequest, signInAs, startSignIn } from './testing/sign-in-flow.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const app = closeAfterAll(await startTestApp())

describe('behind a load balancer that terminates TLS', () => {
  it('AA-009 P20 issuer, addresses and cookies are those of https', async () => {
    const publicOrigin = 'https://my.keepsake.example'
    const http = await app.sibling({ config: { ...app.ctx.config, publicOrigin } })
    const browser = new Browser(http, 'my.keepsake.example', 'https')
    const session = await signInAs(browser, 'demo@keepsake.test', 'photos-for-18-months')
    const { parameters, address } = await startSignIn(browser)
    expect(address).toBe(`${publicOrigin}/identity/auth`)
    expect(parameters.get('redirect_uri')).toBe(`${publicOrigin}/auth/callback`)
    const discovery = (await browser.get('/identity/.well-known/openid-configuration')).json()
    expect(discovery.issuer).toBe(`${publicOrigin}/identity`)
    for (const { name, attributes } of browser.setCookies.filter(({ value }) => value))
      expect([name, attributes.has('secure'), attributes.has('httponly')]).toEqual([name, true, true])
    expect((await getMe(browser, session.accessToken)).statusCode).toBe(200)
  })

  it('reads the host that the load balancer forwards, and ignores one that a client invents', async () => {
    const http = await app.sibling({
      config: {
        ...app.ctx.config,
        publicOrigin: 'https://my.keepsake.example',
        trustedProxies: { networks: ['loopback'] },
      },
    })
    const forwarded = { host: '10.0.0.7:4000', 'x-forwarded-host': 'my.herzbild.example' }
    const forwardedAnswer = await http.inject({ url: '/session/sign-in', headers: forwarded })
    expect(forwardedAnswer.headers.location).toMatch(/^https:\/\/my\.herzbild\.example\/identity\/auth\?/)
    const directAnswer = await app.http.inject({
      url: '/session/sign-in',
      headers: { ...forwarded, host: 'localhost' },
    })
    expect(directAnswer.headers.location).toMatch(/^http:\/\/localhost\/identity\/auth\?/)
  })
})

describe('an external identity provider by configuration', () => {
  const client = {
    clientId: 'shop',
    clientSecret: 'a secret they gave us',
    scope: 'email openid offline_access',
  }
  type ExternalProvider = Awaited<ReturnType<typeof externalProvider>>
  /** A browser of a server, with a clock of its own, whose customers sign in at the provider. */
  const openBrowserOf = async ({ issuer }: ExternalProvider) => {
    const [oidc, clock] = [{ issuer, ...client }, createManualClock(new Date())]
    const http = await app.sibling({ clock, config: { ...app.ctx.config, oidc } })
    return { browser: new Browser(http), http, clock, oidc }
  }
  /** Signs in at the provider by a request, a new one by default; returns the answer to its code. */
  const signIn = async (
    provider: ExternalProvider,
    browser: Browser,
    subject: string,
    request?: SignInRequest,
  ) => {
    const started = request ?? (await startSignIn(browser, { prompt: 'consent' }))
    return exchangeCode(browser, started, await provider.signIn(subject, started.parameters))
  }
  const upperCase = '7B0CAF52-5A4E-4C43-9D5F-0E8B7F1A2C3D'
  it.each([
    ['OP-44', 'customer-7', 'customer-7'],
    ['RV-201', upperCase, upperCase.toLowerCase()],
  ])(
    '%s signs %s in, creates the account the first time, refreshes tokens, signs out',
    async (_, subject, id) => {
      await using provider = await externalProvider(app, undefined, { idpType: 'shop', idpSub: 'anna' })
      const { browser, http } = await openBrowserOf(provider)
      const request = await startSignIn(browser, { prompt: 'consent' })
      expect(request.address).toBe(`${provider.issuer}/auth`)
      expect(request.parameters.get('client_id')).toBe('shop')
      expect(request.parameters.get('scope')).toBe('email openid offline_access')
      const callback = await provider.signIn(subject, request.parameters)
      const answer = await exchangeCode(browser, request, callback)
      expect(answer.statusCode).toBe(200)
      const session = answer.json()
      expect(session.claims).toMatchObject({
        sub: id,
        email: `${subject}@elsewhere.example`,
        idpType: 'shop',
        idpSub: 'anna',
        amr: ['b2b'],
      })
      const me = (await getMe(browser, session.accessToken)).json()
      expect(me).toMatchObject({ id, email: `${subject}@elsewhere.example`.toLowerCase() })
      // The account belongs to the vendor of the host where it was created (RV-313).
      const foreign = new Browser(http, 'herzbild-de.localhost')
      expect((await signIn(provider, foreign, subject)).statusCode).toBe(400)
      // Each provider refuses the tokens of the other.
      expect((await getMe(new Browser(app.http), session.accessToken)).statusCode).toBe(401)
      const own = await signInAs(new Browser(app.http), 'demo@keepsake.test', 'photos-for-18-months')
      expect((await getMe(browser, own.accessToken)).statusCode).toBe(401)

      // Sign-in and sign-up at the embedded provider are off.
      expect((await browser.get('/identity/.well-known/openid-configuration')).statusCode).toBe(404)

      const renewed = await browser.post('/session/refresh', {})
      expect(renewed.json().claims).toEqual(session.claims)
      await http.listen({ port: 0, host: '127.0.0.1' })
      const { port } = http.server.address() as AddressInfo
      const socket = await openLibrarySocket(`http://localhost:${port}`, session.accessToken)
      const copiedBrowser = browser.copy()
      const { endSessionUrl } = (await browser.post('/session/end', {})).json()
      expect(endSessionUrl).toContain(`${provider.issuer}/session/end?client_id=shop`)
      expect((await copiedBrowser.post('/session/refresh', {})).statusCode).toBe(401)
      // RV-205: its access tokens outlive the session, the sockets do not.
      expect(await socket.closed).toBe(PUSH_TOKEN_EXPIRED)
    },
  )

  it.each(['\0', '\ud800'])('RV-866 an address with %j creates no account', async character => {
    await using provider = await externalProvider(app, subject => `${subject}${character}@elsewhere.example`)
    const { browser } = await openBrowserOf(provider)
    expect((await signIn(provider, browser, 'customer-8')).statusCode).toBe(503)
    expect(await findActiveCustomer(app.ctx.db, 'customer-8')).toBeUndefined()
  })

  it('RV-867 a code whose exchange failed with 503 is exchanged when the page is loaded again', async () => {
    await using provider = await externalProvider(app)
    const { browser } = await openBrowserOf(provider)
    const request = await startSignIn(browser, { prompt: 'consent' }, '/orders')
    const callback = await provider.signIn('customer-9', request.parameters)
    provider.isFailing = true
    expect((await exchangeCode(browser, request, callback)).statusCode).toBe(503)
    provider.isFailing = false
    const answer = await exchangeCode(browser, request, callback)
    expect([answer.statusCode, answer.json().returnTo]).toEqual([200, '/orders'])
    expect((await exchangeCode(browser, request, callback)).statusCode).toBe(400)
  })

  describe('NX-311 asks its customers again', () => {
    const startStepUp = async (browser: Browser, changes: Record<string, string | null> = {}) => {
      const answer = await browser.get('/session/sign-in?step-up=1&returnTo=/orders')
      const { searchParams: parameters } = new URL(answer.headers.location!)
      for (const [name, value] of Object.entries(changes))
        if (value === null) parameters.delete(name)
        else parameters.set(name, value)
      return { parameters, state: parameters.get('state')!, address: '', verifier: '' }
    }
    const closing = (browser: Browser, token: string, sub: string, headers: Record<string, string> = {}) =>
      browser.post(
        `/api/account/v2/identities/external/${sub}/deleteaccount`,
        { channel: 'KEEPSAKE-GB' },
        { authorization: `Bearer ${token}`, ...headers },
      )

    it('NX-311 by an authorization with max_age=0; the ticket of its session opens the call, of that account, for 15 minutes', async () => {
      await using provider = await externalProvider(app)
      const { browser, clock } = await openBrowserOf(provider)
      const first = (await signIn(provider, browser, 'customer-20')).json()
      expect(first.stepUp).toBeUndefined()
      const refused = await closing(browser, first.accessToken, 'customer-20')
      expect([refused.statusCode, refused.json().code]).toEqual([401, 'step-up-required'])
      expect((await browser.post('/session/reauthentication/options', {})).statusCode).toBe(404)

      const again = await startStepUp(browser)
      expect([again.parameters.get('max_age'), again.parameters.get('prompt')]).toEqual(['0', 'login'])
      const session = (await signIn(provider, browser, 'customer-20', again)).json()
      const ticket = { 'x-keepsake-step-up': session.stepUp }
      expect((await closing(browser, session.accessToken, 'customer-20', ticket)).statusCode).toBe(202)
      expect((await closing(browser, first.accessToken, 'customer-20')).statusCode).toBe(401)
      const altered = {
        'x-keepsake-step-up': session.stepUp.replace(/.$/, session.stepUp.endsWith('A') ? 'B' : 'A'),
      }
      expect((await closing(browser, session.accessToken, 'customer-20', altered)).statusCode).toBe(401)

      const stranger = browser.withoutCookies()
      const foreign = (await signIn(provider, stranger, 'customer-21')).json()
      expect((await closing(stranger, foreign.accessToken, 'customer-21', ticket)).statusCode).toBe(401)
      clock.advance(5 * 60_000)
      expect((await closing(browser, session.accessToken, 'customer-20', ticket)).statusCode).toBe(202)
      clock.advance(11 * 60_000)
      const renewed = (await browser.post('/session/refresh', {})).json()
      expect((await closing(browser, renewed.accessToken, 'customer-20', ticket)).statusCode).toBe(401)
    })

    it.each([
      ['no-auth-time', { max_age: null, prompt: 'consent' }, 0],
      ['not-asked', {}, 2 * 60_000],
    ] as const)(
      'NX-311 a provider without a new proof is refused as %s, and the session stays',
      async (reason, changes, age) => {
        await using provider = await externalProvider(app)
        const { browser, clock } = await openBrowserOf(provider)
        await signIn(provider, browser, 'customer-22')
        const before = browser.cookie('keepsake_id_development')
        const again = await startStepUp(browser, changes)
        const callback = await provider.signIn('customer-22', again.parameters)
        clock.advance(age)
        const answer = await exchangeCode(browser, again, callback)
        expect([answer.statusCode, answer.json().reason]).toEqual([400, reason])
        expect(browser.cookie('keepsake_id_development')).toBe(before)
      },
    )

    it('NX-311 another account is refused, and the session stays; STEP_UP_EXTERNAL=off asks nobody', async () => {
      await using provider = await externalProvider(app)
      const { browser, clock, oidc } = await openBrowserOf(provider)
      const session = (await signIn(provider, browser, 'customer-23')).json()
      const again = await startStepUp(browser)
      expect((await signIn(provider, browser, 'customer-24', again)).statusCode).toBe(400)
      expect((await browser.post('/session/refresh', {})).json().claims.sub).toBe('customer-23')
      const config = { ...app.ctx.config, oidc, stepUpExternal: false }
      const unasked = browser.copy(await app.sibling({ clock, config }))
      expect((await closing(unasked, session.accessToken, 'customer-23')).statusCode).toBe(202)
    })
  })

  it('OP-44 an unreachable provider is 503, and works once it is reachable', async () => {
    const server = createServer((_, response) => {
      const document = { issuer, authorization_endpoint: `${issuer}/in`, token_endpoint: `${issuer}/token` }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
    })
    const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
    const close = () => new Promise<void>(resolve => server.close(() => resolve()))
    await listen(0)
    const { port } = server.address() as AddressInfo
    const issuer = `http://127.0.0.1:${port}`
    await close()
    const oidc = { issuer, ...client, clientSecret: null }
    const browser = new Browser(await app.sibling({ config: { ...app.ctx.config, oidc } }))
    const unavailable = await browser.get('/session/sign-in?returnTo=/orders')
    expect([unavailable.statusCode, unavailable.headers['content-type']]).toEqual([
      503,
      'text/html; charset=utf-8',
    ])
    expect(unavailable.body).toContain('href="/orders"')
    await listen(port)
    expect((await startSignIn(browser)).address).toBe(`${issuer}/in`)
    await close()
  })
})

/** An external provider on a local port: signs in any user by name, without a password. */
async function externalProvider(
  { ctx }: TestApp,
  toEmail = (subject: string) => `${subject}@elsewhere.example`,
  identity = {},
) {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const resource = { scope: 'openid', audience: 'keepsake-api', accessTokenFormat: 'jwt' as const }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    adapter: (kind: string) => createRecordAdapter(ctx, `Foreign${kind}`),
    jwks: { keys: [(await exportJWK(privateKey)) as never] },
    clients: [
      {
        client_id: 'shop',
        client_secret: 'a secret they gave us',
        redirect_uris: ['http://localhost/auth/callback', 'http://herzbild-de.localhost/auth/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    claims: { openid: ['sub'], email: ['email'] },
    cookies: { keys: ['only for this test'] },
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, email: toEmail(sub) }) }),
    extraTokenClaims: (_, token) =>
      'accountId' in token ? { email: toEmail(token.accountId!), ...identity, amr: ['b2b'] } : {},
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: () => true },
      userinfo: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:elsewhere:api',
        getResourceServerInfo: () => resource,
        useGrantedResource: () => true,
      },
    },
    interactions: { url: () => '/interaction' },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: 'shop', accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email offline_access')
      grant.addResourceScope('urn:elsewhere:api', 'openid')
      await grant.save()
      return grant
    },
    scopes: ['openid', 'email', 'offline_access'],
    ttl: { AccessToken: 600, Grant: 3600, IdToken: 600, Interaction: 600, RefreshToken: 3600, Session: 3600 },
  })
  let name = ''
  server.on('request', (request, response) => {
    if (external.isFailing) return response.writeHead(502).end()
    if (request.url === '/interaction')
      return provider.interactionFinished(request, response, { login: { accountId: name }, consent: {} })
    return provider.callback()(request, response)
  })
  const external = {
    issuer,
    isFailing: false,
    async signIn(as: string, parameters: URLSearchParams): Promise<URLSearchParams> {
      name = as
      const cookies = new Map<string, string>()
      let url = new URL(`${issuer}/auth?${parameters}`)
      while (url.pathname !== '/auth/callback') {
        const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, key, value] = /^([^=]+)=([^;]*)/.exec(line)!
          cookies.set(key!, value!)
        }
        if (!answer.headers.has('location')) throw new Error(`${answer.status} ${await answer.text()}`)
        url = new URL(answer.headers.get('location')!, url)
      }
      return url.searchParams
    },
    [Symbol.asyncDispose]: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
  return external
}
