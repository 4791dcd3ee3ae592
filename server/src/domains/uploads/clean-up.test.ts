import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as contract from '#contract/uploads.ts'
import { insertRows, listColumns, notNull, updateRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { countRowsRead } from '../../testing/rows-read.ts'
import { cleanUpUploads } from './index.ts'
import { completeAbandonedUploads, uploadJobs } from './jobs.ts'
import { deleteFinishedUploads, listAbandonedUploads, refuseExpiredUploads } from './store/clean-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** An upload whose process died after the last byte; its lease ends ten seconds later. */
async function abandonComplete(customer: Client): Promise<string> {
  const bytes = await jpeg()
  vi.spyOn(server.ctx.blobs.staging, 'commit').mockRejectedValueOnce(new Error('crash'))
  const { uploadId, response } = await customer.upload('a.jpg', bytes)
  expect(response.status).toBe(500)
  await updateRows(
    server.ctx.db,
    'uploads',
    { upload_id: uploadId },
    { lease_expires_at: new Date(server.clock.now().getTime() + 10_000) },
  )
  return uploadId
}

/** Rows of uploads whose process died before the last byte, older than any other upload. */
async function abandonIncomplete(customer: Client, count: number): Promise<string[]> {
  const created = new Date(server.clock.now().getTime() - DAY)
  const rows = Array.from({ length: count }, () => ({
    account_id: customer.accountId,
    upload_id: randomUUID(),
    photo_id: randomUUID(),
    file_name: 'b.jpg',
    declared_type: null,
    declared_sha256: null,
    size: 1000,
    state: 'receiving' as const,
    reason: null,
    session_id: null,
    created_at: created,
    expires_at: new Date(created.getTime() + 7 * DAY),
    finished_at: null,
  }))
  await insertRows(server.ctx.db, 'uploads', rows)
  await updateRows(
    server.ctx.db,
    'uploads',
    { account_id: customer.accountId, file_name: 'b.jpg' },
    { lease_token: 1, lease_expires_at: created },
  )
  return rows.map(row => row.upload_id)
}

const cleanUp = () => cleanUpUploads(server.ctx, new AbortController().signal)

async function getState(customer: Client, uploadId: string) {
  const { receipts } = await customer.call(contract.getReceipts, { body: { uploadIds: [uploadId] } })
  return receipts[0]?.state
}

test('RV-704 a complete upload of a dead process is finished behind 450 abandoned ones, one of which fails', async () => {
  const customer = await server.customer()
  const [failing] = await abandonIncomplete(await server.customer(), 450)
  const uploadId = await abandonComplete(customer)
  const { staging } = server.ctx.blobs
  const { length } = staging
  vi.spyOn(staging, 'length').mockImplementation(async id => {
    if (id.endsWith(failing!)) throw new Error('no answer')
    return length(id)
  })
  server.clock.advance(9_000)
  await cleanUp()
  expect(await getState(customer, uploadId)).toBe('receiving')
  server.clock.advance(1_000)
  await cleanUp()
  await server.idle()
  expect(await getState(customer, uploadId)).toBe('added')
  // This run has checked all others, too.
  const left = await listColumns(
    server.ctx.db,
    'uploads',
    { file_name: 'b.jpg', lease_expires_at: notNull },
    ['upload_id'],
  )
  expect(left).toEqual([{ upload_id: failing }])
})

test('RV-704 an incomplete upload is checked once, a failed one again', async () => {
  const customer = await server.customer()
  await abandonIncomplete(customer, 3)
  const { staging } = server.ctx.blobs
  const { length } = staging
  let statCalls = 0
  vi.spyOn(staging, 'length').mockImplementation(async id => {
    if (!id.startsWith(customer.accountId)) return length(id)
    if (++statCalls === 1) throw new Error('no answer')
    return length(id)
  })
  await cleanUp()
  expect(statCalls).toBe(3)
  server.clock.advance(10_000)
  await cleanUp()
  expect(statCalls).toBe(4)
  await cleanUp()
  expect(statCalls).toBe(4)
})

test('RV-1282 RV-1286 P4 the bytes of all uploads in progress stay, those of finished and unknown ones go after an hour', async () => {
  const [customer, neighbour] = [await server.customer(), await server.customer()]
  const bytes = await jpeg()
  const { staging } = server.ctx.blobs
  const begin = async (client: Client) => {
    const location = (await client.createUpload('a.jpg', bytes.length)).headers.get('location')!
    expect((await client.patch(location, 0, bytes.subarray(0, 100))).status).toBe(204)
    return { location, id: `${client.accountId}_${location.split('/').at(-1)}` }
  }
  const interrupted = [await begin(customer), await begin(customer), await begin(neighbour)]
  const finished = await begin(customer)
  expect((await customer.patch(finished.location, 100, bytes.subarray(100))).status).toBe(204)
  const unknown = `${customer.accountId}_${randomUUID()}`
  for (const id of [finished.id, unknown]) await staging.append(id, 0, Readable.from(['x']), 1, 1)
  const list = async () => {
    const ids = (await Array.fromAsync(staging.list())).map(({ id }) => id)
    return [...interrupted.map(({ id }) => id), finished.id, unknown].filter(id => ids.includes(id))
  }
  const all = await list()
  expect(all).toHaveLength(5)
  await cleanUp()
  expect(await list()).toEqual(all)
  server.clock.set(new Date(Date.now() + 2 * 60 * MINUTE).toISOString())
  await cleanUp()
  expect(await list()).toEqual(interrupted.map(({ id }) => id))
})

test('RV-704 no step reads uploads that it does not change', async () => {
  const customer = await server.customer()
  const tx = await server.ctx.db.startTransaction().execute()
  try {
    await sql`
      insert into uploads (account_id, upload_id, photo_id, file_name, size, state, created_at, expires_at, finished_at)
      select ${customer.accountId}, state || i, gen_random_uuid(), 'c.jpg', 1000, state, created, created + interval '1 day',
        case state when 'processing' then created end
      from (values ('processing'), ('receiving')) states (state), generate_series(1, 5000) i,
        (select ${server.clock.now()}::timestamptz as created) clock`.execute(tx)
    await sql`analyze uploads`.execute(tx)
    const now = server.clock.now()
    const before = await countRowsRead(tx, 'uploads')
    await listAbandonedUploads(tx, now, undefined, 200)
    await refuseExpiredUploads(tx, now, 200)
    await deleteFinishedUploads(tx, new Date(now.getTime() - 30 * DAY), 200)
    expect((await countRowsRead(tx, 'uploads')) - before).toBeLessThan(2000)
  } finally {
    await tx.rollback().execute()
  }
})

test('RV-704 all expired uploads are refused, and all old receipts deleted, in one run', async () => {
  const customer = await server.customer()
  await abandonIncomplete(customer, 450)
  server.clock.advance(7 * DAY)
  await cleanUp()
  const states = () =>
    server.ctx.db
      .selectFrom('uploads')
      .select(['state', 'reason'])
      .where('account_id', '=', customer.accountId)
      .distinct()
      .execute()
  expect(await states()).toEqual([{ state: 'refused', reason: 'expired' }])
  server.clock.advance(31 * DAY)
  await cleanUp()
  expect(await states()).toEqual([])
})

test('RV-704 the job starts each minute and once more half a minute later, and completes what was abandoned', async () => {
  expect(completeAbandonedUploads.schedule).toBe('* * * * *')
  const { handler } = uploadJobs.find(({ kind }) => kind.name === completeAbandonedUploads.name)!
  const run = (payload: object) => handler(server.ctx, [payload] as never, new AbortController().signal)
  const sent = async () => {
    const { rows } = await sql<{ data: object; startAfter: Date }>`
      select data, start_after as "startAfter" from pgboss.job
      where name = ${completeAbandonedUploads.name} and data ->> 'isSecond' = 'true'`.execute(server.ctx.db)
    return rows
  }
  const customer = await server.customer()
  const uploadId = await abandonComplete(customer)
  await run({})
  expect(await sent()).toEqual([
    { data: { isSecond: true }, startAfter: new Date(server.clock.now().getTime() + 30_000) },
  ])
  expect(await getState(customer, uploadId)).toBe('receiving')
  server.clock.advance(30_000)
  await run({ isSecond: true })
  expect(await sent()).toHaveLength(1)
  expect(await getState(customer, uploadId)).not.toBe('receiving')
})
