import { describe, expect, test } from 'vitest'
import { getCustomer } from '#contract/customers.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import { listPasskeys } from '#contract/passkeys.ts'
import { getPhotos } from '#contract/photos.ts'
import { stopRecovery } from '#contract/recovery.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import {
  CHANNEL,
  choosePassword,
  findMailedLink,
  listLinks,
  listMails,
  listSubjects,
  requestPassword,
  signInAgain,
  submitLink,
  toIdentityParams,
} from './domains/identity/testing/mail-links.ts'
import type { Client } from './testing/client.ts'
import { closeAfterAll } from './testing/close-after-all.ts'
import { advanceElapsedTime } from './testing/elapsed-time.ts'
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
