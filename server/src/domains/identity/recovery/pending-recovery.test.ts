import { describe, expect, test } from 'vitest'
import { confirmEmailChange, getEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { endAllAccess } from '#contract/not-me.ts'
import { WITHDRAWAL_PATH } from '#contract/pages.ts'
import { listPasskeys } from '#contract/passkeys.ts'
import type { LibraryPush } from '#contract/push.ts'
import { getRecovery, stopRecovery } from '#contract/recovery.ts'
import { change } from '#server/context.ts'
import type { Client } from '#server/testing/client.ts'
import { testServer } from '#server/testing/harness.ts'
import { openLibrarySocket } from '#server/testing/sockets.ts'
import { makePasskey, signInWithPasskey } from '#server/testing/threats.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { findEarliestErasure } from '../former-emails/former-emails.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import {
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
} from '../testing/mail-links.ts'

const DAY = 86_400_000
const ASKED = 'Somebody asked for a new password'
const server = closeAfterAll(await testServer())

/** A customer who made a passkey 31 days ago. */
async function createTrustedOwner() {
  const before = await server.customer()
  const authenticator = await makePasskey(before)
  server.clock.advance(31 * DAY)
  return { owner: await signInAgain(server, before), authenticator }
}

const openPage = async (link: URL) => {
  const { statusCode, body } = await openBrowser(server).get(link.pathname)
  return [statusCode, /<h1>([^<]+)/.exec(body)![1]]
}
const isWaiting = [200, expect.stringMatching(/^This link works from /)]

describe('NX-364 a new password by mail for an account with a passkey older than 30 days', () => {
  test('NX-364 takes effect after 24 hours, and is told to all devices and both addresses', async () => {
    const { owner } = await createTrustedOwner()
    const moved = await changeEmail(server, owner, `new-${owner.email}`)
    const socket = await openLibrarySocket(server.origin, moved.token)
    await requestPassword(server, moved.email)
    await socket.next<LibraryPush>(message => message.type === 'recovery-changed')
    socket.close()
    const effectiveAt = new Date(server.clock.now().getTime() + DAY).toISOString()
    expect((await moved.call(getRecovery)).pending).toMatchObject({ effectiveAt })
    expect((await listSubjects(server, owner.email))[0]).toBe(ASKED)
    expect((await listMails(server, moved.email))[0]!.text).toContain('Your account has a passkey')
    const link = await findMailedLink(server, moved.email, '/identity/new-password/')
    expect(await openPage(link)).toEqual(isWaiting)
    server.clock.advance(DAY - 60_000)
    expect(await openPage(link)).toEqual(isWaiting)
    // A further request neither shortens nor prolongs the wait.
    await requestPassword(server, moved.email)
    server.clock.advance(60_000)
    expect(await openPage(link)).toEqual([200, 'Choose a new password'])
    await choosePassword(server, moved, 'chosen a day later')
  })

  test.each(['a signed-in device', 'a passkey'])('NX-364 is stopped by %s, at once', async stoppedBy => {
    const { owner, authenticator } = await createTrustedOwner()
    await requestPassword(server, owner.email)
    const link = await findMailedLink(server, owner.email, '/identity/new-password/')
    server.clock.advance(DAY - 1)
    const isByPasskey = stoppedBy === 'a passkey'
    const session = await (isByPasskey
      ? signInWithPasskey(server, owner, authenticator)
      : signInAgain(server, owner))
    for (const _ of [1, 2]) await session.call(stopRecovery)
    expect((await session.call(getRecovery)).pending).toBeNull()
    server.clock.advance(DAY)
    expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(410)
    await signInAgain(server, owner)
    const subjects = await listSubjects(server, owner.email)
    expect(subjects.filter(each => each === 'A new password was cancelled')).toHaveLength(1)
  })

  test('RV-1001 NX-433 a link that works is not stopped by a session, nor one that has never waited', async () => {
    const { owner } = await createTrustedOwner()
    await requestPassword(server, owner.email)
    server.clock.advance(DAY)
    const session = await signInAgain(server, owner)
    await session.call(stopRecovery)
    const waited = await findMailedLink(server, owner.email, '/identity/new-password/')
    expect(await openPage(waited)).toEqual([200, 'Choose a new password'])
    const other = await server.customer()
    await requestPassword(server, other.email)
    await other.call(stopRecovery)
    const link = await findMailedLink(server, other.email, '/identity/new-password/')
    expect(await openPage(link)).toEqual([200, 'Choose a new password'])
    for (const { email } of [owner, other])
      expect(await listSubjects(server, email)).not.toContain('A new password was cancelled')
  })

  test('NX-364 with younger passkeys only it takes effect at once', async () => {
    const owner = await server.customer()
    await makePasskey(owner)
    await requestPassword(server, owner.email)
    const link = await findMailedLink(server, owner.email, '/identity/new-password/')
    expect(await openPage(link)).toEqual([200, 'Choose a new password'])
    expect((await owner.call(getRecovery)).pending).toBeNull()
  })

  test('NX-364 NX-321 a stolen mailbox does not get in by ‘It wasn’t me’: the old passkey stays and stops it, a younger one ends', async () => {
    const { owner, authenticator } = await createTrustedOwner()
    await makePasskey(owner)
    const { accountId, email } = owner
    await change(server.ctx, tx => recordSecurityEvent(server.ctx, tx, { accountId, kind: 'sftp.added' }))
    const notMe = await findMailedLink(server, email, '/identity/not-me/')
    expect((await openBrowser(server).get(notMe.pathname)).body).toContain('passkeys younger than 30 days')
    const done = await submitLink(server, notMe)
    expect(done.body).toContain('Your account has a passkey')
    const link = await findMailedLink(server, email, '/identity/new-password/')
    expect(await openPage(link)).toEqual(isWaiting)
    const session = await signInWithPasskey(server, owner, authenticator)
    expect((await session.call(listPasskeys)).passkeys).toHaveLength(1)
    await session.call(stopRecovery)
    server.clock.advance(DAY)
    expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(410)
  })

  test('NX-321 pressed in a session it ends all passkeys, and the recovery begins at once', async () => {
    const { owner, authenticator } = await createTrustedOwner()
    await owner.call(endAllAccess)
    await expect(signInWithPasskey(server, owner, authenticator)).rejects.toThrow()
    await choosePassword(server, owner, 'chosen after the theft')
  })
})

describe('NX-365 a change of the address whose owner no longer controls the old mailbox', () => {
  const toBody = (client: Client) => ({
    email: `new-${client.email}`,
    channel: 'KEEPSAKE-GB',
    oldAddressLost: true,
  })

  test('NX-365 needs a passkey older than 30 days, used just now: not a password, not a younger one', async () => {
    const { owner } = await createTrustedOwner()
    const younger = await makePasskey(owner)
    const params = toIdentityParams(owner)
    const body = toBody(owner)
    for (const session of [owner, await signInWithPasskey(server, owner, younger)]) {
      expect((await session.expectError(requestEmailChange, { params, body })).status).toBe(403)
      expect((await session.call(getEmailChange, { params })).trustedPasskeyUsed).toBe(false)
    }
    expect(await listSubjects(server, body.email)).toEqual([])
  })

  test('NX-365 the old address gets notices without a link, no later mails, and is not brought back; the erasure waits 30 days nevertheless', async () => {
    const { owner, authenticator } = await createTrustedOwner()
    const session = await signInWithPasskey(server, owner, authenticator)
    const params = toIdentityParams(owner)
    const body = toBody(owner)
    const before = (await listSubjects(server, owner.email)).length
    expect((await session.call(getEmailChange, { params })).trustedPasskeyUsed).toBe(true)
    const confirmation = await requestEmail(server, session, body.email, { oldAddressLost: true })
    expect((await session.call(getEmailChange, { params })).pending?.oldAddressLost).toBe(true)
    await session.call(confirmEmailChange, { params: confirmation })
    const notices = (await listMails(server, owner.email)).slice(0, -before || undefined)
    expect(notices.map(({ subject }) => subject)).toEqual([
      'Your email address was changed',
      'Your email address is about to change',
    ])
    // Every mail ends with the way to withdraw from a contract.
    const isOther = ({ origin, pathname }: URL) => origin === server.origin && pathname !== WITHDRAWAL_PATH
    for (const notice of notices) expect(listLinks(notice).filter(isOther)).toEqual([])
    const moved = await signInAgain(server, owner, body.email)
    await change(server.ctx, tx =>
      recordSecurityEvent(server.ctx, tx, { accountId: owner.accountId, kind: 'sftp.added' }),
    )
    expect(await listSubjects(server, owner.email)).toHaveLength(before + 2)
    expect(await moved.call(endAllAccess)).toEqual({ email: body.email })
    const erasure = await findEarliestErasure(server.ctx, server.ctx.db, owner.accountId)
    expect(erasure).toEqual(new Date(server.clock.now().getTime() + 30 * DAY))
  })
})
