import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { domains } from '#server/app.ts'
import { authenticate } from '../domains/identity/index.ts'
import { Browser } from '../domains/identity/testing/browser.ts'
import {
  exchangeCode,
  isCallback,
  openSignInPage,
  startSignIn,
  submitSignIn,
} from '../domains/identity/testing/sign-in-flow.ts'
import { startTestApp, type TestApp } from '../domains/identity/testing/test-app.ts'
import { createApp } from '../http/app.ts'
import { createTestFolder } from '../testing/test-folder.ts'
import { site } from './site.ts'

const EMAIL = 'demo@keepsake.test'
const PASSWORD = 'photos-for-18-months'
const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
let app: TestApp
let http: TestApp['http']
const folder = createTestFolder()

beforeAll(async () => {
  app = await startTestApp()
  await writeFile(join(folder, 'index.html'), '<!doctype html><div id="app"></div>')
  const ctx = { ...app.ctx, config: { ...app.ctx.config, webDir: folder } }
  http = (await createApp(ctx, [...domains, site], authenticate(ctx))).http
  await http.ready()
})
afterAll(async () => {
  await http.close()
  await app.close()
})

const browser = () => new Browser(http)

async function signInFrom(b: Browser, path: string) {
  const page = await b.get(path, HTML)
  const start = new URL(page.headers.location!, b.origin)
  const request = await startSignIn(b, {}, start.searchParams.get('returnTo')!)
  const { callbackParams } = await submitSignIn(b, await openSignInPage(b, request), EMAIL, PASSWORD)
  return exchangeCode(b, request, callbackParams!)
}

describe('a page request without a session', () => {
  test('RV-408 PL-013 AA-001 AA-002 is redirected to the provider and returns to the same path and query', async () => {
    const b = browser()
    const answer = await b.get('/my-photos/photos?from=a+mail&name=J%C3%B6rg', HTML)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store'])
    const start = new URL(answer.headers.location!, b.origin)
    expect(start.origin + start.pathname).toBe('http://localhost/session/sign-in')
    const provider = new URL((await b.get(start.pathname + start.search)).headers.location!)
    expect(provider.origin + provider.pathname).toBe('http://localhost/identity/auth')
    expect(Object.fromEntries(provider.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'keepsake-web',
      redirect_uri: 'http://localhost/auth/callback',
      scope: 'openid email api',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      acr_values: 'urn:keepsake:vendor:keepsake',
      theme: 'keepsake',
      ui_locales: 'en-GB',
    })
    const { returnTo } = (await signInFrom(b, '/my-photos/photos?from=a+mail&name=J%C3%B6rg')).json()
    expect(returnTo).toBe('/my-photos/photos?from=a+mail&name=J%C3%B6rg')
  })

  test('RV-408 AA-004 with a session it gets the app, after signing out the sign-in again', async () => {
    const b = browser()
    expect((await signInFrom(b, '/orders')).statusCode).toBe(200)
    const signedIn = await b.get('/orders', HTML)
    expect([signedIn.statusCode, signedIn.body]).toEqual([200, expect.stringContaining('id="app"')])
    await b.post('/session/end', { everywhere: false })
    expect((await b.get('/orders', HTML)).statusCode).toBe(302)
  })

  test('RV-408 with a session that has ended it gets the app once: the refresh ends the mark', async () => {
    const b = browser()
    await signInFrom(b, '/orders')
    const stolen = b.copy()
    await b.post('/session/end', { everywhere: true })
    expect((await stolen.get('/orders', HTML)).statusCode).toBe(200)
    expect((await stolen.post('/session/refresh', {})).statusCode).toBe(401)
    expect((await stolen.get('/orders', HTML)).statusCode).toBe(302)
  })

  test.each([
    '/account-deleted',
    '/account-locked',
    '/change-email-success',
    '/Subscription-Confirmation/?confirmation-token=x',
    '/from-phone?token=x',
    '/auth/callback?code=1&state=2',
    '/logout',
  ])('AA-012 %s needs none', async path => {
    expect((await browser().get(path, HTML)).body).toContain('id="app"')
  })

  test('AA-012 a page whose path only begins like a public one asks for the sign-in', async () => {
    expect((await browser().get('/account-deleted-by-others', HTML)).statusCode).toBe(302)
  })

  test('a client that does not ask for a page is not redirected', async () => {
    expect((await browser().get('/orders', { accept: '*/*' })).statusCode).toBe(200)
  })

  test('AA-001 tabs can sign in at the same time; the secrets of at most five are stored', async () => {
    const b = browser()
    const requests = []
    for (let i = 0; i < 6; i++) {
      app.clock.advance(1000)
      requests.push(await startSignIn(b, {}, `/orders?tab=${i}`))
    }
    const stored = requests.map(
      ({ state }) => b.cookie(`keepsake_sign_in_attempt_${state.slice(0, 16)}`) !== undefined,
    )
    expect(stored).toEqual([false, true, true, true, true, true])
    const { callbackParams } = await submitSignIn(b, await openSignInPage(b, requests[1]!), EMAIL, PASSWORD)
    expect((await exchangeCode(b, requests[1]!, callbackParams!)).json().returnTo).toBe('/orders?tab=1')
    const { url } = await b.follow(`/identity/auth?${requests[5]!.parameters}`, isCallback)
    expect((await exchangeCode(b, requests[5]!, url.searchParams)).json().returnTo).toBe('/orders?tab=5')
    for (const { attributes, path, hostOnly } of b.setCookies.filter(({ name }) => /attempt/.test(name)))
      expect([attributes.has('httponly'), attributes.get('samesite'), path, hostOnly]).toEqual([
        true,
        'Lax',
        '/',
        true,
      ])
  })

  test.each([
    'https://evil.example/',
    '//evil.example/x',
    '/.//evil.example/x',
    '/x/..//evil.example/x',
    '/auth/callback?code=1',
    '/logout',
    '/session/sign-in',
    '/identity/auth',
    '/api/docs',
    `/orders?${'x'.repeat(4000)}`,
    '',
  ])('AA-002 RV-1156 the sign-in never returns to %s', async returnTo => {
    const b = browser()
    const request = await startSignIn(b, {}, returnTo)
    const { callbackParams } = await submitSignIn(b, await openSignInPage(b, request), EMAIL, PASSWORD)
    expect((await exchangeCode(b, request, callbackParams!)).json().returnTo).toBe('/')
  })

  test('PL-144 a browser that stores no cookies is asked to allow them, once', async () => {
    const start = new URL((await browser().get('/orders', HTML)).headers.location!, 'http://localhost')
    const provider = new URL((await browser().get(start.pathname + start.search)).headers.location!)
    const page = new URL(
      (await browser().get(provider.pathname + provider.search)).headers.location!,
      provider,
    )
    const answer = await browser().get(page.pathname, HTML)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('Your browser blocks site data')
    expect(answer.body).toContain('Please enable site data and cookies in your browser settings')
    expect(answer.body).toContain('Reload page')
  })
})
