import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { patchCustomer } from '#contract/customers.ts'
import { getJournal, JOURNAL_KINDS, type JournalKind, undoEntry } from '#contract/journal.ts'
import {
  deleteAllPhotos,
  deletePhotos,
  erasePhotos,
  getPhotos,
  getUser,
  restorePhotos,
} from '#contract/photos.ts'
import { change } from '../../context.ts'
import { checkUndoSources } from '../../domain.ts'
import { runInStatementScope } from '../../platform/db/statement-scope.ts'
import { subscribeToAccount } from '../../platform/push/account-channel.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { readJournal } from '../../testing/journal-entries.ts'
import { jpeg } from '../../testing/pictures.ts'
import { cleanUpJournal, type NewEntry, record } from './index.ts'

const SECOND = 1000
const DAY = 86_400_000

let customer: Client
let other: Client
const server = closeAfterAll(await testServer())
beforeEach(async () => {
  customer = await server.customer()
  other = await server.customer()
})

const add = (kind: JournalKind, entry: Partial<NewEntry> = {}, { accountId } = customer) =>
  change(server.ctx, tx => record(server.ctx, tx, { accountId, kind, ...entry }))
const readEntries = async (client = customer) =>
  (await client.call(getJournal)).entries.filter(({ kind }) => kind !== 'sign-in.new-device')
const undo = (id: string, client = customer) => client.call(undoEntry, { params: { id } })
const readConflict = async (id: string, client = customer) => {
  const { status, body } = await client.expectError(undoEntry, { params: { id } })
  return `${status} ${body.reason ?? body.code}`
}

async function addPhotos(count: number, client = customer): Promise<string[]> {
  for (let n = 0; n < count; n++) await client.upload(`${n}.jpg`, await jpeg())
  await server.idle()
  return (await client.call(getPhotos)).images.map(({ imageId }) => imageId)
}
const remove = (photoIds: string[], client = customer) => client.call(deletePhotos, { body: { photoIds } })
const countPhotos = async (client = customer) => (await client.call(getUser)).photosCount

describe('NX-403 who acts', () => {
  test('NX-403 is the session of a call, with its device and shortened network', async () => {
    const again = await server.signIn(customer)
    await customer.call(patchCustomer, { body: { firstName: 'Ada' } })
    const [own] = await readEntries()
    expect(own!.actor).toMatchObject({ type: 'device', network: '127.0.0.x', isThisDevice: true })
    const [seen] = await readEntries(again)
    expect(seen!.actor).toMatchObject({ isThisDevice: false, accessId: own!.actor.accessId })
    expect(await readEntries(other)).toEqual([])
  })

  test('NX-403 a job acts for the system; without an actor nothing is recorded', async () => {
    const getActor = () => ({ type: 'system', id: 'a-job', deviceName: null, network: null }) as const
    await runInStatementScope({ statementClass: 'job', group: 'a-job', getActor }, () =>
      add('profile.changed'),
    )
    expect(await readJournal(server.ctx, customer.accountId, 'profile')).toMatchObject([
      { actor: 'system', actor_id: 'a-job' },
    ])
  })
})

describe('NX-405 deletions', () => {
  test('NX-405 of one device with up to a minute between them are one entry, which is undone in one go', async () => {
    const ids = await addPhotos(5)
    const again = await server.signIn(customer)
    await remove([ids[0]!])
    server.clock.advance(60 * SECOND)
    await remove([ids[1]!])
    server.clock.advance(1)
    await remove([ids[2]!], again)
    server.clock.advance(60 * SECOND)
    await remove([ids[3]!])
    const entries = await readEntries()
    expect(entries.map(({ kind, total }) => `${kind} ${total}`)).toEqual([
      'photos.deleted 1',
      'photos.deleted 1',
      'photos.deleted 2',
    ])
    expect(await undo(entries[2]!.id)).toEqual({ restored: 2, hasMore: false })
    expect(await countPhotos()).toBe(3)
    expect(await undo(entries[2]!.id)).toEqual({ restored: 0, hasMore: false })
    // What was deleted again since stays deleted.
    await remove([ids[0]!])
    expect(await undo(entries[2]!.id)).toEqual({ restored: 0, hasMore: false })
    expect(await countPhotos()).toBe(2)
  })

  test('NX-415 a deletion is undone although time passes within its call', async () => {
    const ids = await addPhotos(3)
    const start = server.clock.now().getTime()
    let calls = 0
    const now = vi.spyOn(server.clock, 'now').mockImplementation(() => new Date(start + ++calls))
    await remove(ids.slice(0, 2))
    await remove(ids.slice(2))
    now.mockRestore()
    const [deletion] = await readEntries()
    expect(deletion).toMatchObject({ total: 3, undo: 'possible' })
    expect(await undo(deletion!.id)).toEqual({ restored: 3, hasMore: false })
  })

  test('NX-405 an entry that was undone does not grow', async () => {
    const ids = await addPhotos(2)
    await remove([ids[0]!])
    await undo((await readEntries())[0]!.id)
    await remove([ids[1]!])
    const deletions = (await readEntries()).filter(({ kind }) => kind === 'photos.deleted')
    expect(deletions.map(({ total, undo }) => [total, undo])).toEqual([
      [1, 'possible'],
      [1, 'done'],
    ])
  })

  test('NX-413 a deletion is undone when the last of its photos came back by hand, and no other one is', async () => {
    const ids = await addPhotos(3)
    await remove(ids.slice(2))
    server.clock.advance(61 * SECOND)
    await remove(ids.slice(0, 2))
    const readDeletions = async () => (await readEntries()).filter(({ kind }) => kind === 'photos.deleted')
    const restore = (photoIds: string[]) => customer.call(restorePhotos, { body: { photoIds } })
    await restore(ids.slice(0, 1))
    const isOpen = { undo: 'possible', undone: null }
    expect(await readDeletions()).toMatchObject([isOpen, isOpen])
    await restore(ids.slice(0, 2))
    await restore(ids.slice(0, 2))
    const isDone = { total: 2, undo: 'done', undone: { actor: { isThisDevice: true } } }
    expect(await readDeletions()).toMatchObject([isDone, isOpen])
    expect((await readEntries()).filter(({ kind }) => kind === 'change.undone')).toHaveLength(1)
  })

  test('NX-413 a deletion of which photos were deleted for ever is not said to be undone', async () => {
    const ids = await addPhotos(2)
    await remove(ids)
    await customer.call(erasePhotos, { body: { photoIds: ids.slice(1) } })
    await customer.call(restorePhotos, { body: { photoIds: ids.slice(0, 1) } })
    const [deletion] = (await readEntries()).filter(({ kind }) => kind === 'photos.deleted')
    expect(deletion).toMatchObject({ undo: 'over', undone: null })
  })

  test('NX-415 an undo from the bin is dated by what the bin holds, one of values by 30 days', async () => {
    const brief = await testServer({ config: { binDays: 7 } })
    try {
      const client = await brief.customer()
      await client.upload('a.jpg', await jpeg())
      await brief.idle()
      const { images } = await client.call(getPhotos)
      await client.call(patchCustomer, { body: { firstName: 'Ada' } })
      await client.call(deletePhotos, { body: { photoIds: images.map(({ imageId }) => imageId) } })
      const days = (await readEntries(client)).map(({ kind, at, undoUntil }) => [
        kind,
        (Date.parse(undoUntil!) - Date.parse(at)) / DAY,
      ])
      expect(Object.fromEntries(days)).toEqual({ 'photos.deleted': 7, 'profile.changed': 30 })
    } finally {
      await brief.close()
    }
  })

  test('NX-415 everything that was deleted at once comes back by its entry, also after a second time', async () => {
    await addPhotos(3)
    await customer.call(deleteAllPhotos)
    await server.idle()
    await addPhotos(2)
    server.clock.advance(SECOND)
    await customer.call(deleteAllPhotos)
    await server.idle()
    const [second, first] = await readEntries()
    expect([first, second].map(each => `${each!.kind} ${each!.total} ${each!.undo}`)).toEqual([
      'library.deleted 3 possible',
      'library.deleted 2 possible',
    ])
    expect(await undo(first!.id)).toEqual({ restored: 3, hasMore: false })
    // A job brings the latest one back.
    expect(await undo(second!.id)).toEqual({ restored: 0, hasMore: false })
    await server.idle()
    expect(await countPhotos()).toBe(5)
    const undone = (await readEntries()).filter(({ kind }) => kind === 'library.deleted')
    expect(undone.map(each => each.undo)).toEqual(['done', 'done'])
  })
})

describe('NX-419 undo', () => {
  test('NX-420 of an unknown or foreign entry is 404, of one without a way back 409', async () => {
    const kept = await add('passkey.added')
    expect(await readConflict(kept)).toBe('409 none')
    expect(await readConflict(randomUUID())).toBe('404 not-found')
    await remove(await addPhotos(1))
    const [deletion] = await readEntries()
    expect(await readConflict(deletion!.id, other)).toBe('404 not-found')
    expect(await countPhotos()).toBe(0)
  })

  test('NX-419 is possible for 30 days', async () => {
    await customer.call(patchCustomer, { body: { firstName: 'Ada' } })
    await customer.call(patchCustomer, { body: { firstName: 'Eve' } })
    const [latest, earlier] = await readEntries()
    server.clock.advance(30 * DAY - 1)
    const later = await server.signIn(customer)
    await undo(latest!.id, later)
    server.clock.advance(1)
    expect(await readConflict(earlier!.id, later)).toBe('409 over')
    expect((await readEntries(later)).at(-1)).toMatchObject({ undo: 'over' })
  })

  test('NX-404 every kind with a way back has one domain that undoes it', () => {
    expect(() => checkUndoSources([])).toThrow('no domain undoes photos.deleted')
    const source = { kinds: ['photos.deleted'] as const, undo: async () => ({ restored: 0, hasMore: false }) }
    expect(() => checkUndoSources([source, source])).toThrow('two domains undo photos.deleted')
  })
})

describe('NX-407 the list', () => {
  test('NX-407 is newest first, page by page, each once, also of one instant; its cursor belongs to the account', async () => {
    const ids = []
    for (let n = 0; n < 7; n++) {
      ids.push(await add('passkey.added', { detail: { name: `${n}` } }))
      await add('passkey.added', {}, other)
      if (n % 2) server.clock.advance(SECOND)
    }
    const listed: string[] = []
    let cursor: string | undefined
    do {
      const page = await customer.call(getJournal, { query: { limit: 3, ...(cursor && { cursor }) } })
      listed.push(...page.entries.filter(({ kind }) => kind === 'passkey.added').map(({ id }) => id))
      cursor = page.cursor ?? undefined
    } while (cursor)
    expect(listed).toEqual(ids.toReversed())
    const page = await customer.call(getJournal, { query: { limit: 1 } })
    const query = { limit: 1, cursor: page.cursor! }
    expect((await other.expectError(getJournal, { query })).status).toBe(400)
  })

  test('NX-417 begins with an instant, which counts', async () => {
    await add('passkey.added')
    server.clock.advance(SECOND)
    const since = server.clock.now().toISOString()
    const id = await add('passkey.removed')
    const { entries } = await customer.call(getJournal, { query: { since } })
    expect(entries.map(entry => entry.id)).toEqual([id])
  })

  test('NX-414 what is recorded is told to open pages of the account, and of no other', async () => {
    const told: string[] = []
    const ends = [customer, other].map(({ accountId }, i) =>
      subscribeToAccount(server.ctx, accountId, body => told.push(`${i} ${(body as { type: string }).type}`)),
    )
    await add('passkey.added')
    await expect.poll(() => told).toEqual(['0 journal-changed'])
    for (const end of ends) end()
  })
})

test.each([400, 30] as const)(
  'NX-408 entries of %i days are deleted after them, values after 30',
  async days => {
    const kinds = Object.entries(JOURNAL_KINDS).filter(([, kind]) => kind.days === days && !kind.isMerged)
    for (const [kind] of kinds) await add(kind as JournalKind, { before: { name: 'before' } })
    const read = async () => {
      await cleanUpJournal(server.ctx, new AbortController().signal)
      const rows = await readJournal(server.ctx, customer.accountId)
      return [rows.length, rows.filter(({ before }) => before !== null).length]
    }
    server.clock.advance(30 * DAY)
    expect(await read()).toEqual([kinds.length, kinds.length])
    server.clock.advance(1)
    expect(await read()).toEqual(days === 30 ? [0, 0] : [kinds.length, 0])
    server.clock.advance((days - 30) * DAY - 1)
    expect((await read())[0]).toBe(days === 30 ? 0 : kinds.length)
    server.clock.advance(1)
    expect(await read()).toEqual([0, 0])
  },
)
