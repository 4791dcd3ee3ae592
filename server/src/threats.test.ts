import { describe, expect, test } from 'vitest'
import { createApiKey } from '#contract/api-keys.ts'
import { createSecret } from '#contract/callbacks.ts'
import { requestDeletion } from '#contract/closures.ts'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { endDevice } from '#contract/devices.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { createExport } from '#contract/exports.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { getOrders } from '#contract/orders.ts'
import { createPasskeyOptions, listPasskeys } from '#contract/passkeys.ts'
import { changePassword } from '#contract/password.ts'
import { getPhotos } from '#contract/photos.ts'
import { PUSH_BAD_TOKEN } from '#contract/push.ts'
import { stopRecovery } from '#contract/recovery.ts'
import { getAccountSecurity } from '#contract/security.ts'
import { addSftpKey, createSftpPassword } from '#contract/sftp-access.ts'
import {
  CHANNEL,
  changeEmail,
  choosePassword,
  findMailedLink,
  listLinks,
  listMails,
  listSubjects,
  openBrowser,
  requestEmail,
  requestPassword,
  signInAgain,
  submitLink,
  toIdentityParams,
} from './domains/identity/testing/mail-links.ts'
import { signInBrowser } from './domains/identity/testing/signed-in-browser.ts'
import { createKeyPair } from './domains/sftp-access/sftp-access.testing.ts'
import { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { advanceElapsedTime } from './testing/elapsed-time.ts'
import { PASSWORD } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'
import { openLibrarySocket } from './testing/sockets.ts'
import {
  DAY,
  FTP,
  type Loot,
  listWorking,
  makeCallbackAddress,
  makePasskey,
  NEW_PASSWORD,
  signInWithPasskey,
  startThreatServers,
  stealAuthenticator,
  stealPassword,
  stealSession,
  stealSftp,
} from './testing/threats.ts'

const servers = closeAfterAll(await startThreatServers())
const server = servers.server

/** Machine access, a passkey and a pending change, as a recent sign-in makes them. */
async function makeAccess(thief: Client): Promise<Loot> {
  const { password } = await thief.call(createSftpPassword)
  const { key } = await thief.call(createApiKey, {
    body: { name: 'ERP', scopes: ['orders:read'], days: 365 },
  })
  const authenticator = await makePasskey(thief)
  const params = await requestEmail(server, thief, `thief-of-${thief.email}`)
  const withKey = (origin: string) => async () =>
    (await new Client(origin, thief.accountId, '', key).send(getOrders)).ok
  return {
    ...stealSftp(servers, thief.accountId, 'the SFTP password', { password }),
    'the API key': withKey(server.origin),
    'the API key in another process': withKey(servers.second.origin),
    ...(await makeCallbackAddress(servers, thief)),
    ...stealAuthenticator(servers, thief, authenticator),
    'the change of the address': async () => (await thief.send(confirmEmailChange, { params })).ok,
  }
}

const MADE_ACCESS = [
  'SFTP access was added to your account',
  'An API key was added to your account',
  'A passkey was added to your account',
  'Your callbacks go to another address',
  'Your email address is about to change',
]

/** All but the change, which would end the rest. */
const lastingOf = ({ 'the change of the address': _, ...lasting }: Loot) => lasting

describe('a stolen session', () => {
  test('NX-321 NX-328 its access ends by the link of any mail; the owner was told of each step', async () => {
    const owner = await server.customer({ business: true })
    await owner.upload('one.jpg', await jpeg())
    await server.idle()
    const loot = { ...stealSession(servers, owner), ...(await makeAccess(owner)) }
    await owner.call(createExport, { body: { channel: CHANNEL } })
    expect(await listWorking(lastingOf(loot))).toEqual(Object.keys(lastingOf(loot)))
    expect(await listSubjects(server, owner.email)).toEqual(
      expect.arrayContaining([...MADE_ACCESS, 'Somebody asked for an export of your photos']),
    )
    const link = await findMailedLink(server, owner.email, '/identity/not-me/')
    expect((await submitLink(server, link)).statusCode).toBe(200)
    await advanceElapsedTime(1000)
    expect(await listWorking({ ...loot, ...stealPassword(servers, owner.email) })).toEqual([])
    const restored = await choosePassword(server, owner, NEW_PASSWORD)
    expect((await restored.call(getPhotos)).images).toHaveLength(1)
    expect(await listWorking(loot)).toEqual([])
  })

  test('NX-320 its access ends by a new password that the owner chooses by mail', async () => {
    const owner = await server.customer({ business: true })
    const loot = { ...stealSession(servers, owner), ...(await makeAccess(owner)) }
    expect(await listWorking(lastingOf(loot))).toEqual(Object.keys(lastingOf(loot)))
    await requestPassword(server, owner.email)
    await choosePassword(server, owner, NEW_PASSWORD)
    await advanceElapsedTime(1000)
    expect(await listWorking({ ...loot, ...stealPassword(servers, owner.email) })).toEqual([])
  })
})

describe('the password', () => {
  test('NX-321 NX-324 the thief adds access and moves the address: both addresses are told, and ‘It wasn’t me’ in the old mailbox ends all of it', async () => {
    const owner = await server.customer({ business: true })
    const moved = await changeEmail(server, owner, `thief-of-${owner.email}`)
    const loot = { ...stealSession(servers, moved), ...(await makeAccess(moved)) }
    expect(await listWorking(lastingOf(loot))).toEqual(Object.keys(lastingOf(loot)))
    for (const email of [owner.email, moved.email])
      expect(await listSubjects(server, email)).toEqual(expect.arrayContaining(MADE_ACCESS))
    const link = await findMailedLink(server, owner.email, '/identity/not-me/')
    expect((await submitLink(server, link)).statusCode).toBe(200)
    await advanceElapsedTime(1000)
    const passwords = {
      ...stealPassword(servers, owner.email),
      ...stealPassword(servers, moved.email, 'the password with the new address'),
    }
    expect(await listWorking({ ...loot, ...passwords })).toEqual([])
    const restored = await choosePassword(server, owner, NEW_PASSWORD)
    expect((await restored.call(getCustomer)).email).toBe(owner.email)
  })

  test('NX-321 NX-322 a thief who presses ‘It wasn’t me’ in the stolen session helps the owner', async () => {
    const owner = await server.customer()
    const moved = await changeEmail(server, owner, `thief-of-${owner.email}`)
    await moved.call(endAllAccess)
    await advanceElapsedTime(1000)
    const loot = { ...stealSession(servers, moved), ...stealPassword(servers, moved.email) }
    expect(await listWorking(loot)).toEqual([])
    await choosePassword(server, owner, NEW_PASSWORD)
  })
})

const MINUTE = 60_000

const findDevices = async (owner: Client) => (await owner.call(getAccountSecurity)).devices

describe('an access token only', () => {
  test('NX-303 NX-315 makes nothing that lasts, becomes no session, and ends with its device, in both processes', async () => {
    const owner = await server.customer({ business: true })
    const stolenFrom = await signInBrowser(server, owner)
    server.clock.advance(15 * MINUTE + 1)
    const thief = await stolenFrom.refresh()
    const before = await listSubjects(server, owner.email)
    const params = toIdentityParams(thief)
    const refused = [
      thief.expectError(requestEmailChange, {
        params,
        body: { email: 'thief@keepsake.test', channel: CHANNEL },
      }),
      thief.expectError(requestDeletion, { params, body: { channel: CHANNEL } }),
      thief.expectError(changePassword, { body: { password: PASSWORD } }),
      thief.expectError(createPasskeyOptions, { body: { relatedOrigins: true } }),
      thief.expectError(createApiKey, { body: { name: 'ERP', scopes: ['orders:read'], days: 365 } }),
      thief.expectError(addSftpKey, { body: { name: 'erp01', publicKey: createKeyPair().publicKey } }),
      thief.expectError(createSftpPassword),
      thief.expectError(patchCustomer, { body: { ftp: FTP } }),
      thief.expectError(createSecret, { body: {} }),
      thief.expectError(createExport, { body: { channel: CHANNEL } }),
    ]
    for (const { status, body } of await Promise.all(refused))
      expect([status, body.code]).toEqual([401, 'step-up-required'])
    // Without the cookies it can neither be renewed nor prove anything.
    const browser = openBrowser(server)
    const headers = { authorization: `Bearer ${thief.token}` }
    expect((await browser.post('/session/refresh', {}, headers)).json()).toBeNull()
    const proof = { method: 'password', password: PASSWORD }
    expect((await browser.post('/session/reauthentication', proof, headers)).statusCode).toBe(401)
    expect(await listSubjects(server, owner.email)).toEqual(before)
    const loot = stealSession(servers, thief)
    expect(await listWorking(loot)).toEqual(Object.keys(loot))
    const socket = await openLibrarySocket(servers.second.origin, thief.token)
    const signedIn = await signInBrowser(server, owner)
    const own = (await findDevices(signedIn.client)).find(({ current }) => current)!
    const grantOf = ({ token }: Client): string =>
      JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).gid
    await signedIn.client.call(endDevice, { params: { id: grantOf(thief) } })
    expect(await socket.closed).toBe(PUSH_BAD_TOKEN)
    await advanceElapsedTime(1000)
    expect(await listWorking(loot)).toEqual([])
    expect((await findDevices(signedIn.client)).map(({ id }) => id)).toContain(own.id)
    expect((await signedIn.client.send(getCustomer)).ok).toBe(true)
  })
})

/** A business whose passkey is 31 days old, signed in just now by its password. */
async function createTrustedOwner() {
  const before = await server.customer({ business: true })
  const authenticator = await makePasskey(before)
  server.clock.advance(31 * DAY)
  return { owner: await signInAgain(server, before), authenticator }
}

/** Every link in a mailbox to the sign-in pages, the newest first. */
const listMailedLinks = async (email: string) =>
  (await listMails(server, email))
    .flatMap(listLinks)
    .filter(({ origin, pathname }) => origin === server.origin && pathname.startsWith('/identity/'))

describe('a stolen mailbox', () => {
  test('NX-320 NX-321 is the root of an account without a passkey; the owner reads of it there, and ‘It wasn’t me’ ends what the thief has', async () => {
    const owner = await server.customer({ business: true })
    await requestPassword(server, owner.email)
    const thief = await choosePassword(server, owner, 'chosen by the thief')
    const { password } = await thief.call(createSftpPassword)
    const loot = {
      ...stealSession(servers, thief),
      ...stealSftp(servers, owner.accountId, 'the SFTP password', { password }),
    }
    expect(await listWorking(loot)).toEqual(Object.keys(loot))
    expect(await listSubjects(server, owner.email)).toEqual(
      expect.arrayContaining(['Your password was changed', 'SFTP access was added to your account']),
    )
    // The owner has changed the mailbox's password, and reads it alone.
    const link = await findMailedLink(server, owner.email, '/identity/not-me/')
    expect((await submitLink(server, link)).statusCode).toBe(200)
    await advanceElapsedTime(1000)
    expect(await listWorking(loot)).toEqual([])
    await choosePassword(server, owner, NEW_PASSWORD)
    expect(await listWorking(loot)).toEqual([])
  })
})

describe('a stolen mailbox after the owner moved away', () => {
  test('NX-365 has no link that gives the thief anything: not from before, not from the change, not later', async () => {
    const { owner, authenticator } = await createTrustedOwner()
    // Its mail has a link, from before.
    await owner.call(createSftpPassword)
    const session = await signInWithPasskey(server, owner, authenticator)
    const email = `new-${owner.email}`
    const params = await requestEmail(server, session, email, { oldAddressLost: true })
    await session.call(confirmEmailChange, { params })
    const before = await listMails(server, owner.email)
    // The thief asks for a new password there, and presses whatever is in the mailbox.
    await requestPassword(server, owner.email)
    expect(await listMails(server, owner.email)).toHaveLength(before.length)
    const links = await listMailedLinks(owner.email)
    expect(links.map(({ pathname }) => pathname)).toContainEqual(expect.stringMatching('/identity/not-me/'))
    for (const link of links)
      await submitLink(server, link, { password: 'chosen by the thief' }).catch(() => null)
    expect(await listMails(server, owner.email)).toHaveLength(before.length)
    const moved: Client = await signInWithPasskey(server, { ...owner, email }, authenticator)
    expect((await moved.call(getCustomer)).email).toBe(email)
    expect((await moved.call(listPasskeys)).passkeys).toHaveLength(1)
    await moved.call(stopRecovery)
    expect((await moved.send(getPhotos)).status).toBe(200)
  })
})
