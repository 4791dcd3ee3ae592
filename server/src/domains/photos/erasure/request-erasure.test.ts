import { beforeEach, describe, expect, test } from 'vitest'
import { getJournalReview, undoEntry } from '#contract/journal.ts'
import { endAllAccess } from '#contract/not-me.ts'
import {
  deleteAllPhotos,
  deletePhotos,
  erasePhotos,
  getDeletedPhotos,
  getErasureLimit,
  getUser,
  restorePhotos,
} from '#contract/photos.ts'
import { listValues, updateRows } from '../../../platform/db/rows.ts'
import { subscribeToAccount } from '../../../platform/push/account-channel.ts'
import { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { startDelayedJobs } from '../../../testing/delayed-jobs.ts'
import { startSecondServer, testServer } from '../../../testing/harness.ts'
import { readJournal } from '../../../testing/journal-entries.ts'
import { insertPhotoRows } from '../../../testing/photo-rows.ts'
import {
  findMailedLink,
  listSubjects,
  openBrowser,
  signInAgain,
  submitLink,
} from '../../identity/testing/mail-links.ts'
import { type SignedInBrowser, signInBrowser } from '../../identity/testing/signed-in-browser.ts'
import { cleanUpPhotos } from '../index.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const never = new AbortController().signal

const server = closeAfterAll(await testServer())
let customer: Client
let other: Client
beforeEach(async () => {
  ;[customer, other] = [await server.customer(), await server.customer()]
  for (const { accountId } of [customer, other]) await insertPhotoRows(server.ctx, accountId, 210)
})

/** Moves photos of the customer to the bin; returns their ids. */
async function fillBin(photos: number, client = customer): Promise<string[]> {
  const key = { account_id: client.accountId, deleted_at: null }
  const ids = (await listValues(server.ctx.db, 'photos', key, 'photo_id')).slice(0, photos)
  await client.call(deletePhotos, { body: { photoIds: ids } })
  return ids
}
const erase = (photoIds: readonly string[], more: { when?: 'later' | 'now' } = {}, client = customer) =>
  client.call(erasePhotos, { body: { photoIds: [...photoIds], ...more } })
const refuse = async (photoIds: readonly string[], more: { when?: 'now' } = {}, client = customer) => {
  const { status, body } = await client.expectError(erasePhotos, {
    body: { photoIds: [...photoIds], ...more },
  })
  return [status, body.reason ?? body.code]
}
const signIn = () => signInAgain(server, customer)
const countBin = async () => (await (await signIn()).call(getUser)).deletedCount
const readWaiting = async () => (await (await signIn()).call(getJournalReview)).waiting
const cleanUp = async () => {
  await cleanUpPhotos(server.ctx, never)
  await server.idle()
}
const inHours = (hours: number) => new Date(server.clock.now().getTime() + hours * HOUR).toISOString()
/** A device that signed in that many days ago, with a sign-in of a moment ago. */
async function deviceOf(days: number): Promise<SignedInBrowser> {
  const { accountId } = customer
  const devices = () => listValues(server.ctx.db, 'devices', { account_id: accountId }, 'grant_id')
  const before = await devices()
  const signedIn = await signInBrowser(server, customer)
  const key = { account_id: accountId, grant_id: (await devices()).filter(id => !before.includes(id)) }
  const createdAt = new Date(server.clock.now().getTime() - days * DAY)
  await updateRows(server.ctx.db, 'devices', key, { created_at: createdAt })
  return signedIn
}

describe('NX-424 deleting for ever', () => {
  test('NX-424 takes 100 photos a day at once, after a recent sign-in; the next one waits a day', async () => {
    const { client: known, refresh } = await deviceOf(7)
    const ids = await fillBin(103)
    expect(await erase(ids.slice(0, 99), {}, known)).toEqual({ failed: [], effectiveAt: null })
    expect(await erase(ids.slice(99, 100), {}, known)).toEqual({ failed: [], effectiveAt: null })
    expect(await countBin()).toBe(3)
    expect(await erase(ids.slice(100, 101), {}, known)).toEqual({ failed: [], effectiveAt: inHours(24) })
    expect(await countBin()).toBe(3)
    server.clock.advance(DAY - 1)
    expect(await (await refresh()).call(getErasureLimit)).toMatchObject({ remaining: 0, mayEraseNow: true })
    server.clock.advance(1)
    expect(await (await refresh()).call(getErasureLimit)).toMatchObject({ remaining: 100 })
  })

  test('NX-424 of a large library takes 1 %', async () => {
    const big = await server.customer()
    await insertPhotoRows(server.ctx, big.accountId, 12_000)
    expect((await big.call(getErasureLimit)).remaining).toBe(120)
    expect((await other.call(getErasureLimit)).remaining).toBe(100)
  })

  test('RV-1002 asks an old sign-in to confirm what goes at once, and not what waits', async () => {
    const { refresh } = await signInBrowser(server, customer)
    const ids = await fillBin(102)
    server.clock.advance(16 * MINUTE)
    const old = await refresh()
    expect(await refuse(ids.slice(0, 1), {}, old)).toEqual([401, 'step-up-required'])
    expect(await countBin()).toBe(102)
    expect((await erase(ids.slice(1), {}, old)).effectiveAt).not.toBeNull()
    expect(await countBin()).toBe(102)
  })

  test('NX-424 waits three days from a device younger than 7 days', async () => {
    const ids = await fillBin(202)
    expect((await erase(ids.slice(0, 101), {}, (await deviceOf(6.99)).client)).effectiveAt).toBe(inHours(72))
    server.clock.advance(2 * MINUTE)
    expect((await erase(ids.slice(101), {}, (await deviceOf(7)).client)).effectiveAt).toBe(inHours(24))
  })

  test('NX-424 all calls of an unusual deletion wait, and all of a usual one do not', async () => {
    const ids = await fillBin(104)
    expect((await erase(ids.slice(0, 2), { when: 'later' })).effectiveAt).not.toBeNull()
    expect((await erase(ids.slice(2, 4), { when: 'later' })).effectiveAt).not.toBeNull()
    for (const from of [4, 54]) expect((await erase(ids.slice(from, from + 50))).effectiveAt).toBeNull()
    expect(await countBin()).toBe(4)
  })

  test('NX-424 of calls at once exactly one day’s photos are gone', async () => {
    const ids = await fillBin(200)
    const calls = Array.from({ length: 8 }, (_, n) => erase(ids.slice(n * 25, n * 25 + 25)))
    const answers = await Promise.all(calls)
    expect(answers.filter(({ effectiveAt }) => effectiveAt === null)).toHaveLength(4)
    expect(await countBin()).toBe(100)
  })

  test('NX-424 photos that wait are in the bin until they are due, and can be restored', async () => {
    const ids = await fillBin(102)
    const { effectiveAt } = await erase(ids)
    const { images } = await customer.call(getDeletedPhotos, { query: { limit: 100 } })
    expect(new Set(images.map(({ erasedAt }) => erasedAt))).toEqual(new Set([effectiveAt]))
    await customer.call(restorePhotos, { body: { photoIds: ids.slice(0, 1) } })
    server.clock.advance(72 * HOUR - 1)
    await cleanUp()
    expect(await countBin()).toBe(101)
    server.clock.advance(1)
    await cleanUp()
    expect([await countBin(), await readWaiting()]).toEqual([0, []])
    expect((await (await signIn()).call(getUser)).photosCount).toBe(109)
  })

  test('NX-424 NX-426 a repeated call waits no longer, and is no second entry; it is told without photos that came back, which is no stop', async () => {
    const ids = await fillBin(102)
    const { effectiveAt } = await erase(ids)
    const inLibrary = { account_id: customer.accountId, deleted_at: null }
    const [kept] = await listValues(server.ctx.db, 'photos', inLibrary, 'photo_id')
    expect(await erase([kept!])).toEqual({ failed: [kept], effectiveAt: null })
    server.clock.advance(HOUR)
    const device = await signIn()
    expect(await erase(ids, {}, device)).toEqual({ failed: [], effectiveAt })
    expect(await readWaiting()).toMatchObject([{ total: 102, effectiveAt, undo: 'waiting' }])
    await device.call(restorePhotos, { body: { photoIds: ids.slice(0, 101) } })
    expect(await readWaiting()).toMatchObject([{ total: 1 }])
    await device.call(restorePhotos, { body: { photoIds: ids } })
    expect(await readWaiting()).toEqual([])
    expect((await device.call(getErasureLimit)).mayWait).toBe(true)
  })

  test('NX-428 photos whose time is over are not said to have more', async () => {
    const { effectiveAt } = await erase(await fillBin(102))
    server.clock.advance(72 * HOUR)
    const { images } = await (await signIn()).call(getDeletedPhotos, { query: { limit: 1 } })
    expect(images[0]!.erasedAt).toBe(effectiveAt)
  })

  test('NX-424 nothing waits where the operator has set no delay', async () => {
    await using closing = new AsyncDisposableStack()
    const atOnce = await startSecondServer(server, server.ctx.blobs, { lossDelayHours: 0 })
    closing.defer(() => atOnce.close())
    const { accountId, email, token } = await server.customer()
    const client = new Client(atOnce.origin, accountId, email, token)
    await insertPhotoRows(atOnce.ctx, client.accountId, 102)
    const ids = await listValues(atOnce.ctx.db, 'photos', { account_id: client.accountId }, 'photo_id')
    await client.call(deletePhotos, { body: { photoIds: ids } })
    expect((await client.call(erasePhotos, { body: { photoIds: ids } })).effectiveAt).toBeNull()
  })
})

describe('NX-425 ‘Delete now’', () => {
  test('NX-425 erases at once from a device of 7 days after a confirmation, and is mailed; from no other', async () => {
    const ids = await fillBin(102)
    const { client: young } = await deviceOf(6.99)
    expect(await refuse(ids, { when: 'now' }, young)).toEqual([409, 'new-device'])
    const { client: known } = await deviceOf(7)
    expect(await erase(ids, { when: 'now' }, known)).toEqual({ failed: [], effectiveAt: null })
    expect(await countBin()).toBe(0)
    await startDelayedJobs(server, 'security-mail')
    expect((await listSubjects(server, customer.email))[0]).toBe('102 photos were deleted forever')
  })

  test('NX-424 NX-425 within what is usual is not mailed; calls that become more than usual one after the other are mailed once', async () => {
    const ids = await fillBin(102)
    const { client: known } = await deviceOf(7)
    await erase(ids.slice(0, 100), {}, known)
    await startDelayedJobs(server, 'security-mail')
    const isErasure = (subject: string) => /deleted forever/.test(subject)
    expect((await listSubjects(server, customer.email)).filter(isErasure)).toEqual([])
    for (const from of [100, 101]) await erase(ids.slice(from, from + 1), { when: 'now' }, known)
    await startDelayedJobs(server, 'security-mail')
    expect((await listSubjects(server, customer.email)).filter(isErasure)).toEqual([
      '102 photos were deleted forever',
    ])
  })

  test('NX-425 asks an old sign-in to confirm', async () => {
    const ids = await fillBin(102)
    const { refresh } = await deviceOf(8)
    server.clock.advance(16 * MINUTE)
    expect(await refuse(ids, { when: 'now' }, await refresh())).toEqual([401, 'step-up-required'])
    expect(await countBin()).toBe(102)
  })
})

describe('NX-427 ‘Stop it’', () => {
  test('NX-427 from another device until the last moment; the photos stay, and a week later it is possible again', async () => {
    const ids = await fillBin(103)
    await erase(ids.slice(0, 102))
    const [entry] = await readWaiting()
    expect((await other.expectError(undoEntry, { params: { id: entry!.id } })).status).toBe(404)
    server.clock.advance(72 * HOUR - 1)
    const device = await signIn()
    await device.call(undoEntry, { params: { id: entry!.id } })
    await device.call(undoEntry, { params: { id: entry!.id } })
    expect(await readWaiting()).toEqual([])
    server.clock.advance(1)
    await cleanUp()
    expect(await countBin()).toBe(103)
    expect(await refuse(ids.slice(0, 102), {}, device)).toEqual([409, 'stopped'])
    expect(await erase(ids.slice(102), {}, device)).toMatchObject({ effectiveAt: null })
    server.clock.advance(7 * DAY)
    const later = await signIn()
    expect((await erase(ids.slice(0, 102), {}, later)).effectiveAt).not.toBeNull()
  })

  test('NX-426 NX-427 from the mail without a sign-in, which a new password does not end', async () => {
    const ids = await fillBin(102)
    await erase(ids.slice(0, 60), { when: 'later' })
    await erase(ids.slice(60), { when: 'later' })
    await startDelayedJobs(server, 'security-mail')
    const subjects = await listSubjects(server, customer.email)
    expect(subjects.filter(subject => subject === '102 photos will be deleted forever')).toHaveLength(1)
    const link = await findMailedLink(server, customer.email, '/identity/stop-erasure/')
    const page = await openBrowser(server).get(link.pathname)
    expect(page.body).toContain('then they are deleted forever')
    expect(await readWaiting()).toHaveLength(1)
    for (let i = 0; i < 2; i++) expect((await submitLink(server, link)).body).toContain('Stopped')
    expect(await readWaiting()).toEqual([])
    const [undo] = await readJournal(server.ctx, customer.accountId, 'change.undone')
    expect(undo).toMatchObject({ actor: 'link' })
  })

  test('NX-427 is too late once it has taken effect, which the link says, too', async () => {
    await erase(await fillBin(102))
    const [entry] = await readWaiting()
    await startDelayedJobs(server, 'security-mail')
    const link = await findMailedLink(server, customer.email, '/identity/stop-erasure/')
    server.clock.advance(72 * HOUR - 1)
    expect((await openBrowser(server).get(link.pathname)).statusCode).toBe(200)
    server.clock.advance(1)
    const late = await openBrowser(server).get(link.pathname)
    expect([late.statusCode, late.body.includes('too late to stop')]).toEqual([410, true])
    const { status, body } = await (await signIn()).expectError(undoEntry, { params: { id: entry!.id } })
    expect([status, body.reason]).toEqual([409, 'over'])
    await cleanUp()
    expect(await countBin()).toBe(0)
  })

  test('NX-426 open pages hear of it at once; ‘It wasn’t me’ stops all that waits', async () => {
    const messages: string[] = []
    const end = subscribeToAccount(
      server.ctx,
      customer.accountId,
      message => void messages.push((message as { type: string }).type),
    )
    await erase(await fillBin(102))
    expect(messages).toContain('journal-changed')
    end()
    await customer.call(endAllAccess)
    const [entry] = await readJournal(server.ctx, customer.accountId, 'photos.erasure-requested')
    const [undo] = await readJournal(server.ctx, customer.accountId, 'change.undone')
    expect(undo!.undoes).toBe(entry!.entry_id)
    server.clock.advance(73 * HOUR)
    await cleanUp()
    const key = { account_id: customer.accountId, erased_at: null }
    expect(await listValues(server.ctx.db, 'photos', key, 'photo_id')).toHaveLength(210)
  })
})

describe('NX-429 photos that are moved to the bin', () => {
  test('NX-429 are mailed when they become more than 500 and a tenth in a day, once', async () => {
    customer = await server.customer()
    await insertPhotoRows(server.ctx, customer.accountId, 6000)
    const readLoss = async () => {
      await startDelayedJobs(server, 'security-mail')
      return (await listSubjects(server, customer.email)).filter(subject =>
        subject.includes('Recently deleted'),
      )
    }
    await fillBin(300)
    await fillBin(300)
    expect(await readLoss()).toEqual([])
    await fillBin(1)
    expect(await readLoss()).toEqual(['601 photos were moved to ‘Recently deleted’'])
    await fillBin(10)
    expect(await readLoss()).toHaveLength(1)
  })

  test('NX-429 ‘Delete all’ is mailed, with the way to bring them back', async () => {
    await customer.call(deleteAllPhotos)
    await server.idle()
    expect((await listSubjects(server, customer.email))[0]).toBe(
      '210 photos were moved to ‘Recently deleted’',
    )
    expect((await findMailedLink(server, customer.email, '/activity')).pathname).toBe('/activity')
  })
})
