import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCustomer, patchCustomer } from '#contract/customers.ts'
import { confirmEmailChange, requestEmailChange } from '#contract/email-changes.ts'
import { createExport } from '#contract/exports.ts'
import { getPhotos } from '#contract/photos.ts'
import { createSftpPassword } from '#contract/sftp-access.ts'
import {
  changeEmail,
  choosePassword,
  closeByMail,
  findMailedLink,
  listMails,
  listSubjects,
  openBrowser,
  requestPassword,
  submitLink,
} from './domains/identity/testing/mail-links.ts'
import { signInAs } from './domains/identity/testing/sign-in-flow.ts'
import { type SftpServer, startSftpServer } from './domains/sftp-access/connection/sftp-server.ts'
import { connectSftp } from './domains/sftp-access/sftp-access.testing.ts'
import { Client } from './testing/client.ts'
import { advanceElapsedTime } from './testing/elapsed-time.ts'
import { PASSWORD, startSecondServer, type TestServer, testServer } from './testing/harness.ts'
import { jpeg } from './testing/pictures.ts'

/*
 * The table of threats (design of issue 28, section 2): for each row the attacker's script runs, the owner acts once, and within
 * a second nothing of the attacker's works in any process; the owner was told of each step.
 */

const CHANNEL = 'KEEPSAKE-GB'
const DAY = 86_400_000
const NEW_PASSWORD = 'chosen after the theft'
const FTP = { callbackUrl: 'https://in.datasink.example/hook', callbackFormat: 'JSON' } as const

let server: TestServer
let second: Awaited<ReturnType<typeof startSecondServer>>
let sftp: SftpServer
beforeAll(async () => {
  const config = { sftp: { port: 0 }, closureGraceDays: 0 }
  server = await testServer({ config })
  second = await startSecondServer(server, server.ctx.blobs)
  sftp = await startSftpServer(server.ctx)
})
afterAll(async () => {
  await sftp.close()
  await second.close()
  await server.close()
})

const toIdentityParams = ({ accountId }: Client) => ({ idpType: 'keepsake', idpSub: accountId })
const atSecond = ({ accountId, email, token }: Client) => new Client(second.origin, accountId, email, token)

/** Everything that the attacker has, each with whether it works. */
type Loot = Record<string, () => Promise<boolean>>

const tokenWorks = (client: Client) => async () => (await client.send(getCustomer)).ok
const sftpWorks = (accountId: string, password: string) => () =>
  connectSftp(sftp.port, accountId, password).then(
    async session => {
      await session.close()
      return true
    },
    () => false,
  )
const passwordWorks = (email: string) => () =>
  signInAs(openBrowser(server), email, PASSWORD).then(
    () => true,
    () => false,
  )
/** A session works in both processes, which have seen it before. */
const stealSession = (client: Client): Loot => ({
  'the session': tokenWorks(client),
  'the session in another process': tokenWorks(atSecond(client)),
})
const listWorking = async (loot: Loot): Promise<string[]> => {
  const working: string[] = []
  for (const [name, works] of Object.entries(loot)) if (await works()) working.push(name)
  return working
}

/** Machine access and a pending change, as a session makes them. */
async function makeAccess(thief: Client): Promise<Loot> {
  const { password } = await thief.call(createSftpPassword)
  await thief.call(patchCustomer, { body: { ftp: FTP } })
  const email = `thief-of-${thief.email}`
  await thief.call(requestEmailChange, {
    params: toIdentityParams(thief),
    body: { email, channel: CHANNEL },
  })
  const link = await findMailedLink(server, email, '/change-email-confirmation')
  const token = link.searchParams.get('confirmation-token')!
  return {
    'the SFTP password': sftpWorks(thief.accountId, password),
    'the callback address': async () => {
      const row = await server.ctx.db
        .selectFrom('callbacks')
        .innerJoin('customers', 'customers.account_id', 'callbacks.account_id')
        .select(['customers.callback_url', 'callbacks.state'])
        .where('callbacks.account_id', '=', thief.accountId)
        .executeTakeFirstOrThrow()
      return row.callback_url === FTP.callbackUrl && row.state === 'on'
    },
    'the change of the address': async () => {
      const params = { ...toIdentityParams(thief), token }
      return (await thief.send(confirmEmailChange, { params })).ok
    },
  }
}

describe('a stolen session', () => {
  test('NX-321 NX-328 its access ends by the link of any mail; the owner was told of each step', async () => {
    const owner = await server.customer({ business: true })
    await owner.upload('one.jpg', await jpeg())
    await server.idle()
    const loot = { ...stealSession(owner), ...(await makeAccess(owner)) }
    await owner.call(createExport, { body: { channel: CHANNEL } })
    const { 'the change of the address': _, ...lasting } = loot
    expect(await listWorking(lasting)).toEqual(Object.keys(lasting))
    const subjects = await listSubjects(server, owner.email)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'Your email address is about to change',
        'Somebody asked for an export of your photos',
      ]),
    )
    const link = await findMailedLink(server, owner.email, '/identity/not-me/')
    expect((await submitLink(server, link)).statusCode).toBe(200)
    await advanceElapsedTime(1000)
    expect(await listWorking({ ...loot, 'the password': passwordWorks(owner.email) })).toEqual([])
    const restored = await choosePassword(server, owner, NEW_PASSWORD)
    expect((await restored.call(getPhotos)).images).toHaveLength(1)
    expect(await listWorking(loot)).toEqual([])
  })

  test('NX-320 its access ends by a new password that the owner chooses by mail', async () => {
    const owner = await server.customer({ business: true })
    const loot = { ...stealSession(owner), ...(await makeAccess(owner)) }
    await requestPassword(server, owner.email)
    await choosePassword(server, owner, NEW_PASSWORD)
    await advanceElapsedTime(1000)
    expect(await listWorking({ ...loot, 'the password': passwordWorks(owner.email) })).toEqual([])
  })
})

describe('the password', () => {
  test('NX-324 NX-325 NX-326 NX-327 the thief signs in, changes the address and closes the account with no grace: the old address is told of each step, and its link restores everything on day 29', async () => {
    const owner = await server.customer()
    await owner.upload('one.jpg', await jpeg())
    await server.idle()
    await signInAs(openBrowser(server), owner.email, PASSWORD)
    const thief = await changeEmail(server, owner, `thief-of-${owner.email}`)
    await closeByMail(server, thief)
    expect((await listMails(server, owner.email)).map(({ subject }) => subject).toReversed()).toEqual([
      'New sign-in to your account',
      'Your email address is about to change',
      'Your email address was changed',
      'Somebody asked to delete your account',
      'Your account is closed',
    ])
    server.clock.advance(29 * DAY)
    const link = await findMailedLink(server, owner.email, '/identity/revert-email/')
    expect((await submitLink(server, link)).statusCode).toBe(200)
    await advanceElapsedTime(1000)
    const loot = {
      ...stealSession(thief),
      'the password': passwordWorks(owner.email),
      'the password with the new address': passwordWorks(thief.email),
    }
    expect(await listWorking(loot)).toEqual([])
    const restored = await choosePassword(server, owner, NEW_PASSWORD)
    expect((await restored.call(getCustomer)).email).toBe(owner.email)
    expect((await restored.call(getPhotos)).images).toHaveLength(1)
    // The thief's mailbox has no link that works, and gets no more mails.
    const before = (await listSubjects(server, thief.email)).length
    expect(await listSubjects(server, owner.email)).toContain('Your password was changed')
    expect(await listSubjects(server, thief.email)).toHaveLength(before)
    for (const mail of await listMails(server, thief.email))
      for (const [address] of mail.text.matchAll(/https?:\/\/\S+\/identity\/\S+/g))
        expect((await openBrowser(server).get(new URL(address).pathname)).statusCode).toBe(410)
  })
})
