import { describe, expect, test } from 'vitest'
import { getCustomer } from '#contract/customers.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import { listPasskeys } from '#contract/passkeys.ts'
import { getPhotos } from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import { stopRecovery } from '#contract/recovery.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import {
  CHANNEL,
  choosePassword,
  findMailedLink,
  listLinks,
  listMails,
  listSubjects,
  openBrowser,
  requestPassword,
  signInAgain,
  submitLink,
  toIdentityParams,
} from './domains/identity/testing/mail-links.ts'
import type { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { advanceElapsedTime } from './testing/elapsed-time.ts'
import { openSocket } from './testing/sockets.ts'
import {
  DAY,
  listWorking,
  makePasskey,
  NEW_PASSWORD,
  signInWithPasskey,
  startThreatServers,
  stealSession,
  stealSftp,
} from './testing/threats.ts'

const servers = closeAfterAll(await startThreatServers())
const server = servers.server

/** A business whose passkey is 31 days old, signed in just now by its password. */
async function createTrustedOwner() {
  const before = await server.customer({ business: true })
  const authenticator = await makePasskey(before)
  server.clock.advance(31 * DAY)
  return { owner: await signInAgain(server, before), authenticator }
}

/** Opens a link to choose a password that waits: its page has no form. */
async function expectWaiting(link: URL) {
  const { body } = await openBrowser(server).get(link.pathname)
  expect(body).toContain('<h1>This link works from ')
  expect(body).not.toContain('<form')
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

  test.each(['a signed-in device', 'the passkey'])(
    'NX-364 of an account with a passkey of 30 days gets in after a day at the earliest: devices and mailbox are told, and %s stops it',
    async stoppedBy => {
      const { owner, authenticator } = await createTrustedOwner()
      const socket = await openSocket(servers.second.origin, '/api/push/library', owner.token)
      await socket.next<LibraryPush>(message => message.type === 'ready')
      await requestPassword(server, owner.email)
      await socket.next<LibraryPush>(message => message.type === 'recovery-changed')
      socket.close()
      expect(await listMails(server, owner.email)).toContainEqual(
        expect.objectContaining({ text: expect.stringContaining('Your account has a passkey') }),
      )
      const link = await findMailedLink(server, owner.email, '/identity/new-password/')
      await expectWaiting(link)
      const session =
        stoppedBy === 'the passkey' ? await signInWithPasskey(servers.second, owner, authenticator) : owner
      await session.call(stopRecovery)
      server.clock.advance(DAY)
      expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(410)
      await signInAgain(server, owner)
    },
  )

  test('NX-364 cannot get in by ‘It wasn’t me’ either: the passkey stays, waits and stops it', async () => {
    const { owner, authenticator } = await createTrustedOwner()
    await owner.call(createSftpPassword)
    const notMe = await findMailedLink(server, owner.email, '/identity/not-me/')
    expect((await submitLink(server, notMe)).statusCode).toBe(200)
    const link = await findMailedLink(server, owner.email, '/identity/new-password/')
    await expectWaiting(link)
    const session = await signInWithPasskey(server, owner, authenticator)
    await session.call(stopRecovery)
    server.clock.advance(DAY)
    for (const each of await listMailedLinks(owner.email))
      if (each.pathname.includes('/new-password/'))
        expect((await openBrowser(server).get(each.pathname)).statusCode).toBe(410)
  })
})

describe('a stolen mailbox after the owner moved away', () => {
  test('NX-365 has no link that gives the thief anything: not from before, not from the change, not later', async () => {
    const { owner, authenticator } = await createTrustedOwner()
    // Its mail has a link, from before.
    await owner.call(createSftpPassword)
    const session = await signInWithPasskey(server, owner, authenticator)
    const email = `new-${owner.email}`
    const body = { email, channel: CHANNEL, oldAddressLost: true }
    const before = await listMails(server, owner.email)
    await session.call(requestEmailChange, { params: toIdentityParams(owner), body })
    const confirmation = await findMailedLink(server, email, '/change-email-confirmation')
    const token = confirmation.searchParams.get('confirmation-token')!
    await session.call(confirmEmailChange, { params: { ...toIdentityParams(owner), token } })
    const told = (await listMails(server, owner.email)).slice(0, -before.length)
    expect(told.map(({ subject }) => subject)).toEqual([
      'Your email address was changed',
      'Your email address is about to change',
    ])
    // Every mail ends with the way to withdraw from a contract.
    const isOther = ({ origin, pathname }: URL) => origin === server.origin && pathname !== WITHDRAWAL_PATH
    expect(told.flatMap(listLinks).filter(isOther)).toEqual([])
    // The thief asks for a new password there, and presses whatever is in the mailbox.
    await requestPassword(server, owner.email)
    expect(await listMails(server, owner.email)).toHaveLength(before.length + told.length)
    const links = await listMailedLinks(owner.email)
    expect(links.map(({ pathname }) => pathname)).toContainEqual(expect.stringMatching('/identity/not-me/'))
    for (const link of links)
      await submitLink(server, link, { password: 'chosen by the thief' }).catch(() => null)
    expect(await listMails(server, owner.email)).toHaveLength(before.length + told.length)
    const moved: Client = await signInWithPasskey(server, { ...owner, email }, authenticator)
    expect((await moved.call(getCustomer)).email).toBe(email)
    expect((await moved.call(listPasskeys)).passkeys).toHaveLength(1)
    await moved.call(stopRecovery)
    expect((await moved.send(getPhotos)).status).toBe(200)
  })
})
