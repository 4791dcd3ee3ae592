import { describe, expect, test } from 'vitest'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { Browser } from './testing/browser.ts'
import { enterPassword, exchangeCode, isCallback, signInAs, startSignIn } from './testing/sign-in-flow.ts'
import { startTestApp } from './testing/test-app.ts'

const EMAIL = 'demo@keepsake.test'
const PASSWORD = 'photos-for-18-months'
const ORIGIN = 'https://my.keepsake.example'
const app = closeAfterAll(await startTestApp())
const http = await app.sibling({ config: { ...app.ctx.config, publicOrigin: ORIGIN } })

const browser = () => new Browser(http, new URL(ORIGIN).host, 'https')

/**
 * Every cookie of the product over TLS. `contents` is why a client cannot make one up: encrypted and signed ones with a
 * key of SECRET; the tokens of a session are credentials of the provider, and its mark proves nothing.
 */
const COOKIES = [
  { name: '__Host-keepsake_bind', path: '/', domain: undefined, contents: 'token' },
  { name: '__Host-keepsake_sign_in_attempt_*', path: '/', domain: undefined, contents: 'encrypted' },
  { name: 'keepsake_device', path: '/identity', domain: undefined, contents: 'signed' },
  { name: 'keepsake_id', path: '/session', domain: 'keepsake.example', contents: 'token' },
  { name: 'keepsake_refresh', path: '/session', domain: 'keepsake.example', contents: 'token' },
  { name: 'keepsake_resume', path: '/identity/auth/*', domain: undefined, contents: 'signed' },
  { name: 'keepsake_session', path: '/', domain: 'keepsake.example', contents: 'mark' },
  { name: 'keepsake_sign_in', path: '/identity/interaction/*', domain: undefined, contents: 'signed' },
  { name: 'keepsake_sso', path: '/identity', domain: undefined, contents: 'signed' },
]

describe('RV-867 cookies', () => {
  test('RV-867 each has its name, its scope and its flags, and no client can make one up', async () => {
    const b = browser()
    const { request: flow, callbackParams } = await enterPassword(b, EMAIL, PASSWORD)
    await exchangeCode(b, flow, callbackParams!)
    await b.post('/session/refresh', {})
    await b.post('/session/end', {})
    const isSignature = (name: string) => name.endsWith('.sig')
    const seen = new Map(
      b.setCookies
        .filter(({ name }) => !isSignature(name))
        .map(({ name, path, attributes }) => [
          name.replace(/(attempt_).+/, '$1*'),
          { path: path.replace(/(interaction|auth)\/[\w-]+$/, '$1/*'), domain: attributes.get('domain') },
        ]),
    )
    expect(
      [...seen].map(([name, scope]) => ({ name, ...scope })).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ).toEqual(COOKIES.map(({ contents: _, ...cookie }) => cookie))
    for (const { name, attributes } of b.setCookies)
      expect([
        name,
        attributes.has('secure'),
        attributes.has('httponly'),
        attributes.get('samesite'),
      ]).toEqual([name, true, true, expect.stringMatching(/^lax$/i)])
    for (const { name, contents } of COOKIES) {
      const named = b.setCookies.filter(each => each.value && each.name.startsWith(name.replace('*', '')))
      if (contents === 'encrypted')
        for (const { value } of named) expect(value).toMatch(/^eyJ[\w-]+\.(\.[\w-]+){3}$/)
      if (contents === 'signed' && name !== 'keepsake_device')
        expect([name, named.some(each => isSignature(each.name))]).toEqual([name, true])
    }
  })

  test('RV-867 no secret of an attempt can be read in its cookie', async () => {
    const b = browser()
    const flow = await startSignIn(b, {}, '/orders?of=me')
    const [attempt] = b.setCookies
    expect(attempt!.name).toBe(`__Host-keepsake_sign_in_attempt_${flow.state.slice(0, 16)}`)
    const decoded = attempt!.value.split('.').map(part => Buffer.from(part, 'base64url').toString('latin1'))
    for (const text of [attempt!.value, ...decoded])
      for (const secret of [flow.state, flow.parameters.get('nonce')!, '/orders'])
        expect(text).not.toContain(secret)
  })

  test.each([
    ['plain text', (state: string) => toPlainCookie(plainAttempt(state))],
    ['no text', () => ''],
    [
      'another encryption',
      () => 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA',
    ],
  ])('RV-867 an attempt that was planted as %s is refused', async (_, plant) => {
    const victim = browser()
    const attacker = browser()
    const { request: flow, callbackParams } = await enterPassword(attacker, EMAIL, PASSWORD)
    await startSignIn(victim)
    const name = `__Host-keepsake_sign_in_attempt_${flow.state.slice(0, 16)}`
    victim.plantCookie(name, plant(flow.state))
    const answer = await exchangeCode(victim, flow, callbackParams!)
    expect(answer.statusCode).toBe(400)
    expect(victim.cookie('keepsake_refresh')).toBeUndefined()
  })

  test('RV-867 an attempt is refused after an hour, and works until then', async () => {
    const b = browser()
    await signInAs(b, EMAIL, PASSWORD)
    for (const [minutes, status] of [
      [59, 200],
      [61, 400],
    ] as const) {
      const flow = await startSignIn(b)
      app.clock.advance(minutes * 60_000)
      const { url } = await b.follow(`/identity/auth?${flow.parameters}`, isCallback)
      expect([minutes, (await exchangeCode(b, flow, url.searchParams)).statusCode]).toEqual([minutes, status])
    }
  })

  test('RV-867 attempts with long addresses do not fill the header of every request', async () => {
    const b = browser()
    for (let i = 0; i < 8; i++) {
      app.clock.advance(1000)
      await startSignIn(b, {}, `/orders?a=${'x'.repeat(1900)}${i}`)
    }
    expect(b.cookieHeader.length).toBeLessThan(12_000)
  })
})

describe('NX-332 the refresh cookie, which sibling hosts receive and can set', () => {
  const BIND = '__Host-keepsake_bind'
  const refresh = (b: Browser) => b.post('/session/refresh', {})
  const signedIn = async () => {
    const b = browser()
    return { b, session: await signInAs(b, EMAIL, PASSWORD) }
  }
  /** What a sibling host has of a browser: the cookies of the parent domain, and none of the host. */
  const atSibling = (b: Browser) => {
    const sibling = browser()
    for (const name of ['keepsake_refresh', 'keepsake_id', 'keepsake_session'])
      sibling.copyCookie(name, '/session', b)
    return sibling
  }

  test('NX-332 is no session without the cookie of the host: 200 null, nothing is consumed, and it ends nothing', async () => {
    const { b } = await signedIn()
    const sibling = atSibling(b)
    const answer = await refresh(sibling)
    expect([answer.statusCode, answer.json()]).toEqual([200, null])
    sibling.plantCookie(BIND, 'x'.repeat(43))
    expect((await refresh(sibling)).json()).toBeNull()
    await sibling.post('/session/end', { everywhere: true })
    const own = await refresh(b)
    expect([own.statusCode, own.json().expiresIn]).toEqual([200, 600])
    expect(own.headers['set-cookie']).toContainEqual(expect.stringContaining(BIND))
  })

  test('NX-332 of an attacker is no session in the browser of a victim, signed in or not', async () => {
    const { b: attacker } = await signedIn()
    const visitor = browser()
    visitor.copyCookie('keepsake_refresh', '/session', attacker)
    expect((await refresh(visitor)).json()).toBeNull()
    const { b: victim } = await signedIn()
    victim.replaceCookie('keepsake_refresh', attacker.cookie('keepsake_refresh')!)
    expect((await refresh(victim)).json()).toBeNull()
    // Signing in again makes the victim's own.
    await signInAs(victim.withoutCookies(), EMAIL, PASSWORD)
    expect((await refresh(attacker)).json()).not.toBeNull()
  })
})

test('RV-867 NX-332 on a developer’s machine without TLS the names of the host have no prefix', async () => {
  const b = new Browser(app.http)
  const { request, callbackParams } = await enterPassword(b, EMAIL, PASSWORD)
  await exchangeCode(b, request, callbackParams!)
  for (const expected of ['keepsake_bind', `keepsake_sign_in_attempt_${request.state.slice(0, 16)}`]) {
    const { path, hostOnly, attributes } = b.setCookies.find(({ name }) => name === expected)!
    expect([path, hostOnly, attributes.has('secure')]).toEqual(['/', true, false])
  }
})

const toPlainCookie = (text: string) => Buffer.from(text).toString('base64url')

const plainAttempt = (state: string) =>
  JSON.stringify({
    state,
    nonce: 'n'.repeat(43),
    verifier: 'v'.repeat(43),
    returnTo: '/',
    started: Date.now(),
  })
