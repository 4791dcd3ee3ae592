import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { getActivity } from '#contract/activity.ts'
import { createDownload } from '#contract/downloads.ts'
import { createExport } from '#contract/exports.ts'
import { undoEntry } from '#contract/journal.ts'
import { changePhotoDates } from '#contract/photo-dates.ts'
import { deleteAllPhotos, deletePhotos, getPhotos, getUser, restoreAllPhotos } from '#contract/photos.ts'
import { decideAllGroups } from '#contract/tidy-up.ts'
import type { Context } from '../../context.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { buildDownload } from '../downloads/downloads.ts'
import { buildExport } from '../exports/exports.ts'
import { runDateChange, STEP_PHOTOS } from '../photo-dates/photo-dates.ts'
import { moveLibrary, STEP_SIZE } from '../photos/library-move/move-library.ts'
import { decideAll } from '../similar-photos/decide-all.ts'
import { groupPhotos } from '../similar-photos/group-photos.ts'
import { createHash, insertComparedPhotos } from '../similar-photos/tidy-up.testing.ts'
import { undoRun } from '../similar-photos/undo-decision.ts'

/** Above the photos of one step, also without the photo that is left out. */
const PHOTOS = 2002

/** Jobs run only when the test runs them. */
const server = closeAfterAll(await testServer({ work: false, config: { rateLimits: false } }))
let customer: Client
let accountId: string
beforeEach(async () => {
  customer = await server.customer()
  accountId = customer.accountId
  await insertPhotoRows(server.ctx, accountId, PHOTOS)
})

/** Ends a job after some steps, as a process that shuts down does. */
function holdAfter(steps: number): AbortSignal {
  let left = steps
  return {
    get aborted() {
      return left-- <= 0
    },
    throwIfAborted() {
      if (this.aborted) throw new Error('held')
    },
  } as AbortSignal
}

const readItem = async (kind: string) =>
  (await customer.call(getActivity)).items.find(item => item.kind === kind)
const undo = async (kind: string) => customer.call(undoEntry, { params: { id: (await readItem(kind))!.id } })
const listIds = async () => (await customer.call(getPhotos)).images.map(({ imageId }) => imageId)

test('RV-1161 a change of dates: how far it is, what it left out, and the same of what takes it back', async () => {
  await sql`update photos set taken_precision = 'month' where account_id = ${accountId}
    and photo_id = (select min(photo_id::text)::uuid from photos where account_id = ${accountId})`.execute(
    server.ctx.db,
  )
  const months = [2020, 2021, 2022, 2023, 2024].flatMap(year =>
    Array.from({ length: 12 }, (_, i) => ({ year, month: i + 1, except: [] })),
  )
  const changeId = randomUUID()
  const body = { requestId: changeId, selection: { months }, shift: { minutes: 60 } }
  expect((await customer.send(changePhotoDates, { body })).status).toBe(202)
  const run = (signal: AbortSignal) => runDateChange(server.ctx, { accountId, changeId }, signal)
  const read = () => readItem('dates.changed')
  expect(await read()).toMatchObject({ state: 'running', total: PHOTOS, done: 0, leftOut: 0 })
  await run(holdAfter(3))
  expect(await read()).toMatchObject({
    state: 'running',
    total: PHOTOS,
    done: 3 * STEP_PHOTOS,
    entry: { undo: 'possible' },
  })
  await run(holdAfter(Infinity))
  const end = { state: 'done', total: PHOTOS - 1, done: null, leftOut: 1 }
  expect(await read()).toMatchObject({ ...end, entry: { undo: 'possible' } })

  const [photoId] = await listIds()
  server.clock.advance(1000)
  const set = { precision: 'year', year: 1974 } as const
  const later = { requestId: randomUUID(), selection: { photoIds: [photoId!] }, set }
  await customer.call(changePhotoDates, { body: later })
  const [, entry] = (await customer.call(getActivity)).items.filter(({ kind }) => kind === 'dates.changed')
  await customer.call(undoEntry, { params: { id: entry!.id } })
  await run(holdAfter(2))
  expect(await read()).toMatchObject({
    id: entry!.id,
    state: 'undoing',
    total: PHOTOS - 1,
    done: 2 * STEP_PHOTOS,
    entry: { undo: 'done' },
  })
  await run(holdAfter(Infinity))
  const { items } = await customer.call(getActivity)
  expect(items.find(({ id }) => id === entry!.id)).toMatchObject({ ...end, entry: { undo: 'done' } })
})

test('RV-1161 the deletion of all photos and what takes it back: how far they are, and their ends', async () => {
  const { moveId } = await customer.call(deleteAllPhotos)
  const work = (id: string, signal: AbortSignal) => moveLibrary(server.ctx, { accountId, moveId: id }, signal)
  const read = () => readItem('library.deleted')
  await work(moveId, holdAfter(1))
  const half = { total: PHOTOS, done: STEP_SIZE }
  expect(await read()).toMatchObject({ state: 'running', ...half, entry: { undo: 'possible' } })
  await work(moveId, holdAfter(Infinity))
  const end = { state: 'done', total: PHOTOS, done: null }
  expect(await read()).toMatchObject({ ...end, entry: { undo: 'possible' } })

  await undo('library.deleted')
  const back = await customer.call(restoreAllPhotos, { body: { moveId } })
  await work(back.moveId, holdAfter(2))
  expect(await read()).toMatchObject({ state: 'undoing', total: PHOTOS, done: 2 * STEP_SIZE })
  await work(back.moveId, holdAfter(Infinity))
  expect(await read()).toMatchObject({ ...end, entry: { undo: 'done' } })
  expect(await readItem('photos.restored')).toBeUndefined()
})

test('RV-1161 the restoration of everything in the bin: how far it is, and its end', async () => {
  const ids = (await listIds()).slice(0, 2)
  await customer.call(deletePhotos, { body: { photoIds: ids } })
  expect(await readItem('photos.restored')).toBeUndefined()
  const { moveId } = await customer.call(restoreAllPhotos, { body: {} })
  await moveLibrary(server.ctx, { accountId, moveId }, holdAfter(0))
  const entry = { subject: moveId, undo: 'none' }
  const read = () => readItem('photos.restored')
  expect(await read()).toMatchObject({ state: 'running', total: 2, done: 0, entry })
  await moveLibrary(server.ctx, { accountId, moveId }, holdAfter(Infinity))
  const end = { state: 'done', total: 2, done: null, entry }
  expect(await read()).toMatchObject(end)

  // The next move takes its place in the library, not in the activity.
  const { moveId: next } = await customer.call(deleteAllPhotos)
  expect(await read()).toMatchObject(end)
  await moveLibrary(server.ctx, { accountId, moveId: next }, holdAfter(Infinity))
  await customer.call(restoreAllPhotos, { body: {} })
  const { items } = await customer.call(getActivity)
  expect(
    items.filter(({ kind }) => kind === 'photos.restored').map(({ state, total }) => [state, total]),
  ).toEqual([
    ['running', PHOTOS],
    ['done', 2],
  ])
})

test('RV-1161 a decision about all groups and what takes it back, by one call: how far they are, and their ends', async () => {
  customer = await server.customer()
  accountId = customer.accountId
  const groups = 5
  const copies = Array.from({ length: groups }, createHash).flatMap(hash => [
    { hash },
    ...[2000, 1999].map(width => ({ hash, width, height: 1500, cameraId: null })),
  ])
  await insertComparedPhotos(server.ctx, accountId, copies)
  await groupPhotos(server.ctx, accountId)
  const runId = randomUUID()
  const body = { requestId: runId }
  await customer.call(decideAllGroups, { params: { kind: 'copies' }, body })
  const run = { accountId, runId }
  const read = () => readItem('photos.tidied')
  await expect(decideAll(server.ctx, run, holdAfter(2))).rejects.toThrow('held')
  expect(await read()).toMatchObject({
    state: 'running',
    total: groups,
    done: 2,
    entry: { undo: 'possible', subject: runId },
  })
  await decideAll(server.ctx, run, holdAfter(Infinity))
  const end = { state: 'done', total: 2 * groups, done: null }
  expect(await read()).toMatchObject({ ...end, entry: { undo: 'possible' } })

  const params = { id: (await read())!.id }
  for (let i = 0; i < 2; i++)
    expect(await customer.call(undoEntry, { params })).toEqual({ restored: 0, hasMore: false })
  await expect(undoRun(server.ctx, run, holdAfter(2))).rejects.toThrow('held')
  const undoing = { state: 'undoing', total: groups, done: 2, entry: { undo: 'done' } }
  expect(await read()).toMatchObject(undoing)
  expect((await customer.call(getUser)).deletedCount).toBe(2 * (groups - 2))
  // Another process continues, and a third one at the same time.
  await Promise.all([
    undoRun(server.ctx, run, holdAfter(Infinity)),
    undoRun(server.ctx, run, holdAfter(Infinity)),
  ])
  expect(await read()).toMatchObject({ ...end, entry: { undo: 'done' } })
  expect(await customer.call(getUser)).toMatchObject({ photosCount: 3 * groups, deletedCount: 0 })
})

/** A context whose process dies with the second record of a download's progress. */
function dyingAfterProgress(): Context {
  const { push } = server.ctx
  let records = 0
  const publish: typeof push.publish = async (tx, message) => {
    const isProgress = (message.body as { type?: string }).type === 'archives-changed'
    if (isProgress && ++records > 2) throw new Error('died')
    return push.publish(tx, message)
  }
  return { ...server.ctx, push: { ...push, publish } }
}

test('RV-1161 an archive: how far it is, also after its process died, its end, and what it left out', async () => {
  const id = randomUUID()
  const photos = (await listIds()).slice(0, 25).map(photoId => ({ photoId, ownerId: accountId }))
  await customer.call(createDownload, { body: { id, photos, name: 'Norway' } })
  const read = () => readItem('download')
  expect(await read()).toMatchObject({ id, state: 'running', total: 25, done: 0 })
  await expect(buildDownload(dyingAfterProgress(), accountId, id)).rejects.toThrow('died')
  expect(await read()).toMatchObject({ id, state: 'running', total: 25, done: 10 })
  await buildDownload(server.ctx, accountId, id)
  expect(await read()).toMatchObject({ id, state: 'done', total: 25, done: null, leftOut: 0 })
  await sql`update downloads set manifest = jsonb_set(manifest, '{3,isUnreadable}', 'true')
    where account_id = ${accountId}`.execute(server.ctx.db)
  expect(await read()).toMatchObject({ total: 25, leftOut: 1 })
})

test('RV-1161 an export: how many photos it has from its request on, its end, and what it left out', async () => {
  const { backupId } = await customer.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  const read = () => readItem('export')
  expect(await read()).toMatchObject({ id: backupId, state: 'running', total: PHOTOS, done: null })
  await buildExport(server.ctx, { accountId, backupId })
  expect(await read()).toMatchObject({ id: backupId, state: 'done', total: PHOTOS, leftOut: 0 })
  await sql`update export_chunks set unreadable = '{"photoIds":["a","b"]}'
    where account_id = ${accountId} and iteration <= 2`.execute(server.ctx.db)
  expect(await read()).toMatchObject({ total: PHOTOS, leftOut: 4 })
})
