import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as albums from '#contract/albums.ts'
import * as downloads from '#contract/downloads.ts'
import * as contract from '#contract/photos.ts'
import type { LibraryPush } from '#contract/push.ts'
import { jobs } from '../../../app.ts'
import type { Context } from '../../../context.ts'
import { listColumns } from '../../../platform/db/rows.ts'
import type { Client } from '../../../testing/client.ts'
import { findAlbumCountErrors, findMonthCountErrors } from '../../../testing/consistency-checks.ts'
import { type TestServer, testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { openLibrarySocket, openSocket } from '../../../testing/sockets.ts'
import { cleanUpPhotos } from '../index.ts'
import { moveLibraryJob } from '../job-kinds.ts'
import { moveLibrary, STEP_SIZE } from './move-library.ts'

const never = new AbortController().signal
const MANY = 3 * STEP_SIZE + 200

/** No worker runs by itself, so that every intermediate state can be checked. */
let server: TestServer
beforeAll(async () => {
  server = await testServer({ work: false, config: { rateLimits: false } })
})
afterAll(() => server.close())

async function libraryOf(count: number): Promise<Client> {
  const customer = await server.customer()
  for (let i = 0; i < count; i++) await customer.upload(`${i}.jpg`, await jpeg())
  return customer
}

/** A library of many photos without files, in twelve months. */
async function largeLibrary(): Promise<Client> {
  const customer = await server.customer()
  const { accountId } = customer
  const { db } = server.ctx
  await sql`
    insert into photos (account_id, photo_id, upload_id, sha256, crc32, size, content_type, file_name, taken_at,
      taken_sort, taken_unknown, taken_month, created_month, created_at, state, width, height, variants)
    select ${accountId}, md5(${accountId} || i)::uuid, i::text, md5(i::text), i, 1000, 'image/jpeg', i || '.jpg', taken,
      taken, false, to_char(taken, 'YYYYMM')::int, 202401, '2024-01-01Z', 'ready', 40, 30, '[]'
    from generate_series(1, ${MANY}::int) i,
      lateral (select timestamp '2023-01-01' + make_interval(months => i % 12) as taken) moment`.execute(db)
  await sql`
    insert into month_counts
    select account_id, 'dateTaken', taken_month, count(*)::int from photos where account_id = ${accountId} group by 1, 3
    union all
    select account_id, 'created', created_month, count(*)::int from photos where account_id = ${accountId} group by 1, 3`.execute(
    db,
  )
  return customer
}

const totals = (customer: Client) => customer.call(contract.getUser)
const deleteAll = (customer: Client) => customer.call(contract.deleteAllPhotos)
const restoreAll = (customer: Client, moveId?: string) =>
  customer.call(contract.restoreAllPhotos, { body: moveId ? { moveId } : {} })
const work = ({ accountId }: Client, moveId: string, ctx: Context = server.ctx) =>
  moveLibrary(ctx, { accountId, moveId }, never)
const idsOf = async (customer: Client) =>
  (await customer.call(contract.getPhotos)).images.map(image => image.imageId)

describe('DELETE /photos/all', () => {
  test('PL-162 OP-34 all photos of the caller are moved to the bin; albums stay, empty and without cover; others keep theirs', async () => {
    const [customer, other] = [await libraryOf(3), await libraryOf(1)]
    const ids = await idsOf(customer)
    const { albumId } = await customer.call(albums.createAlbum, { body: { name: 'Summer' } })
    await customer.call(albums.addAlbumPhotos, { params: { id: albumId }, body: { photoIds: ids } })
    const album = () => customer.call(albums.getAlbum, { params: { id: albumId } })
    const before = await album()
    expect(before.coverPhoto).not.toBeNull()

    const move = await deleteAll(customer)
    expect(move).toMatchObject({ to: 'bin', state: 'running', photos: 3, moved: 0 })
    expect((await totals(customer)).move).toEqual(move)
    await work(customer, move.moveId)

    expect(await totals(customer)).toMatchObject({ photosCount: 0, deletedCount: 3, albumsCount: 1 })
    expect(await totals(customer)).not.toHaveProperty('move')
    expect(await customer.call(contract.getTimeline)).toEqual({})
    expect(await idsOf(customer)).toEqual([])
    expect(await album()).toMatchObject({ photosCount: 0, coverPhoto: null })
    expect((await customer.call(contract.getDeletedPhotos)).images).toHaveLength(3)
    expect(await totals(other)).toMatchObject({ photosCount: 1, deletedCount: 0 })

    // OP-91: restores the photos to the same positions.
    const undo = await restoreAll(customer, move.moveId)
    expect(undo).toMatchObject({ to: 'library', photos: 3 })
    await work(customer, undo.moveId)
    expect(await idsOf(customer)).toEqual(ids)
    expect(await album()).toMatchObject({ photosCount: 3 })
    expect((await album()).coverPhoto?.imageId).toBe(before.coverPhoto?.imageId)
    expect(await findAlbumCountErrors(server.ctx, customer.accountId)).toEqual([])
    // A repeated request is the same undo and moves nothing.
    expect(await restoreAll(customer, move.moveId)).toMatchObject({ moveId: undo.moveId, state: 'done' })
  })

  test('PL-162 a repeated request is one move, also from two windows concurrently, after a lost answer, and of an empty library', async () => {
    const customer = await libraryOf(2)
    const [a, b] = await Promise.all([deleteAll(customer), deleteAll(customer)])
    expect(a).toEqual(b)
    await work(customer, a.moveId)
    expect(await deleteAll(customer)).toEqual({ ...a, state: 'done', moved: 2 })
    // The undo of the photos is unchanged.
    await work(customer, (await restoreAll(customer, a.moveId)).moveId)
    expect((await totals(customer)).photosCount).toBe(2)
    const empty = await server.customer()
    const move = await deleteAll(empty)
    await work(empty, move.moveId)
    expect(await totals(empty)).toMatchObject({ photosCount: 0, deletedCount: 0 })
    expect(await deleteAll(empty)).toEqual({ ...move, state: 'done' })
  })

  test('PL-162 what is added after the request stays: a new photo, one restored from the bin, one uploaded again', async () => {
    const customer = await libraryOf(3)
    const again = await jpeg()
    await customer.upload('again.jpg', again)
    const all = await idsOf(customer)
    const binned = all.slice(0, 2)
    await customer.call(contract.deletePhotos, { body: { photoIds: [...binned] } })
    const socket = await openSocket(server.origin, '/api/push/library', customer.token)
    const move = await deleteAll(customer)
    expect(move.photos).toBe(all.length - 2)
    await customer.call(contract.restorePhotos, { body: { photoIds: [binned[0]!] } })
    await customer.upload('new.jpg', await jpeg())
    await customer.upload('again.jpg', again)
    await customer.call(contract.deletePhotos, { body: { photoIds: [all[2]!] } })
    const stay = new Set(await idsOf(customer))
    for (const id of all) if (!binned.includes(id)) stay.delete(id)
    await work(customer, move.moveId)
    const left = await idsOf(customer)
    expect(left).toContain(binned[0])
    expect(left.filter(id => !all.includes(id))).toHaveLength(1)
    expect(new Set(left)).toEqual(stay)
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
    // The page is told how many photos the move has moved in the end, of which it announced more.
    const moved = move.photos - 1
    const { move: end } = await socket.next<LibraryPush & { type: 'library-move' }>(
      message => message.type === 'library-move' && message.move.state === 'done',
    )
    expect(end).toMatchObject({ moved, photos: moved })
    socket.close()
  })

  test('OP-34 an archive that is being prepared is cancelled, a finished one stays', async () => {
    const customer = await libraryOf(2)
    const photos = (await idsOf(customer)).map(photoId => ({ photoId, ownerId: customer.accountId }))
    const prepare = jobs.find(({ kind }) => kind.name === 'downloads.prepare')!.handler
    const ask = async () => {
      const id = randomUUID()
      await customer.call(downloads.createDownload, { body: { id, photos } })
      return id
    }
    const run = (downloadId: string) =>
      prepare(server.ctx, [{ accountId: customer.accountId, downloadId }] as never, never)
    const url = (id: string) => customer.call(downloads.getDownloadUrl, { params: { id } })
    const finished = await ask()
    await run(finished)
    const waiting = await ask()
    const socket = await openSocket(server.origin, '/api/push/downloads', customer.token)
    const { moveId } = await deleteAll(customer)
    await run(waiting)
    await work(customer, moveId)
    const states = await listColumns(server.ctx.db, 'downloads', { account_id: customer.accountId }, [
      'download_id',
      'state',
    ])
    expect(new Map(states.map(row => [row.download_id, row.state]))).toEqual(
      new Map([
        [finished, 'ready'],
        [waiting, 'failed'],
      ]),
    )
    expect((await fetch((await url(finished)).url)).status).toBe(200)
    expect(
      (await customer.expectError(downloads.getDownloadUrl, { params: { id: waiting } })).status,
    ).not.toBe(200)
    socket.close()
  })
})

describe('POST /bin/restore-all', () => {
  test('OP-91 undo while it runs restores what was moved and leaves the rest in the library', async () => {
    const customer = await largeLibrary()
    const { moveId } = await deleteAll(customer)
    await expect(work(customer, moveId, dyingAfter(2))).rejects.toThrow('died')
    expect((await totals(customer)).move?.moved).toBe(2 * STEP_SIZE)
    const undo = await restoreAll(customer, moveId)
    await work(customer, moveId)
    expect((await totals(customer)).photosCount).toBe(MANY - 2 * STEP_SIZE)
    await work(customer, undo.moveId)
    expect(await totals(customer)).toMatchObject({ photosCount: MANY, deletedCount: 0 })
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('OP-91 undo does not restore what was deleted individually before; without a moveId all are restored', async () => {
    const customer = await libraryOf(3)
    const [single] = await idsOf(customer)
    await customer.call(contract.deletePhotos, { body: { photoIds: [single!] } })
    const { moveId } = await deleteAll(customer)
    await work(customer, moveId)
    await work(customer, (await restoreAll(customer, moveId)).moveId)
    expect(await totals(customer)).toMatchObject({ photosCount: 2, deletedCount: 1 })
    const all = await restoreAll(customer)
    expect(await restoreAll(customer)).toEqual(all)
    await work(customer, all.moveId)
    expect(await totals(customer)).toMatchObject({ photosCount: 3, deletedCount: 0 })
  })

  test('OP-31 a move of another customer is not found; a bad body is 400', async () => {
    const [customer, other] = [await libraryOf(1), await libraryOf(1)]
    const { moveId } = await deleteAll(other)
    const refused = async (body: object) =>
      (await customer.expectError(contract.restoreAllPhotos, { body } as never)).status
    expect(await refused({ moveId })).toBe(404)
    expect(await refused({ moveId: randomUUID() })).toBe(404)
    expect(await refused({ moveId: 'x' })).toBe(400)
    expect((await totals(customer)).photosCount).toBe(1)
  })
})

/** A context of a process that dies in the step after `steps`: that step is rolled back. */
function dyingAfter(steps: number): Context {
  let left = steps
  const publish: Context['push']['publish'] = async (tx, message) => {
    if ((message.body as LibraryPush).type === 'library-move' && left-- === 0) throw new Error('died')
    return server.ctx.push.publish(tx, message)
  }
  return { ...server.ctx, push: { ...server.ctx.push, publish } }
}

describe('a large library', () => {
  test('PL-162 a crash in any step loses nothing: the next process continues, counts are always right', async () => {
    const customer = await largeLibrary()
    const socket = await openLibrarySocket(server.origin, customer.token)
    const { moveId } = await deleteAll(customer)
    for (let step = 0; step < 3; step++) {
      await expect(work(customer, moveId, dyingAfter(1))).rejects.toThrow('died')
      expect(await totals(customer)).toMatchObject({
        photosCount: MANY - (step + 1) * STEP_SIZE,
        deletedCount: (step + 1) * STEP_SIZE,
        move: { moved: (step + 1) * STEP_SIZE, photos: MANY },
      })
      expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
    }
    await Promise.all([work(customer, moveId), work(customer, moveId)])
    expect(await totals(customer)).toMatchObject({ photosCount: 0, deletedCount: MANY })
    await socket.next<LibraryPush>(
      message => message.type === 'library-move' && message.move.state === 'done',
    )
    const moved = (socket.received as LibraryPush[]).flatMap(message =>
      message.type === 'library-move' ? [message.move.moved] : [],
    )
    expect(moved).toEqual([0, STEP_SIZE, 2 * STEP_SIZE, 3 * STEP_SIZE, MANY])
    socket.close()
  })

  test('PL-162 a process that shuts down passes the rest on to another one; the clean-up restarts a move whose worker died', async () => {
    const customer = await largeLibrary()
    const { moveId } = await deleteAll(customer)
    const before = await server.ctx.jobs.pending(moveLibraryJob)
    await moveLibrary(server.ctx, { accountId: customer.accountId, moveId }, AbortSignal.abort())
    expect((await totals(customer)).photosCount).toBe(MANY)
    expect(await server.ctx.jobs.pending(moveLibraryJob)).toBe(before + 1)
    server.clock.advance(11 * 60_000)
    await cleanUpPhotos(server.ctx, never)
    expect(await server.ctx.jobs.pending(moveLibraryJob)).toBeGreaterThan(before + 1)
  })
})
