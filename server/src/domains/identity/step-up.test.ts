import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createSecret } from '#contract/callbacks.ts'
import { requestDeletion } from '#contract/closures.ts'
import { getCustomer, patchCustomer, putCustomer } from '#contract/customers.ts'
import { requestEmailChange } from '#contract/email-changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createExport } from '#contract/exports.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import { deleteRows } from '../../platform/db/rows.ts'
import { readAccountRows } from '../../testing/account-rows.ts'
import { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { PASSWORD } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { jpeg } from '../../testing/pictures.ts'
import { Browser, readCsrfToken } from './testing/browser.ts'
import { CHANNEL, toIdentityParams } from './testing/mail-links.ts'
import { NATIVE_APP, NATIVE_REQUEST, submitAsApp } from './testing/native-app.ts'
import {
  enterPassword,
  exchangeCode,
  isCallback,
  openSignInPage,
  startSignIn,
  submitSignIn,
} from './testing/sign-in-flow.ts'
import { type SignedInBrowser, signInBrowser } from './testing/signed-in-browser.ts'
import { startTwoProcesses } from './testing/two-processes.ts'

const MINUTE = 60_000
const CHALLENGE =
  'Bearer realm="keepsake", error="insufficient_user_authentication", error_description="The sign-in is too old for this call", max_age="900"'

const processes = closeAfterAll(await startTwoProcesses({ sftp: { port: 0 }, nativeClients: [NATIVE_APP] }))
const server = processes.first

/** A business whose sign-in is 16 minutes old, with a new access token. */
async function signedInLongAgo(): Promise<SignedInBrowser & { client: Client }> {
  const signedIn = await signInBrowser(server, await server.customer({ business: true }))
  processes.advance(16 * MINUTE)
  return { ...signedIn, client: await signedIn.refresh() }
}

interface Act {
  name: string
  endpoint: Endpoint
  input: (client: Client) => { params?: object; body?: unknown }
}

let addresses = 0
const ACTS: readonly Act[] = [
  {
    name: 'NX-301 a change of the e-mail address',
    endpoint: requestEmailChange,
    input: client => ({
      params: toIdentityParams(client),
      body: { email: `other-${++addresses}@keepsake.test`, channel: CHANNEL },
    }),
  },
  {
    name: 'NX-302 closing the account',
    endpoint: requestDeletion,
    input: client => ({ params: toIdentityParams(client), body: { channel: CHANNEL } }),
  },
  { name: 'NX-303 a password of SFTP', endpoint: createSftpPassword, input: () => ({}) },
  { name: 'NX-303 a secret of callbacks', endpoint: createSecret, input: () => ({ body: {} }) },
  {
    name: 'NX-303 an export of the library',
    endpoint: createExport,
    input: () => ({ body: { channel: CHANNEL } }),
  },
  {
    name: 'NX-304 another callback address',
    endpoint: patchCustomer,
    input: () => ({ body: { ftp: { callbackUrl: `https://1.1.1.1/${++addresses}` } } }),
  },
]

const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code
const confirm = ({ browser }: SignedInBrowser, password = PASSWORD) =>
  browser.post('/session/reauthentication', { method: 'password', password })

describe('acts that decide who can reach an account', () => {
  test.each(ACTS)(
    '$name with a sign-in of 16 minutes is refused with the challenge; nothing is stored or mailed; after the dialog it succeeds',
    async ({ endpoint, input }) => {
      const signedIn = await signedInLongAgo()
      const { client } = signedIn
      if (endpoint === createExport) await client.upload('one.jpg', await jpeg())
      // Callbacks have a secret once they are turned on.
      if (endpoint === createSecret) await turnCallbacksOn(signedIn)
      await server.idle()
      const state = () => readAccountRows(server.ctx, client.accountId)
      const before = await state()
      const mails = server.mailbox.list().length
      const refused = await client.send(endpoint, input(client))
      expect([refused.status, refused.headers.get('www-authenticate'), await codeOf(refused)]).toEqual([
        401,
        CHALLENGE,
        'step-up-required',
      ])
      await server.idle()
      expect(withoutDevices(await state())).toEqual(withoutDevices(before))
      expect(server.mailbox.list()).toHaveLength(mails)
      expect((await confirm(signedIn)).statusCode).toBe(200)
      expect((await client.send(endpoint, input(client))).ok).toBe(true)
    },
  )

  test.each(ACTS)(
    'NX-306 $name is not asked 15 minutes after the sign-in, and is asked a millisecond later',
    async ({ endpoint, input }) => {
      const first = await signInBrowser(server, await server.customer({ business: true }))
      if (endpoint === createExport) await first.client.upload('one.jpg', await jpeg())
      if (endpoint === createSecret) await turnCallbacksOn(first)
      const signedIn = await signInBrowser(server, first.client)
      const signInTime = Number(decodeJwt(signedIn.client.token).auth_time) * 1000
      processes.advance(signInTime + 15 * MINUTE - server.clock.now().getTime())
      const client = await signedIn.refresh()
      const answer = await client.send(endpoint, input(client))
      expect(answer.ok ? 'done' : await answer.text()).toBe('done')
      processes.advance(1)
      const later = await client.send(endpoint, input(client))
      expect([later.status, later.headers.get('www-authenticate')]).toEqual([401, CHALLENGE])
    },
  )

  test('NX-305 a body that is not valid is 400 before the challenge, and refused calls count against no limit', async () => {
    const signedIn = await signedInLongAgo()
    const { client } = signedIn
    const params = toIdentityParams(client)
    for (const [endpoint, body] of [
      [requestEmailChange, { email: 'nobody', channel: CHANNEL }],
      [requestDeletion, { channel: 'HERZBILD-DE' }],
      [createExport, { channel: 'HERZBILD-DE' }],
      [patchCustomer, { ftp: { callbackUrl: 'ftp://nowhere' } }],
    ] as const)
      expect([endpoint.path, (await client.send(endpoint, { params, body })).status]).toEqual([
        endpoint.path,
        400,
      ])
    const change = () =>
      client.send(requestEmailChange, {
        params,
        body: { email: `other-${++addresses}@keepsake.test`, channel: CHANNEL },
      })
    for (let i = 0; i < 8; i++) expect(await codeOf(await change())).toBe('step-up-required')
    await confirm(signedIn)
    for (let i = 0; i < 5; i++) expect((await change()).status).toBe(202)
    expect((await change()).status).toBe(429)
  })

  test('NX-304 the same address, none, and the format ask nothing; PUT asks like PATCH', async () => {
    const signedIn = await signedInLongAgo()
    await turnCallbacksOn(signedIn)
    processes.advance(16 * MINUTE)
    const client = await signedIn.refresh()
    const customer = await client.call(getCustomer)
    const { callbackUrl } = customer.ftp!
    const record = (url: string | null, callbackFormat: 'JSON' | 'XML' = 'JSON') => ({
      body: {
        salutation: customer.salutation,
        firstName: 'Anna',
        lastName: 'Keller',
        dateOfBirth: customer.dateOfBirth,
        phoneNumber: customer.phoneNumber,
        language: customer.language,
        paymentMethod: customer.paymentMethod,
        ftp: { callbackUrl: url, callbackFormat },
      },
    })
    expect((await client.send(putCustomer, record(callbackUrl))).status).toBe(200)
    expect((await client.send(putCustomer, record(callbackUrl, 'XML'))).status).toBe(200)
    expect((await client.send(patchCustomer, { body: { firstName: 'Nora' } })).status).toBe(200)
    expect(await codeOf(await client.send(putCustomer, record('https://1.1.1.1/other')))).toBe(
      'step-up-required',
    )
    expect((await client.call(getCustomer)).ftp!.callbackUrl).toBe(callbackUrl)
    expect((await client.send(patchCustomer, { body: { ftp: { callbackUrl: null } } })).status).toBe(200)
    // Turned off, the same address is another one.
    expect(await codeOf(await client.send(patchCustomer, { body: { ftp: { callbackUrl } } }))).toBe(
      'step-up-required',
    )
  })

  test('STEP_UP_MINUTES=0 refuses none, 5 those of a sign-in of 6 minutes', async () => {
    const signedIn = await signedInLongAgo()
    const { config } = server.ctx
    const send = async (client: Client) => (await client.send(createSftpPassword)).status
    try {
      config.stepUpMinutes = 0
      expect(await send(signedIn.client)).toBe(201)
      config.stepUpMinutes = 5
      expect((await confirm(signedIn)).statusCode).toBe(200)
      processes.advance(4 * MINUTE)
      expect(await send(signedIn.client)).toBe(201)
      processes.advance(2 * MINUTE)
      expect(await send(signedIn.client)).toBe(401)
    } finally {
      config.stepUpMinutes = 15
    }
  })
})

describe('NX-307 proving again who the customer is', () => {
  test('NX-307 NX-310 renews the time of the sign-in of this session alone, for the token in use and in every process', async () => {
    const signedIn = await signedInLongAgo()
    const { client } = signedIn
    const other = await signInBrowser(server, client)
    const atSecond = new Client(processes.second.origin, client.accountId, client.email, client.token)
    // Both processes have cached the caller, with the old time.
    expect((await client.send(createSftpPassword)).status).toBe(401)
    expect((await atSecond.send(createSftpPassword)).status).toBe(401)
    const answer = await confirm(signedIn)
    expect(answer.json()).toEqual({ authTime: server.clock.now().toISOString() })
    expect((await atSecond.send(createSftpPassword)).status).toBe(201)
    expect((await client.send(createSftpPassword)).status).toBe(201)
    const claims = decodeJwt<{ auth_time: number; amr: string[] }>((await signedIn.refresh()).token)
    expect(claims.auth_time).toBe(Math.floor(server.clock.now().getTime() / 1000))
    expect(claims.amr).toEqual(['pwd', 'b2b'])
    processes.advance(16 * MINUTE)
    await confirm(signedIn)
    expect((await (await other.refresh()).send(createSftpPassword)).status).toBe(401)
  })

  test('NX-307 lists the methods of the account', async () => {
    const { browser, client } = await signedInLongAgo()
    const options = async () => (await browser.post('/session/reauthentication/options', {})).json()
    expect(await options()).toEqual({ methods: ['password'], passkey: null })
    await deleteRows(server.ctx.db, 'credentials', { account_id: client.accountId })
    expect(await options()).toEqual({ methods: [], passkey: null })
  })

  test('needs the cookies of the session, the header of our pages and a valid body', async () => {
    const { browser } = await signedInLongAgo()
    const body = { method: 'password', password: PASSWORD }
    const path = '/session/reauthentication'
    expect((await browser.post(path, body, { origin: 'https://elsewhere.example' })).statusCode).toBe(403)
    expect((await browser.withoutCookies().post(path, body)).statusCode).toBe(401)
    expect((await browser.post(path, { method: 'password' })).statusCode).toBe(400)
    expect((await browser.post(path, { method: 'nothing' })).statusCode).toBe(400)
    const stolen = browser.copy()
    stolen.removeCookie('keepsake_bind')
    expect((await stolen.post(path, body)).statusCode).toBe(401)
    expect((await browser.post(path, body)).statusCode).toBe(200)
  })

  test('NX-308 the fifth wrong answer in 15 minutes ends the session and is recorded; other sessions stay', async () => {
    const signedIn = await signedInLongAgo()
    const { client, browser } = signedIn
    const other = await signInBrowser(server, client)
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const answer = await confirm(signedIn, 'not the password')
      expect([answer.statusCode, answer.json()]).toMatchObject([
        401,
        { code: 'bad-credentials', attemptsLeft },
      ])
    }
    expect((await client.send(getCustomer)).status).toBe(200)
    const last = await Promise.all([1, 2, 3].map(() => confirm(signedIn, 'not the password')))
    expect(last.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect((await confirm(signedIn)).statusCode).toBe(401)
    expect((await browser.post('/session/refresh', {})).statusCode).toBe(401)
    expect((await client.send(getCustomer)).status).toBe(401)
    const events = await readJournal(server.ctx, client.accountId, 'reauthentication.failed')
    expect(events).toHaveLength(1)
    const otherClient = await other.refresh()
    expect((await otherClient.send(getCustomer)).status).toBe(200)
    expect((await confirm(other)).statusCode).toBe(200)
  })

  test('RV-1009 wrong passwords of the sign-in page that asks again and of the dialog count together; the fifth ends the session', async () => {
    const signedIn = await signedInLongAgo()
    const { browser, client } = signedIn
    const neighbour = await signInBrowser(server, client)
    const openQuestion = async () => {
      const answer = await browser.get('/session/sign-in?step-up=1')
      const parameters = new URL(answer.headers.location!).searchParams
      return openSignInPage(browser, { verifier: '', state: '', address: '', parameters })
    }
    const guess = async (fields: Record<string, string>) => {
      const { path, page } = await openQuestion()
      return browser.submit(path, { check: readCsrfToken(page), ...fields })
    }
    const wrong = { email: client.email, password: 'not the password' }
    const attemptsLeft = async () => (await confirm(signedIn, 'not the password')).json().attemptsLeft
    expect((await guess(wrong)).statusCode).toBe(401)
    expect(await attemptsLeft()).toBe(3)
    // No guess: an empty field, and the right password.
    expect((await guess({ ...wrong, password: '' })).statusCode).toBe(400)
    expect(await attemptsLeft()).toBe(2)
    expect((await guess({ ...wrong, password: PASSWORD })).statusCode).toBe(303)
    expect(await attemptsLeft()).toBe(4)
    for (let i = 0; i < 3; i++) expect((await guess(wrong)).statusCode).toBe(401)
    const ended = await guess(wrong)
    expect([ended.statusCode, ended.body.includes('You have been signed out')]).toEqual([400, true])
    expect((await browser.post('/session/refresh', {})).statusCode).toBe(401)
    expect((await client.send(getCustomer)).status).toBe(401)
    expect(await readJournal(server.ctx, client.accountId, 'reauthentication.failed')).toHaveLength(1)
    expect((await (await neighbour.refresh()).send(getCustomer)).status).toBe(200)
  })

  test('NX-308 right answers at the same time end nothing, however many', async () => {
    const signedIn = await signedInLongAgo()
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(signedIn)))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThanOrEqual(5)
    expect((await signedIn.client.send(createSftpPassword)).status).toBe(201)
    const wrong = Array.from({ length: 8 }, () => confirm(signedIn, 'not the password'))
    for (const { statusCode } of await Promise.all(wrong)) expect(statusCode).toBe(401)
    expect((await signedIn.client.send(getCustomer)).status).toBe(401)
  })

  test('NX-308 a right answer forgets the wrong ones, and so do 15 minutes', async () => {
    const signedIn = await signedInLongAgo()
    const attemptsLeft = async () => (await confirm(signedIn, 'not the password')).json().attemptsLeft
    expect([await attemptsLeft(), await attemptsLeft()]).toEqual([4, 3])
    expect((await confirm(signedIn)).statusCode).toBe(200)
    expect([await attemptsLeft(), await attemptsLeft(), await attemptsLeft()]).toEqual([4, 3, 2])
    processes.advance(16 * MINUTE)
    expect(await attemptsLeft()).toBe(4)
  })
})

describe('NX-309 the sign-in after a refusal', () => {
  const maxAge = async (browser: Browser) => (await startSignIn(browser)).parameters.get('max_age')

  test('NX-309 asks again once, for ten minutes, and renews the time of the sign-in: a client without the dialog gets on', async () => {
    const { browser, client } = await signedInLongAgo()
    expect(await maxAge(browser)).toBeNull()
    expect((await client.send(createSftpPassword)).status).toBe(401)
    const request = await startSignIn(browser)
    expect(request.parameters.get('max_age')).toBe('0')
    expect(await maxAge(browser)).toBeNull()
    const { callbackParams } = await enterPassword(browser, client.email, PASSWORD, request)
    const answer = await exchangeCode(browser, request, callbackParams!)
    expect(answer.statusCode).toBe(200)
    expect((await client.send(createSftpPassword)).status).toBe(201)
    const renewed = withToken(client, answer.json().accessToken)
    expect((await renewed.send(createSftpPassword)).status).toBe(201)
  })

  test.each(ACTS.filter(({ name }) => /address$|account|library/.test(name)))(
    'RV-1108 $name: the documented client, which knows no challenge, gets on by its own renewal',
    async ({ endpoint, input }) => {
      const { browser, client, refresh } = await signedInLongAgo()
      if (endpoint === createExport) await client.upload('one.jpg', await jpeg())
      const renew = async () => (await browser.post('/session/refresh', {})).statusCode
      expect((await client.send(endpoint, input(client))).status).toBe(401)
      // Another process, too; the cookies stay, so that the sign-in knows whom it asks.
      expect([await renew(), await renew()]).toEqual([401, 401])
      const request = await startSignIn(browser)
      expect(request.parameters.get('max_age')).toBe('0')
      // A customer who gives up goes on as before.
      expect((await (await refresh()).send(getCustomer)).status).toBe(200)
      const { callbackParams } = await enterPassword(browser, client.email, PASSWORD, request)
      const { accessToken } = (await exchangeCode(browser, request, callbackParams!)).json()
      const renewed = withToken(client, accessToken)
      expect((await renewed.send(endpoint, input(renewed))).ok).toBe(true)
    },
  )

  test('RV-1108 a page that answers the challenge itself is always renewed, any other client ten minutes later', async () => {
    const { browser, client } = await signedInLongAgo()
    const renew = async (value: string) => {
      const headers = { 'x-keepsake-session': value }
      return (await browser.post('/session/refresh', {}, headers)).statusCode
    }
    await client.send(createSftpPassword)
    // Before its dialog is open, and after a call that was refused while the dialog was open.
    expect([await renew('1'), await renew('answers-step-up')]).toEqual([401, 200])
    await browser.post('/session/reauthentication/options', {})
    await client.send(createSftpPassword)
    processes.advance(10 * MINUTE - 1)
    expect([await renew('1'), await renew('answers-step-up')]).toEqual([401, 200])
    processes.advance(1)
    expect(await renew('1')).toBe(200)
  })

  test('NX-309 not after ten minutes, not in another browser, and not after the dialog', async () => {
    const first = await signedInLongAgo()
    await first.client.send(createSftpPassword)
    const other = await signInBrowser(server, first.client)
    expect(await maxAge(other.browser)).toBeNull()
    processes.advance(10 * MINUTE)
    expect(await maxAge(first.browser)).toBeNull()
    await (await first.refresh()).send(createSftpPassword)
    await confirm(first)
    expect(await maxAge(first.browser)).toBeNull()
  })

  test('NX-312 completed by another account it is refused, and the first session stays', async () => {
    const { browser, client } = await signedInLongAgo()
    const stranger = await server.customer()
    await client.send(createSftpPassword)
    const request = await startSignIn(browser)
    const page = await openSignInPage(browser, request)
    const { answer, callbackParams } = await submitSignIn(browser, page, stranger.email, PASSWORD)
    expect([answer.statusCode, callbackParams]).toEqual([403, null])
    expect(answer.body).toContain('That’s another account')
    expect((await client.send(getCustomer)).status).toBe(200)
    const refreshed = await browser.post('/session/refresh', {})
    expect(refreshed.json().claims.sub).toBe(client.accountId)
    // The same form accepts the account that is asked.
    const { callbackParams: ownParams } = await submitSignIn(browser, page, client.email, PASSWORD)
    expect((await exchangeCode(browser, request, ownParams!)).json().claims.sub).toBe(client.accountId)
  })

  test('NX-312 nor in a browser whose session at the provider is gone', async () => {
    const { browser, client } = await signedInLongAgo()
    const stranger = await server.customer()
    await client.send(createSftpPassword)
    browser.removeCookie('keepsake_sso')
    const request = await startSignIn(browser)
    const { callbackParams } = await enterPassword(browser, stranger.email, PASSWORD, request)
    expect((await exchangeCode(browser, request, callbackParams!)).statusCode).toBe(400)
    expect((await browser.post('/session/refresh', {})).json().claims.sub).toBe(client.accountId)
  })

  test('RFC 9470 an app signs in again with max_age and its new token is accepted', async () => {
    const customer = await server.customer({ business: true })
    const browser = new Browser(server.app.http, new URL(server.origin).host)
    const signIn = async (changes: Record<string, string>) => {
      const request = await startSignIn(browser, { ...NATIVE_REQUEST, ...changes })
      const { callbackParams } = await enterPassword(browser, customer.email, PASSWORD, request)
      const answer = await submitAsApp(browser, '/identity/token', {
        grant_type: 'authorization_code',
        code: callbackParams!.get('code')!,
        redirect_uri: NATIVE_REQUEST.redirect_uri,
        code_verifier: request.verifier,
      })
      return answer.json() as { access_token: string; refresh_token: string }
    }
    const first = await signIn({})
    processes.advance(16 * MINUTE)
    const refreshed = (
      await submitAsApp(browser, '/identity/token', {
        grant_type: 'refresh_token',
        refresh_token: first.refresh_token,
      })
    ).json()
    const client = withToken(customer, refreshed.access_token)
    const refused = await client.send(createSftpPassword)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, CHALLENGE])
    const again = await signIn({ max_age: '900' })
    const renewed = withToken(customer, again.access_token)
    expect((await renewed.send(createSftpPassword)).status).toBe(201)
  })

  test('the provider’s own sign-out page still works in a browser that was asked again', async () => {
    const { browser, client } = await signedInLongAgo()
    await client.send(createSftpPassword)
    const { url } = await browser.follow(
      `/identity/auth?${(await startSignIn(browser)).parameters}`,
      isCallback,
    )
    expect(url.pathname).toMatch(/^\/identity\/interaction\//)
    expect((await browser.post('/session/end', {})).statusCode).toBe(200)
    expect((await client.send(getCustomer)).status).toBe(401)
  })
})

const withToken = ({ origin, accountId, email }: Client, token: string) =>
  new Client(origin, accountId, email, token)

async function turnCallbacksOn(signedIn: SignedInBrowser): Promise<void> {
  await confirm(signedIn)
  const client = await signedIn.refresh()
  await client.call(patchCustomer, { body: { ftp: { callbackUrl: `https://1.1.1.1/${++addresses}` } } })
  processes.advance(16 * MINUTE)
  Object.assign(signedIn.client, { token: (await signedIn.refresh()).token })
}

/** A refusal marks the device, and nothing else. */
function withoutDevices({ devices: _, ...rows }: Record<string, unknown>) {
  return rows
}
