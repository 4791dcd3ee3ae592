// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configureHttp } from '../http/call.ts'
import { pageSession } from './page-session.ts'
import { safeReturnPath } from './return-path.ts'
import { startSignIn } from './sign-in.ts'
import { readCallback, recordSignInFailure } from './sign-in-callback.ts'

const AUTHORITY = {
  issuer: 'https://id.example',
  authorizationEndpoint: 'https://id.example/authorize?tenant=1',
  clientId: 'keepsake-web',
  redirectUri: 'https://my.example/auth/callback',
  scope: 'openid email offline_access',
  acrValues: 'vendor:keepsake',
  theme: 'keepsake',
  uiLocales: 'en-GB',
}
let before: ReturnType<typeof configureHttp>

beforeEach(() => {
  sessionStorage.clear()
  before = configureHttp({ fetch: async () => new Response(JSON.stringify(AUTHORITY)) })
})
afterEach(() => {
  configureHttp(before)
})

async function started(returnTo = '/my-photos/photos?stripped=1') {
  const { searchParams } = new URL(await startSignIn(returnTo))
  return (name: string) => searchParams.get(name) ?? ''
}

describe('starting a sign-in', () => {
  test('AA-001 is authorization code with PKCE (S256), state, nonce, scopes, theme and acr values', async () => {
    const request = await started()
    expect(request('response_type')).toBe('code')
    expect(request('code_challenge_method')).toBe('S256')
    expect(request('scope')).toBe(AUTHORITY.scope)
    expect(request('acr_values')).toBe(AUTHORITY.acrValues)
    expect(request('theme')).toBe(AUTHORITY.theme)
    expect(request('redirect_uri')).toBe(AUTHORITY.redirectUri)
    expect(request('tenant')).toBe('1')
    const { attempt } = readCallback(`?code=c&state=${request('state')}`)
    expect(attempt.nonce).toBe(request('nonce'))
    expect(attempt.verifier.length).toBeGreaterThanOrEqual(43)
    expect(request('code_challenge')).toBe(await challengeOf(attempt.verifier))
  })

  test('AA-001 is different every time', async () => {
    const [first, second] = [await started(), await started()]
    for (const name of ['state', 'nonce', 'code_challenge']) expect(first(name)).not.toBe(second(name))
  })

  test('AA-005 requires the configuration', () => {
    expect(() => pageSession()).toThrow('Config should be loaded before authentication')
  })
})

describe('the callback', () => {
  test('PL-013, AA-002 leads to the path and query that were requested', async () => {
    const request = await started()
    const { code, iss, attempt } = readCallback(
      `?code=the-code&state=${request('state')}&iss=https%3A%2F%2Fid.example`,
    )
    expect(code).toBe('the-code')
    expect(iss).toBe('https://id.example')
    expect(safeReturnPath(attempt.returnTo)).toBe('/my-photos/photos?stripped=1')
  })

  test('AA-006 with a foreign state, an error, no code or no sign-in of this tab is refused', async () => {
    expect(() => readCallback('?code=c&state=s')).toThrow('no sign-in')
    await started()
    expect(() => readCallback('?code=c&state=other')).toThrow('state')
    const request = await started()
    expect(() => readCallback(`?state=${request('state')}`)).toThrow('no code')
    await started()
    expect(() => readCallback('?error=access_denied&error_description=No')).toThrow('access_denied No')
  })

  test('AA-009 can be used once', async () => {
    const request = await started()
    const search = `?code=c&state=${request('state')}`
    readCallback(search)
    expect(() => readCallback(search)).toThrow('no sign-in')
  })

  test.each([
    'https://evil.example/',
    '//evil.example/x',
    '/\\evil.example',
    'javascript:alert(1)',
    '/auth/callback?code=1',
    '/logout',
    '',
  ])('never leads to %s', returnTo => {
    expect(safeReturnPath(returnTo)).toBe('/')
  })
})

test('AA-006 a third failure within a minute stops the redirect loop', () => {
  expect([recordSignInFailure(0), recordSignInFailure(1000), recordSignInFailure(2000)]).toEqual([
    false,
    false,
    true,
  ])
  expect(recordSignInFailure(70_000)).toBe(false)
})

async function challengeOf(verifier: string) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return Buffer.from(hash).toString('base64url')
}
