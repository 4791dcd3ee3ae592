import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { readConfig } from '../../platform/config/config.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { Browser } from './testing/browser.ts'
import { NATIVE_APP, NATIVE_REQUEST, signInApp, submitAsApp } from './testing/native-app.ts'
import { enterPassword, getMe, openSignInPage, signInAs, startSignIn } from './testing/sign-in-flow.ts'
import { startTestApp } from './testing/test-app.ts'

const [EMAIL, PASSWORD] = ['demo@keepsake.test', 'photos-for-18-months']
const { id: APP, redirectUris } = NATIVE_APP
const REDIRECT = redirectUris[0]!

let browser: Browser
const app = closeAfterAll(await startTestApp({ nativeClients: [NATIVE_APP] }))
beforeEach(() => {
  browser = new Browser(app.http)
})

const submit = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  submitAsApp(browser, url, fields, headers)
const token = (fields: Record<string, string>) => submit('/identity/token', fields)
const signIn = (redirectUri?: string) => signInApp(browser, EMAIL, PASSWORD, redirectUri)

describe('RV-213 a native app by configuration', () => {
  test('signs in with PKCE and no secret; its access token opens the services', async () => {
    const { access_token, refresh_token, expires_in } = await signIn()
    expect(expires_in).toBe(600)
    expect(refresh_token).not.toBe('')
    expect((await getMe(browser, access_token)).json()).toMatchObject({ email: EMAIL })
  })

  test('its address on the loopback interface has any port', async () => {
    const { access_token } = await signIn('http://127.0.0.1:51004/auth/callback')
    expect((await getMe(browser, access_token)).statusCode).toBe(200)
  })

  test('renews its tokens by rotation; a refresh token that was used before ends the session', async () => {
    const first = await signIn()
    const renew = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token })
    const second = (await renew(first.refresh_token)).json()
    expect((await getMe(browser, second.access_token)).statusCode).toBe(200)
    expect((await renew(first.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
    expect((await renew(second.refresh_token)).json()).toMatchObject({ error: 'invalid_grant' })
  })

  test('signs out by revoking its refresh token; its access tokens are refused, the web stays signed in', async () => {
    const web = await signInAs(browser, EMAIL, PASSWORD)
    const { access_token, refresh_token } = await signIn()
    const revoked = await submit('/identity/token/revocation', { token: refresh_token })
    expect(revoked.statusCode).toBe(200)
    // Another process: this one may accept the token for a second.
    const elsewhere = browser.copy(await app.sibling())
    expect((await getMe(elsewhere, access_token)).statusCode).toBe(401)
    expect((await getMe(elsewhere, web.accessToken)).statusCode).toBe(200)
  })

  test('leads to the sign-in page although the browser is signed in, and the page may lead back to the app', async () => {
    await signInAs(browser, EMAIL, PASSWORD)
    const request = await startSignIn(browser, NATIVE_REQUEST)
    const { path } = await openSignInPage(browser, request)
    const policy = (await browser.get(path)).headers['content-security-policy']
    expect(policy).toContain("form-action 'self' com.example.keepsake:")
    const silent = await startSignIn(browser, { ...NATIVE_REQUEST, prompt: 'none' })
    const answer = await browser.get(`/identity/auth?${silent.parameters}`)
    expect(new URL(answer.headers.location!).searchParams.get('error')).toBe('login_required')
  })

  test('the page of the web may lead to its own origin only', async () => {
    const { path } = await openSignInPage(browser, await startSignIn(browser))
    const policy = (await browser.get(path)).headers['content-security-policy']
    expect(policy).toMatch(/form-action 'self'$/)
  })

  test.each([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }],
    ['with the plain method of PKCE', { code_challenge_method: 'plain' }],
    ['with another address', { redirect_uri: 'com.example.other:/auth/callback' }],
    ['with another path', { redirect_uri: 'com.example.keepsake:/other' }],
    ['with another host of the loopback', { redirect_uri: 'http://localhost/auth/callback' }],
    ['with an address of the web', { redirect_uri: 'http://localhost/auth/callback', client_id: APP }],
    ['of an unknown client', { client_id: 'keepsake-other' }],
  ])('a request %s gets no code', async (_, changes) => {
    const request = await startSignIn(browser, { ...NATIVE_REQUEST, ...changes })
    const answer = await browser.get(`/identity/auth?${request.parameters}`)
    const { location = '' } = answer.headers
    expect(location).not.toContain('code=')
    expect(location).not.toContain('/identity/interaction')
  })

  test('a code is worth nothing without the verifier, or for another client', async () => {
    const request = await startSignIn(browser, NATIVE_REQUEST)
    const { callbackParams } = await enterPassword(browser, EMAIL, PASSWORD, request)
    const fields = {
      grant_type: 'authorization_code',
      code: callbackParams!.get('code')!,
      redirect_uri: REDIRECT,
    }
    expect((await token({ ...fields, code_verifier: 'x'.repeat(43) })).json().error).toBe('invalid_grant')
    const web = await token({ ...fields, code_verifier: request.verifier, client_id: 'keepsake-web' })
    expect(web.json().error).toBe('invalid_client')
  })
})

describe('RV-213 other origins', () => {
  test('no answer lets a page of another origin read it', async () => {
    const { accessToken } = await signInAs(browser, EMAIL, PASSWORD)
    const headers = { origin: 'https://other.example', authorization: `Bearer ${accessToken}` }
    const paths = [
      '/config.json',
      `${SERVICES.photoManagement}/users`,
      `${SERVICES.orders}/v2/superorders/me`,
      '/session/sign-in',
    ]
    for (const url of paths)
      for (const method of ['GET', 'OPTIONS'] as const) {
        const answer = await app.http.inject({ method, url, headers: { host: 'localhost', ...headers } })
        expect([url, method, answer.headers['access-control-allow-origin']]).toEqual([url, method, undefined])
      }
    const grant = { grant_type: 'refresh_token', refresh_token: 'x' }
    const refused = await submit('/identity/token', grant, { origin: 'https://other.example' })
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([400, undefined])
    const tus = await app.http.inject({
      method: 'OPTIONS',
      url: `${SERVICES.uploads}/files`,
      headers: { host: 'localhost', ...headers },
    })
    expect([tus.statusCode, tus.headers['access-control-allow-origin']]).toEqual([204, undefined])
  })
})

describe('RV-213 NATIVE_CLIENTS', () => {
  const read = (clients: unknown) => readConfig({ NATIVE_CLIENTS: JSON.stringify(clients) }).nativeClients
  const valid = { id: APP, redirectUris: [...redirectUris, 'https://app.example/callback'] }

  test('is a list of ids and addresses, and empty by default', () => {
    expect(readConfig({}).nativeClients).toEqual([])
    expect(read([valid])).toEqual([valid])
  })

  test.each([
    ['no list', valid],
    ['the client of the web', [{ ...valid, id: 'keepsake-web' }]],
    ['the same id twice', [valid, valid]],
    ['no address', [{ ...valid, redirectUris: [] }]],
    ['an http address that is not the loopback', [{ ...valid, redirectUris: ['http://app.example/'] }]],
    ['localhost', [{ ...valid, redirectUris: ['http://localhost/callback'] }]],
    ['a scheme without a domain name', [{ ...valid, redirectUris: ['keepsake:/callback'] }]],
    ['a script', [{ ...valid, redirectUris: ['javascript:alert(1)'] }]],
    ['a fragment', [{ ...valid, redirectUris: [`${REDIRECT}#a`] }]],
    ['a pattern', [{ ...valid, redirectUris: ['https://*.app.example/'] }]],
    ['a secret', [{ ...valid, secret: 'x' }]],
  ])('%s stops the start', (_, clients) => {
    expect(() => read(clients)).toThrow('NATIVE_CLIENTS')
  })
})
