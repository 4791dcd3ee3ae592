import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, test } from 'vitest'
import { endDevice, endOtherDevices } from '#contract/devices.ts'
import { type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { changePassword } from '#contract/password.ts'
import { getPhotos } from '#contract/photos.ts'
import { PUSH_BAD_TOKEN, PUSH_TOKEN_EXPIRED, sessionEnd } from '#contract/push.ts'
import { Client } from '#server/testing/client.ts'
import { advanceElapsedTime } from '#server/testing/elapsed-time.ts'
import { PASSWORD, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { openLibrarySocket, openSocket } from '#server/testing/sockets.ts'
import { findRow } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import type { Browser } from '../testing/browser.ts'
import {
  changeEmail,
  closeAccount,
  findMailedLink,
  openBrowser,
  requestPassword,
  signInAgain,
  submitLink,
} from '../testing/mail-links.ts'
import { NATIVE_APP, signInApp, submitAsApp } from '../testing/native-app.ts'
import { type SignedInBrowser, signInBrowser } from '../testing/signed-in-browser.ts'
import { REUSE_LEEWAY_MS } from './token-refresh.ts'

const server = closeAfterAll(await testServer({ config: { nativeClients: [NATIVE_APP] } }))
const { clock } = server
const DAY = 86_400_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW_PASSWORD = 'another-password-for-tests'

/** A session with its access token, its refresh token where it is an app's, and its cookies where it is a browser's. */
interface EndingSession {
  client: Client
  browser: Browser
  refreshToken?: string
}

interface Situation {
  customer: Client
  ending: EndingSession
  /** Another session of the account, in Firefox on Windows. */
  other: SignedInBrowser
}

/** Calls as the browser, which names itself. */
const callAs = ({ browser, client }: SignedInBrowser, endpoint: Endpoint, params = {}, body?: object) => {
  const path = Object.entries(params).reduce(
    (text, [key, value]) => text.replace(`:${key}`, String(value)),
    endpoint.path,
  )
  return browser.app.inject({
    method: endpoint.method,
    url: SERVICES[endpoint.service] + path,
    headers: { host: browser.host, authorization: `Bearer ${client.token}`, 'user-agent': FIREFOX },
    ...(body && { payload: body }),
  })
}

const readGrantId = ({ token }: Client): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).gid

async function signInNative(customer: Client): Promise<EndingSession> {
  const browser = openBrowser(server)
  const tokens = await signInApp(browser, customer.email, PASSWORD)
  const client = new Client(server.origin, customer.accountId, customer.email, tokens.access_token)
  return { browser, client, refreshToken: tokens.refresh_token }
}

interface Way {
  /** How it ends, and what the page of the session is told. */
  end: (situation: Situation) => Promise<unknown>
  told: { cause: string; device: string | null } | null
  signIn?: (customer: Client) => Promise<EndingSession>
  /** Whether the other session ends, too. */
  endsOther?: true
  code?: number
}

const BY_FIREFOX = 'Firefox, Windows'

const WAYS: Record<string, Way> = {
  'signs out': { end: ({ ending }) => ending.browser.post('/session/end', {}), told: null },
  'is signed out on all devices': {
    end: ({ other }) => other.browser.post('/session/end', { everywhere: true }, { 'user-agent': FIREFOX }),
    told: { cause: 'owner', device: BY_FIREFOX },
    endsOther: true,
  },
  'is ended from the list': {
    end: ({ ending, other }) => callAs(other, endDevice, { id: readGrantId(ending.client) }),
    told: { cause: 'owner', device: BY_FIREFOX },
  },
  'is ended with all other devices': {
    end: ({ other }) => callAs(other, endOtherDevices),
    told: { cause: 'owner', device: BY_FIREFOX },
  },
  'is of an account whose password was changed': {
    end: ({ other }) => callAs(other, changePassword, {}, { password: NEW_PASSWORD }),
    told: { cause: 'password-changed', device: BY_FIREFOX },
  },
  'is of an account whose password was chosen by a mailed link': {
    async end({ customer }) {
      await requestPassword(server, customer.email)
      const link = await findMailedLink(server, customer.email, '/identity/new-password/')
      expect((await submitLink(server, link, { password: NEW_PASSWORD })).statusCode).toBe(200)
    },
    told: { cause: 'password-reset', device: null },
    endsOther: true,
  },
  'is ended by ‘It wasn’t me’ on another device': {
    end: ({ other }) => callAs(other, endAllAccess),
    told: { cause: 'not-me', device: BY_FIREFOX },
    endsOther: true,
  },
  'is ended by ‘It wasn’t me’ of a mail': {
    end: async ({ customer }) =>
      submitLink(server, await findMailedLink(server, customer.email, '/identity/not-me/')),
    told: { cause: 'not-me', device: null },
    endsOther: true,
  },
  'revokes its refresh token': {
    signIn: signInNative,
    end: ({ ending }) =>
      submitAsApp(ending.browser, '/identity/token/revocation', { token: ending.refreshToken! }),
    told: null,
  },
  'has its refresh token used twice': {
    signIn: signInNative,
    async end({ ending: { browser, refreshToken } }) {
      const renew = () =>
        submitAsApp(browser, '/identity/token', { grant_type: 'refresh_token', refresh_token: refreshToken! })
      expect((await renew()).statusCode).toBe(200)
      expect((await renew()).statusCode).toBe(400)
    },
    told: { cause: 'token-reused', device: null },
  },
  'has the cookie of its refresh token used by a thief': {
    async end({ ending: { browser } }) {
      const thief = browser.copy()
      expect((await browser.post('/session/refresh', {})).statusCode).toBe(200)
      clock.advance(REUSE_LEEWAY_MS)
      expect((await thief.post('/session/refresh', {})).statusCode).toBe(401)
    },
    told: { cause: 'token-reused', device: null },
  },
  'is signed out at the provider': {
    async end({ ending: { browser } }) {
      const hint = browser.cookie('keepsake_id_development')!
      const target = new URLSearchParams({
        id_token_hint: hint,
        post_logout_redirect_uri: `${browser.origin}/`,
      })
      expect((await browser.get(`/identity/session/end?${target}`)).statusCode).toBe(303)
    },
    told: null,
  },
  'gives five wrong passwords in the dialog': {
    async end({ ending: { browser } }) {
      for (let i = 0; i < 5; i++)
        await browser.post('/session/reauthentication', { method: 'password', password: `wrong ${i}` })
    },
    told: { cause: 'wrong-answers', device: null },
  },
  'is of an account whose address was changed': {
    end: ({ customer }) => changeEmail(server, customer, `new-${customer.email}`),
    told: { cause: 'email-changed', device: null },
    endsOther: true,
  },
  'is of an account that was closed': {
    end: ({ customer }) => closeAccount(server, customer),
    told: { cause: 'account-closed', device: null },
    endsOther: true,
  },
  'is 30 days old': {
    async signIn(customer) {
      const signedIn = await signInBrowser(server, customer)
      clock.advance(30 * DAY - 60_000)
      return { browser: signedIn.browser, client: await signedIn.refresh() }
    },
    async end({ other }) {
      clock.advance(60_000)
      // The socket's timer is of the machine's time: any end of a session of the account lets it be verified.
      await callAs(other, endDevice, { id: readGrantId((await signInBrowser(server, other.client)).client) })
    },
    told: null,
    code: PUSH_TOKEN_EXPIRED,
  },
}

/** What of a session works: its call, and the address of a picture that it was answered. */
async function read({ client }: { client: Client }, address: string): Promise<number[]> {
  return [(await client.send(getPhotos)).status, (await fetch(address)).status]
}

const findPicture = async ({ client }: { client: Client }): Promise<string> =>
  (await client.call(getPhotos)).images[0]!.thumbnails[0]!.url

describe('RV-1174 RV-1241 a session that', () => {
  test.each(Object.entries(WAYS))(
    '%s has no call, no socket and no picture any more; its page is told how; others stay',
    async (_, { end, told, signIn = toEndingSession, endsOther = false, code = PUSH_BAD_TOKEN }) => {
      const [customer, neighbour] = [await server.customer(), await server.customer()]
      for (const client of [customer, neighbour]) await client.upload('one.jpg', await jpeg())
      await server.idle()
      const ending = await signIn(customer)
      const other = await signInBrowser(server, customer, { 'user-agent': FIREFOX })
      const near = { client: code === PUSH_TOKEN_EXPIRED ? await signInAgain(server, neighbour) : neighbour }
      const sessions = [ending, other, near]
      const pictures = await Promise.all(sessions.map(findPicture))
      expect(new Set(pictures).size).toBe(3)
      for (const [i, session] of sessions.entries())
        expect(await read(session, pictures[i]!)).toEqual([200, 200])
      const [socket, otherSocket, nearSocket] = await Promise.all(
        sessions.map(({ client }) => openLibrarySocket(server.origin, client.token)),
      )

      await end({ customer: code === PUSH_TOKEN_EXPIRED ? other.client : customer, ending, other })

      expect(await socket!.closed).toBe(code)
      const reason = await socket!.reason
      expect(reason === '' ? null : sessionEnd.parse(JSON.parse(reason))).toEqual(told)
      await advanceElapsedTime(1000)
      expect(await read(ending, pictures[0]!)).toEqual([401, 403])
      // A page that connects with the refused token is told the same.
      const late = await openSocket(server.origin, '/api/push/library', ending.client.token)
      expect([await late.closed, await late.reason]).toEqual([PUSH_BAD_TOKEN, reason])
      expect(await read(other, pictures[1]!)).toEqual(endsOther ? [401, 403] : [200, 200])
      expect(await read(near, pictures[2]!)).toEqual([200, 200])
      if (endsOther) expect(await otherSocket!.closed).toBe(PUSH_BAD_TOKEN)
      const open = Promise.resolve('open')
      for (const each of endsOther ? [nearSocket] : [otherSocket, nearSocket])
        expect(await Promise.race([each!.closed, open])).toBe('open')
      for (const each of [otherSocket, nearSocket]) each!.close()
    },
  )
})

const toEndingSession = async (customer: Client): Promise<EndingSession> => signInBrowser(server, customer)

test.each([false, true])(
  'OP-44 the session of a test customer is that of a sign-in over HTTP, business: %s',
  async business => {
    const { accountId, email, token } = await server.customer({ business })
    const { token: signedIn } = await Client.signIn(server.app, server.origin, accountId, email, PASSWORD)
    expect(decodeProtectedHeader(token)).toEqual(decodeProtectedHeader(signedIn))
    expect(withoutIds(decodeJwt(token))).toEqual(withoutIds(decodeJwt(signedIn)))
    const [one, other] = await Promise.all([token, signedIn].map(readGrantAndDevice))
    expect(one).toEqual(other)
    expect(one).toMatchObject([{ payload: { accountId } }, { account_id: accountId }])
  },
)

/** The claims without ids and times, which are checked for their lifetime. */
function withoutIds({ jti, gid, iat, exp, auth_time, ...claims }: ReturnType<typeof decodeJwt>) {
  return { ...claims, lifetime: exp! - iat!, kinds: [jti, gid, auth_time].map(value => typeof value) }
}

/** Reads what the session of a token has in the database, without ids and times. */
async function readGrantAndDevice(token: string) {
  const { gid } = decodeJwt<{ gid: string }>(token)
  const { db } = server.ctx
  const grant = (await findRow(db, 'oidc_records', { kind: 'Grant', id: gid }, ['account_id', 'payload']))!
  const { jti: _, iat, exp, ...payload } = grant.payload as Record<string, number>
  const device = (await findRow(db, 'devices', { grant_id: gid }, [
    'account_id',
    'client_id',
    'network',
    'methods',
    'ended_at',
  ]))!
  return [{ ...grant, payload: { ...payload, lifetime: exp! - iat! } }, device]
}
