import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import type { CreationOptions, Passkey } from '#contract/passkeys.ts'
import type { Session } from '#contract/session.ts'
import { DEMO_PASSWORD } from '#sandbox/demo/customers.ts'
import { change } from '#server/context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { closeAccount } from '../../customers/index.ts'
import type { RequestOptions } from '../passkeys/assertion.ts'
import { Authenticator, type Ceremony, readPasskeyOptions } from '../testing/authenticator.ts'
import { Browser, readCsrfToken } from '../testing/browser.ts'
import { findNewestLink } from '../testing/mail-links.ts'
import {
  exchangeCode,
  isCallback,
  openSignInPage,
  requestMail,
  signInAs,
  startSignIn,
} from '../testing/sign-in-flow.ts'
import { startTestApp } from '../testing/test-app.ts'

const PASSKEYS = `${SERVICES.account}/passkeys`
const REFUSED = 'This passkey can’t be used here. Sign in with your password or another passkey.'
const REFUSED_IN_GERMAN = /Dieser Passkey kann hier nicht verwendet werden/
const HOSTS = [
  'my.keepsake.example',
  'my.keepsake-ireland.example',
  'my.keepsake-espana.example',
  'my.keepsake-italia.example',
  'my.keepsake-portugal.example',
]

const app = closeAfterAll(await startTestApp())
const http = await app.sibling({ config: { ...app.ctx.config, publicOrigin: 'https://my.keepsake.example' } })
beforeEach(() => app.clock.advance(61 * 60_000))

const browserAt = (host = HOSTS[0]!) => new Browser(http, host, 'https')

function callAccount(
  browser: Browser,
  { accessToken }: Session,
  method: 'POST' | 'DELETE',
  path: string,
  body?: object,
) {
  return browser.app.inject({
    method,
    url: path,
    headers: { host: browser.host, authorization: `Bearer ${accessToken}` },
    ...(body && { payload: body }),
  })
}

/** Adds a passkey of the authenticator to the account of the session. */
async function addPasskey(
  browser: Browser,
  session: Session,
  authenticator: Authenticator,
  { relatedOrigins = true, ...ceremony }: Partial<Ceremony> & { relatedOrigins?: boolean } = {},
): Promise<Passkey> {
  const options = await callAccount(browser, session, 'POST', `${PASSKEYS}/options`, { relatedOrigins })
  const response = authenticator.create(options.json<CreationOptions>(), {
    origin: browser.origin,
    ...ceremony,
  })
  const added = await callAccount(browser, session, 'POST', PASSKEYS, { response })
  if (added.statusCode !== 201) throw new Error(`The passkey was not added: ${added.body}`)
  return added.json()
}

/** Signs in with the password and adds a passkey. */
async function createPasskey(email: string, host?: string) {
  const browser = browserAt(host)
  const session = await signInAs(browser, email, DEMO_PASSWORD)
  const authenticator = new Authenticator()
  const passkey = await addPasskey(browser, session, authenticator)
  return { browser, session, authenticator, passkey }
}

async function openPage(browser: Browser) {
  const request = await startSignIn(browser)
  const { path, page } = await openSignInPage(browser, request)
  return { browser, request, path, page, options: readPasskeyOptions<RequestOptions>(page) }
}
type OpenedPage = Awaited<ReturnType<typeof openPage>>

const submitPasskey = (
  { browser, path, page }: OpenedPage,
  response: unknown,
  fields: Record<string, string> = {},
) => browser.submit(path, { check: readCsrfToken(page), passkey: JSON.stringify(response), ...fields })

/** Signs in with the authenticator; returns the session. */
async function signInWith(authenticator: Authenticator, browser: Browser): Promise<Session> {
  const opened = await openPage(browser)
  const answer = await submitPasskey(opened, authenticator.get(opened.options, { origin: browser.origin }))
  expect(answer.statusCode).toBe(303)
  const { url } = await browser.follow(answer.headers.location!, isCallback)
  return (await exchangeCode(browser, opened.request, url.searchParams)).json()
}

describe('NX-334 signing in with a passkey', () => {
  test('NX-334 works without an address on all hosts of the vendor', async () => {
    const { authenticator, session } = await createPasskey('demo@keepsake.test')
    for (const host of HOSTS) {
      const { claims } = await signInWith(authenticator, browserAt(host))
      expect(claims.sub).toBe(session.claims.sub)
      expect(claims.amr).toEqual(['pop', 'user'])
    }
  })

  test('NX-334 the page offers it to the list below the address, and to the button, with options of the RP ID of the vendor', async () => {
    const { page, options } = await openPage(browserAt('my.keepsake-ireland.example'))
    expect(page).toMatch(/<input id="email"[^>]* autocomplete="username webauthn"/)
    expect(page).toMatch(/<input id="password"[^>]* autocomplete="current-password"/)
    expect(page).toMatch(/<div class="passkey" hidden>/)
    expect(options).toMatchObject({
      rpId: 'my.keepsake.example',
      userVerification: 'required',
      allowCredentials: [],
    })
  })

  test('NX-334 a browser without related origins makes one for its host, which works there', async () => {
    const browser = browserAt('my.keepsake-italia.example')
    const session = await signInAs(browser, 'classic@keepsake.test', DEMO_PASSWORD)
    const authenticator = new Authenticator()
    await addPasskey(browser, session, authenticator, { relatedOrigins: false })
    expect(authenticator.credentials[0]!.rpId).toBe('my.keepsake-italia.example')
    const opened = await openPage(browserAt('my.keepsake-italia.example'))
    const options = { ...opened.options, rpId: 'my.keepsake-italia.example' }
    const answer = await submitPasskey(opened, authenticator.get(options, { origin: browser.origin }))
    expect(answer.statusCode).toBe(303)
  })

  test('NX-334 the typed address does not matter: the passkey tells whose it is', async () => {
    const { authenticator } = await createPasskey('friend@keepsake.test')
    const opened = await openPage(browserAt())
    const response = authenticator.get(opened.options, { origin: opened.browser.origin })
    const answer = await submitPasskey(opened, response, { email: 'demo@keepsake.test', password: 'wrong' })
    const { url } = await opened.browser.follow(answer.headers.location!, isCallback)
    const session = (await exchangeCode(opened.browser, opened.request, url.searchParams)).json()
    expect(session.claims.email).toBe('friend@keepsake.test')
  })

  test('NX-334 a lower counter is logged, not refused: devices with one synchronised passkey count for themselves', async () => {
    const { authenticator } = await createPasskey('friend@keepsake.test')
    for (const counter of [7, 3]) {
      const opened = await openPage(browserAt())
      const response = authenticator.get(opened.options, { origin: opened.browser.origin, counter })
      expect((await submitPasskey(opened, response)).statusCode).toBe(303)
    }
  })
})

describe('NX-336 one text refuses', () => {
  test('NX-336 the passkey of one account under the handle of another', async () => {
    const [own, other] = [
      await createPasskey('demo@keepsake.test'),
      await createPasskey('friend@keepsake.test'),
    ]
    const opened = await openPage(browserAt())
    const sign = (at: typeof own) => at.authenticator.get(opened.options, { origin: opened.browser.origin })
    const { userHandle } = sign(other).response
    const answer = sign(own)
    await expectRefused(opened, { ...answer, response: { ...answer.response, userHandle } })
  })

  const expectRefused = async (opened: OpenedPage, response: unknown) => {
    const answer = await submitPasskey(opened, response)
    const isTold = answer.body.includes(REFUSED) || REFUSED_IN_GERMAN.test(answer.body)
    expect([answer.statusCode, isTold]).toEqual([401, true])
    // The page offers another attempt, with another challenge.
    const { challenge } = readPasskeyOptions<RequestOptions>(answer.body)
    expect(challenge).not.toBe(opened.options.challenge)
  }

  test.each<[string, Partial<Ceremony>]>([
    ['without user verification', { userVerified: false }],
    ['of another origin', { origin: 'https://my.keepsake-ireland.example' }],
    ['of another site', { origin: 'https://elsewhere.example' }],
  ])('NX-336 a passkey %s', async (_, ceremony) => {
    const { authenticator } = await createPasskey('demo@keepsake.test')
    const opened = await openPage(browserAt())
    await expectRefused(
      opened,
      authenticator.get(opened.options, { origin: opened.browser.origin, ...ceremony }),
    )
  })

  test('NX-336 a passkey of another vendor, in both directions', async () => {
    const [ours, theirs] = [HOSTS[0]!, 'my.herzbild.example']
    const { authenticator } = await createPasskey('demo@keepsake.test')
    const opened = await openPage(browserAt(theirs))
    expect(opened.options.rpId).toBe(theirs)
    await expectRefused(
      opened,
      authenticator.get({ ...opened.options, rpId: ours }, { origin: opened.browser.origin }),
    )

    // One that its owner's browser made for the other vendor's RP ID.
    await updateRows(
      app.ctx.db,
      'passkeys',
      { credential_id: authenticator.credentials[0]!.id },
      { rp_id: theirs },
    )
    authenticator.credentials[0]!.rpId = theirs
    const again = await openPage(browserAt(theirs))
    await expectRefused(again, authenticator.get(again.options, { origin: again.browser.origin }))
  })

  test('NX-336 a passkey of a closed account', async () => {
    const { authenticator, session } = await createPasskey('studio@keepsake.test')
    await change(app.ctx, tx => closeAccount(app.ctx, tx, session.claims.sub, app.clock.now()))
    const opened = await openPage(browserAt())
    await expectRefused(opened, authenticator.get(opened.options, { origin: opened.browser.origin }))
  })

  test('NX-336 a deleted passkey, at once', async () => {
    const { browser, session, authenticator, passkey } = await createPasskey('demo@keepsake.test')
    const opened = await openPage(browserAt())
    const response = authenticator.get(opened.options, { origin: opened.browser.origin })
    await callAccount(browser, session, 'DELETE', `${PASSKEYS}/${passkey.id}`)
    await expectRefused(opened, response)
  })

  test('NX-336 a response to the page of another sign-in, an altered one, and a text that is none', async () => {
    const { authenticator } = await createPasskey('demo@keepsake.test')
    const [opened, other] = [await openPage(browserAt()), await openPage(browserAt())]
    const { origin } = opened.browser
    await expectRefused(opened, authenticator.get(other.options, { origin }))
    const response = authenticator.get(opened.options, { origin })
    const signature = Buffer.from(response.response.signature, 'base64url')
    signature[signature.length - 1]! ^= 1
    const altered = { ...response.response, signature: signature.toString('base64url') }
    await expectRefused(opened, { ...response, response: altered })
    for (const text of [null, 'no response', {}, { ...response, id: 'AAAA' }])
      await expectRefused(opened, text)
  })

  test('NX-336 a response that was used: once to sign in, once to fail', async () => {
    const { authenticator } = await createPasskey('demo@keepsake.test')
    const opened = await openPage(browserAt())
    const response = authenticator.get(opened.options, { origin: opened.browser.origin })
    const copy = { ...opened, browser: opened.browser.copy() }
    expect((await submitPasskey(opened, response)).statusCode).toBe(303)
    await expectRefused(copy, response)
  })

  test('NX-336 a page that is an hour old is expired', async () => {
    const { authenticator } = await createPasskey('demo@keepsake.test')
    const opened = await openPage(browserAt())
    app.clock.advance(3_601_000)
    const response = authenticator.get(opened.options, { origin: opened.browser.origin })
    expect((await submitPasskey(opened, response)).statusCode).toBe(400)
  })

  test('NX-336 refused ones count for the network: 429 from the 61st of 15 minutes on', async () => {
    const opened = await openPage(browserAt())
    for (let i = 0; i < 60; i++) expect((await submitPasskey(opened, {})).statusCode).toBe(401)
    const answer = await submitPasskey(opened, {})
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '900'])
  })
})

describe('NX-307 asking again by a passkey', () => {
  const getOptions = async (browser: Browser) =>
    (await browser.post('/session/reauthentication/options', {})).json<{
      methods: string[]
      passkey: RequestOptions
    }>()
  const answer = (browser: Browser, response: unknown) =>
    browser.post('/session/reauthentication', { method: 'passkey', response })

  test('NX-307 accepts one of the account, once', async () => {
    const { browser, authenticator } = await createPasskey('friend@keepsake.test')
    app.clock.advance(16 * 60_000)
    const { methods, passkey } = await getOptions(browser)
    expect(methods).toEqual(['password', 'passkey'])
    expect(passkey.allowCredentials.map(({ id }) => id)).toContain(authenticator.credentials[0]!.id)
    const response = authenticator.get(passkey, { origin: browser.origin })
    expect((await answer(browser, response)).statusCode).toBe(200)
    expect((await answer(browser, response)).json()).toMatchObject({ code: 'bad-credentials' })
  })

  test('NX-307 refuses one of another account, and one for the sign-in page', async () => {
    const { browser, authenticator } = await createPasskey('friend@keepsake.test')
    const { authenticator: foreign } = await createPasskey('demo@keepsake.test')
    const { origin } = browser
    const { passkey } = await getOptions(browser)
    const page = await openPage(browserAt())
    for (const response of [foreign.get(passkey, { origin }), authenticator.get(page.options, { origin })])
      expect((await answer(browser, response)).statusCode).toBe(401)
  })
})

describe('NX-338 signing up with a passkey', () => {
  async function openLink(email: string) {
    await requestMail(browserAt(), 'sign-up', { email })
    const link = (await findNewestLink(app, email)).pathname
    const browser = browserAt()
    const page = (await browser.get(link)).body
    return { browser, link, page, options: readPasskeyOptions<CreationOptions>(page) }
  }
  type OpenedLink = Awaited<ReturnType<typeof openLink>>

  const submit = ({ browser, link, page }: OpenedLink, passkey: unknown, handle?: string) =>
    browser.submit(link, {
      check: readCsrfToken(page),
      handle: handle ?? /name="handle" value="([^"]+)"/.exec(page)![1]!,
      passkey: JSON.stringify(passkey),
      password: '',
    })

  test('NX-338 creates an account without a password, signed in; the passkey signs in again', async () => {
    const opened = await openLink('passkey@keepsake.test')
    const authenticator = new Authenticator()
    expect(opened.options.user.name).toBe('passkey@keepsake.test')
    const answer = await submit(
      opened,
      authenticator.create(opened.options, { origin: opened.browser.origin }),
    )
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/session/sign-in?returnTo=%2F'])
    const started = await opened.browser.get(answer.headers.location!)
    const { url } = await opened.browser.follow(started.headers.location!, isCallback)
    expect(url.pathname).toBe('/auth/callback')
    const { claims } = await signInWith(authenticator, browserAt())
    expect(claims).toMatchObject({ email: 'passkey@keepsake.test', amr: ['pop', 'user'] })
    await expect(signInAs(browserAt(), 'passkey@keepsake.test', '')).rejects.toThrow('refused with 400')
    await expect(signInAs(browserAt(), 'passkey@keepsake.test', 'guess')).rejects.toThrow('refused with 401')
  })

  test('NX-338 a refused passkey leaves the page as it was, and the link usable', async () => {
    const opened = await openLink('refused@keepsake.test')
    const { origin } = opened.browser
    const create = (changes: Partial<Ceremony> = {}) =>
      new Authenticator().create(opened.options, { origin, ...changes })
    for (const [response, handle] of [
      [create({ userVerified: false })],
      [create({ origin: 'https://elsewhere.example' })],
      [create(), 'another-handle'],
      ['no response'],
    ] as const) {
      const answer = await submit(opened, response, handle)
      expect(answer.statusCode).toBe(400)
      expect(answer.body).toContain('<p class="alert" role="alert">That didn’t work. Please try again.</p>')
    }
    const fresh = await opened.browser.get(opened.link)
    const reopened = { ...opened, page: fresh.body, options: readPasskeyOptions<CreationOptions>(fresh.body) }
    const answer = await submit(reopened, new Authenticator().create(reopened.options, { origin }))
    expect(answer.statusCode).toBe(303)
  })
})
