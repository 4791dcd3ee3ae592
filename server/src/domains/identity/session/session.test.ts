import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { change } from '../../../context.ts'
import { deleteRows, updateRows } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { closeCustomer, reopenCustomer } from '../../customers/store/closing.ts'
import { Browser } from '../testing/browser.ts'
import { getMe, openSignInPage, signInAs, startSignIn } from '../testing/sign-in-flow.ts'
import { startTestApp } from '../testing/test-app.ts'
import { getCallerCache } from './caller-cache.ts'
import { REUSE_LEEWAY_MS } from './token-refresh.ts'

const DEMO = 'demo@keepsake.test'
const PASSWORD = 'photos-for-18-months'
const app = closeAfterAll(await startTestApp())

async function signedIn(host?: string) {
  const browser = new Browser(app.http, host)
  return { browser, session: await signInAs(browser, DEMO, PASSWORD) }
}

const refresh = (browser: Browser) => browser.post('/session/refresh', {})

describe('AA-003 OP-44 cookies of the session', () => {
  it('AA-003 are set for the parent domain, HttpOnly, Secure, SameSite=Lax; another host of the domain shares the session', async () => {
    const { browser } = await signedIn('my.keepsake.example')
    const cookies = browser.setCookies.filter(({ name }) => /^keepsake_(id|refresh)$/.test(name))
    expect(cookies).toHaveLength(2)
    for (const { attributes } of cookies) {
      expect(Object.fromEntries(attributes)).toMatchObject({
        domain: 'keepsake.example',
        path: '/session',
        samesite: 'Lax',
        'max-age': String(30 * 86_400),
      })
      expect([attributes.has('httponly'), attributes.has('secure')]).toEqual([true, true])
    }
    expect(browser.onHost('test.my.keepsake.example').cookie('keepsake_refresh')).toBeDefined()
    const sent = await browser.onHost('my.keepsake.example').post('/session/refresh', {})
    expect(sent.statusCode).toBe(200)
  })

  it('AA-003 on a local host belong to that host only and need no TLS', async () => {
    const { browser } = await signedIn('keepsake-ie.localhost:4000')
    const { attributes } = browser.setCookies.find(({ name }) => name.startsWith('keepsake_refresh'))!
    expect([attributes.has('httponly'), attributes.has('secure'), attributes.has('domain')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('AA-003 of test hosts have other names than those of production, whose domain they share', async () => {
    const { browser } = await signedIn('test.my.keepsake.example')
    const cookies = browser.setCookies.filter(
      ({ attributes }) => attributes.get('domain') === 'keepsake.example',
    )
    expect(cookies.map(({ name }) => name).sort()).toEqual([
      'keepsake_id_test',
      'keepsake_refresh_test',
      'keepsake_session_test',
    ])
  })

  it('P21 no response exposes a refresh or id token to scripts', async () => {
    const { browser, session } = await signedIn()
    const answer = await refresh(browser)
    for (const { name, value } of browser.setCookies)
      if (value && /keepsake_(id|refresh)/.test(name))
        expect(JSON.stringify([session, answer.json()])).not.toContain(value)
  })
})

describe('AA-003 OP-44 token refresh', () => {
  it('OP-44 returns a new access token and rotates the refresh token', async () => {
    const { browser, session } = await signedIn()
    const first = browser.cookie('keepsake_refresh_development')
    const answer = await refresh(browser)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().accessToken).not.toBe(session.accessToken)
    expect(answer.json()).toMatchObject({ expiresIn: 600, claims: session.claims })
    expect(browser.cookie('keepsake_refresh_development')).not.toBe(first)
    expect((await getMe(browser, answer.json().accessToken)).statusCode).toBe(200)
  })

  it('RV-1204 names the zone of the customer’s brand, on every host', async () => {
    const { browser, session } = await signedIn()
    expect((await refresh(browser)).json().timeZone).toBe('Europe/London')
    const key = { account_id: session.claims.sub }
    await updateRows(app.ctx.db, 'customers', key, { brand_id: 'keepsake-it' })
    expect((await refresh(browser)).json().timeZone).toBe('Europe/Rome')
    await updateRows(app.ctx.db, 'customers', key, { brand_id: 'keepsake-gb' })
  })

  it('P20 ten concurrent tabs receive the same tokens, also of different processes, and none is signed out', async () => {
    const { browser } = await signedIn()
    const other = await app.sibling()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => refresh(browser.copy(i % 2 ? other : app.http))),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
    expect(new Set(answers.map(answer => answer.json().accessToken)).size).toBe(1)
    await refresh(browser)
    expect((await refresh(browser)).statusCode).toBe(200)
  })

  it('P20 a tab some seconds later receives the same token, with its remaining lifetime', async () => {
    const { browser } = await signedIn()
    const late = browser.copy()
    const first = await refresh(browser)
    app.clock.advance(REUSE_LEEWAY_MS - 2000)
    const second = await refresh(late)
    expect(second.json().accessToken).toBe(first.json().accessToken)
    expect(second.json().expiresIn).toBe(592)
    expect((await refresh(late)).statusCode).toBe(200)
  })

  it('P20 OP-44 later reuse of a stolen refresh token revokes the family, access tokens included', async () => {
    const { browser } = await signedIn()
    const copiedBrowser = browser.copy()
    const kept = (await refresh(browser)).json()
    app.clock.advance(REUSE_LEEWAY_MS + 1000)
    expect((await refresh(copiedBrowser)).statusCode).toBe(401)
    expect(copiedBrowser.cookie('keepsake_refresh_development')).toBeUndefined()
    expect((await refresh(browser)).statusCode).toBe(401)
    getCallerCache(app.ctx).clear()
    expect((await getMe(browser, kept.accessToken)).statusCode).toBe(401)
  })

  it('P20 a session cannot be refreshed longer than 30 days after signing in', async () => {
    const { browser } = await signedIn()
    app.clock.advance(20 * 86_400_000)
    expect((await refresh(browser)).statusCode).toBe(200)
    app.clock.advance(10 * 86_400_000 + 1000)
    expect((await refresh(browser)).statusCode).toBe(401)
  })

  it('RV-118 a page load without a session asks without an error', async () => {
    const answer = await refresh(new Browser(app.http))
    expect([answer.statusCode, answer.json()]).toEqual([200, null])
    expect(answer.headers['cache-control']).toBe('no-store')
    // Signing out leaves a visitor without a session.
    const { browser } = await signedIn()
    await browser.post('/session/end', {})
    expect((await refresh(browser)).json()).toBeNull()
  })

  it('answers 401 for an ended session, and 403 without the header or from another site', async () => {
    const { browser } = await signedIn()
    const { browser: ended } = await signedIn()
    await ended.copy().post('/session/end', {})
    expect((await refresh(ended)).statusCode).toBe(401)
    const foreign = await browser.post('/session/refresh', {}, { origin: 'https://elsewhere.example' })
    expect(foreign.statusCode).toBe(403)
    const withoutHeader = await browser.submit('/session/refresh', {})
    expect([403, 415]).toContain(withoutHeader.statusCode)
    expect((await refresh(browser)).statusCode).toBe(200)
  })
})

describe('AA-004 signing out', () => {
  it('AA-004 removes the cookies, ends the session at the provider and all its tokens', async () => {
    const { browser, session } = await signedIn()
    const before = browser.copy()
    const answer = await browser.post('/session/end', {})
    expect(answer.json()).toEqual({ endSessionUrl: 'http://localhost/' })
    expect(browser.cookie('keepsake_refresh_development')).toBeUndefined()
    expect(browser.cookie('keepsake_id_development')).toBeUndefined()
    expect((await getMe(browser, session.accessToken)).statusCode).toBe(401)
    expect((await refresh(before)).statusCode).toBe(401)
    const { page } = await openSignInPage(browser, await startSignIn(browser))
    expect(page).toContain('Welcome back')
  })

  it('AA-004 keeps the sessions of other devices, unless requested for all devices; works without a session, too', async () => {
    expect((await new Browser(app.http).post('/session/end', {})).statusCode).toBe(200)
    const [phone, laptop, tablet] = [await signedIn(), await signedIn(), await signedIn()]
    await phone.browser.post('/session/end', {})
    expect((await refresh(laptop.browser)).statusCode).toBe(200)
    await laptop.browser.post('/session/end', { everywhere: true })
    expect((await refresh(tablet.browser)).statusCode).toBe(401)
    expect((await getMe(tablet.browser, tablet.session.accessToken)).statusCode).toBe(401)
    const { page } = await openSignInPage(tablet.browser, await startSignIn(tablet.browser))
    expect(page).toContain('Welcome back')
  })

  it('AA-004 AA-009 the end-session address requires confirmation unless the id token hint is of the same session', async () => {
    const { browser } = await signedIn()
    const hint = browser.cookie('keepsake_id_development')!
    const response = await browser.get('/identity/session/end?client_id=keepsake-web')
    expect(response.body).toContain('Do you want to sign out?')
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    const target = new URLSearchParams({
      id_token_hint: hint,
      post_logout_redirect_uri: 'http://localhost/',
      state: 's',
    })
    const gone = await browser.get(`/identity/session/end?${target}`)
    expect([gone.statusCode, gone.headers.location]).toEqual([303, 'http://localhost/?state=s'])
    expect((await refresh(browser)).statusCode).toBe(401)
    const { page } = await openSignInPage(browser, await startSignIn(browser))
    expect(page).toContain('Welcome back')
  })

  it('AA-009 the end-session address never redirects to another site', async () => {
    const { browser } = await signedIn()
    const answer = await browser.get(
      '/identity/session/end?client_id=keepsake-web&post_logout_redirect_uri=https://elsewhere.example/',
    )
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
  })
})

describe('access tokens', () => {
  it('NX-301 expire after ten minutes', async () => {
    const { browser, session } = await signedIn()
    app.clock.advance(599_000)
    expect((await getMe(browser, session.accessToken)).statusCode).toBe(200)
    app.clock.advance(2000)
    expect((await getMe(browser, session.accessToken)).statusCode).toBe(401)
  })

  it('RV-502 whose signature was verified before are refused once expired, without their session, at another vendor', async () => {
    const { browser, session } = await signedIn()
    const other = await signedIn()
    const status = async (token: string, host = 'localhost') => {
      getCallerCache(app.ctx).clear()
      return (await getOrders(browser.onHost(host), token)).statusCode
    }
    expect(await status(session.accessToken)).toBe(200)
    expect(await status(other.session.accessToken)).toBe(200)
    expect(await status(session.accessToken, 'snapbook-gb.localhost')).toBe(401)
    const { gid } = decodeJwt<{ gid: string }>(other.session.accessToken)
    await deleteRows(app.ctx.db, 'oidc_records', { kind: 'Grant', id: gid })
    expect(await status(other.session.accessToken)).toBe(401)
    app.clock.advance(599_000)
    expect(await status(session.accessToken)).toBe(200)
    app.clock.advance(1000)
    expect(await status(session.accessToken)).toBe(401)
  })

  it('AA-008 of a deleted account are refused', async () => {
    const { browser, session } = await signedIn()
    const accountId = session.claims.sub
    await change(app.ctx, tx => closeCustomer(tx, accountId, app.clock.now()))
    getCallerCache(app.ctx).clear()
    expect((await getMe(browser, session.accessToken)).statusCode).toBe(404)
    expect((await getOrders(browser, session.accessToken)).statusCode).toBe(401)
    expect((await refresh(browser)).statusCode).toBe(401)
    expect(await change(app.ctx, tx => reopenCustomer(tx, accountId))).toBe('reopened')
  })
})

const getOrders = (browser: Browser, token: string) =>
  browser.get('/api/orders/v2/superorders/me', { authorization: `Bearer ${token}` })
