import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/photos.ts'
import { createRecordingLog } from '#server/platform/log/recording-log.testing.ts'
import type { Client } from '#server/testing/client.ts'
import { type TestServer, testServer } from '#server/testing/harness.ts'
import { jpeg } from '#server/testing/pictures.ts'
import { insertRows, listRows } from '../../../platform/db/rows.ts'
import { photoJobs } from '../index.ts'
import { removeOrphanBlobsJob } from '../job-kinds.ts'
import { blobsCommand } from './command.ts'
import { REMOVAL_DELAY_MS, sweepBlobs } from './sweep-blobs.ts'

const DAY = 86_400_000
const MINUTE = 60_000
const never = new AbortController().signal

let server: TestServer
let customer: Client
const { log, output, clearOutput } = createRecordingLog()
/** Blobs of a test, which the next one must not find. */
const created: string[] = []
beforeAll(async () => {
  server = await testServer({ work: false, log })
})
beforeEach(async () => {
  server.ctx.config.sweepGuardPercent = 100
  // Blobs have the real time of their files: so must the clock here.
  server.clock.set(new Date())
  clearOutput()
  await server.ctx.db.deleteFrom('orphan_blobs').execute()
  await server.ctx.db.updateTable('blob_sweeps').set({ state: 'done' }).execute()
  customer = await server.customer()
  for (let i = 0; i < 2; i++) await customer.upload(`${i}.jpg`, await jpeg())
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.ctx.blobs.remove(created.splice(0))
})
afterAll(() => server.close())

const blobsOf = async ({ accountId }: Client) =>
  (await Array.fromAsync(server.ctx.blobs.list(`${accountId}/`))).map(({ key }) => key).sort()

async function putBlob(key: string, ageMinutes: number): Promise<string> {
  created.push(key)
  await server.ctx.blobs.put(key, Buffer.from('x'))
  await setAge(key, ageMinutes)
  return key
}

async function setAge(key: string, minutes: number): Promise<void> {
  const at = new Date(server.clock.now().getTime() - minutes * MINUTE)
  await utimes(server.ctx.blobs.localPath!(key)!, at, at)
}

const putOrphan = (accountId: string, photoId: string = randomUUID()) =>
  putBlob(`${accountId}/originals/${'a'.repeat(64)}-${photoId}`, 61)

const exists = async (key: string) => (await server.ctx.blobs.stat(key)) !== null

const sweep = () => sweepBlobs(server.ctx, never)

async function sweepTwice() {
  await sweep()
  server.clock.advance(REMOVAL_DELAY_MS)
  return sweep()
}

async function command(...args: string[]) {
  const lines: string[] = []
  const code = await blobsCommand.parse(args)?.(server.ctx, line => lines.push(line))
  return { code, text: lines.join('\n') }
}

describe('P5 RV-702 a blob without a photo', () => {
  test('is removed by the second sweep that sees it, 20 hours after the first, of every account; no other blob is', async () => {
    const { accountId } = customer
    const owned = await blobsOf(customer)
    for (const key of owned) await setAge(key, 61)
    const orphans = [await putOrphan(accountId), await putOrphan(accountId)]
    const orphanOfOther = await putOrphan((await server.customer()).accountId)
    const strange = await putBlob(`${accountId}/exports/archive.zip`, 61)
    expect(await sweep()).toMatchObject({ state: 'done', due: 0, removed: 0 })
    server.clock.advance(REMOVAL_DELAY_MS - 1)
    const young = await putBlob(`${accountId}/variants/${randomUUID()}-300`, 59)
    expect(await sweep()).toMatchObject({ removed: 0 })
    expect(await blobsOf(customer)).toEqual([...owned, ...orphans, strange, young].sort())
    server.clock.advance(1)
    expect(await sweep()).toMatchObject({ state: 'done', due: 3, removed: 3 })
    expect(await blobsOf(customer)).toEqual([...owned, strange, young].sort())
    expect(await exists(orphanOfOther)).toBe(false)
    expect(await server.ctx.db.selectFrom('orphan_blobs').selectAll().execute()).toEqual([])
    expect(output()).toContain('orphan blobs removed')
  })

  test('that gets a photo between the two sweeps, or while the second one is held, stays', async () => {
    server.ctx.config.sweepGuardPercent = 0
    const insertPhoto = async (photoId: string, sha256: string) => {
      const [row] = await listRows(server.ctx.db, 'photos', { account_id: customer.accountId })
      const { variants: _, camera: __, file_taken: ___, ...columns } = row!
      const values = { ...columns, photo_id: photoId, sha256, variants: '[]' }
      await insertRows(server.ctx.db, 'photos', values)
    }
    const [earlyId, lateId] = [randomUUID(), randomUUID()]
    const keys = [await putOrphan(customer.accountId, earlyId), await putOrphan(customer.accountId, lateId)]
    await sweep()
    await insertPhoto(earlyId, 'a'.repeat(64))
    server.clock.advance(REMOVAL_DELAY_MS)
    expect(await sweep()).toMatchObject({ state: 'held', due: 1 })
    await insertPhoto(lateId, 'b'.repeat(64))
    await command('confirm', '--by', 'Ada')
    expect(await sweep()).toMatchObject({ state: 'done', removed: 0 })
    for (const key of keys) expect(await exists(key)).toBe(true)
    expect(await server.ctx.db.selectFrom('orphan_blobs').selectAll().execute()).toEqual([])
  })

  test('that was removed elsewhere is forgotten', async () => {
    await server.ctx.blobs.remove([await putOrphan(customer.accountId)])
    const key = await putOrphan(customer.accountId)
    await sweep()
    await server.ctx.blobs.remove([key])
    server.clock.advance(REMOVAL_DELAY_MS)
    expect(await sweep()).toMatchObject({ state: 'done', due: 0 })
  })

  test('is no original that was just stored, even if its bytes were received long ago', async () => {
    const bytes = await jpeg()
    const location = (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
    await customer.patch(location, 0, bytes.subarray(0, bytes.length - 1))
    const id = `${customer.accountId}_${location.split('/').at(-1)}`
    const path = `${server.ctx.config.dataDir}/blobs/staging/${id}`
    const commit = server.ctx.blobs.staging.commit
    vi.spyOn(server.ctx.blobs.staging, 'commit').mockImplementation(async (...args) => {
      const old = new Date(server.clock.now().getTime() - 2 * DAY)
      await utimes(path, old, old)
      await commit(...args)
      await sweep()
    })
    server.clock.set(new Date())
    expect((await customer.patch(location, bytes.length - 1, bytes.subarray(-1))).status).toBe(204)
    const found = await server.ctx.db.selectFrom('orphan_blobs').selectAll().execute()
    expect(found.filter(orphan => orphan.account_id === customer.accountId)).toEqual([])
    expect((await customer.call(contract.getPhotos)).images).toHaveLength(3)
  })
})

describe('RV-702 the sweep', () => {
  test('continues behind the last account after its ten minutes, and counts each blob once', async () => {
    const orphans = [
      await putOrphan(randomUUID()),
      await putOrphan(randomUUID()),
      await putOrphan(randomUUID()),
    ]
    const all = (await Array.fromAsync(server.ctx.blobs.list(''))).length
    const advancingClock = {
      now: () => {
        server.clock.advance(6 * MINUTE)
        return server.clock.now()
      },
    }
    const slow = {
      ...server.ctx,
      clock: advancingClock,
    }
    const passed: (string | null)[] = []
    const pending = await server.ctx.jobs.pending(removeOrphanBlobsJob)
    for (let i = 0; i < 20; i++) {
      const { state, passed: account, blobs } = (await sweepBlobs(slow, never))!
      if (state === 'done') {
        expect(Number(blobs)).toBe(all)
        break
      }
      expect(await server.ctx.jobs.pending(removeOrphanBlobsJob)).toBe(pending + i + 1)
      passed.push(account)
    }
    expect(passed.length).toBeGreaterThanOrEqual(3)
    expect(passed).toEqual([...passed].sort())
    const found = await server.ctx.db.selectFrom('orphan_blobs').select('blob_key').execute()
    expect(found.map(each => each.blob_key)).toEqual(expect.arrayContaining(orphans))
  })

  test('that is stopped queues its continuation and has removed nothing', async () => {
    const key = await putOrphan(customer.accountId)
    await sweep()
    server.clock.advance(REMOVAL_DELAY_MS)
    const before = await server.ctx.jobs.pending(removeOrphanBlobsJob)
    expect(await sweepBlobs(server.ctx, AbortSignal.abort())).toMatchObject({ state: 'listing' })
    expect(await server.ctx.jobs.pending(removeOrphanBlobsJob)).toBe(before + 1)
    expect(await exists(key)).toBe(true)
    expect(await sweep()).toMatchObject({ state: 'done', removed: 1 })
  })

  test('is held when it would remove more than its share, until an operator confirms it', async () => {
    server.ctx.config.sweepGuardPercent = 10
    const orphans = [await putOrphan(customer.accountId), await putOrphan(customer.accountId)]
    const held = await sweepTwice()
    expect(held).toMatchObject({ state: 'held', due: 2, removed: 0 })
    expect(output()).toContain('blob sweep held: too many blobs would be removed')
    server.clock.advance(DAY)
    expect(await sweep()).toMatchObject({ state: 'held', due: 2, removed: 0 })
    expect((await blobsOf(customer)).filter(key => orphans.includes(key))).toHaveLength(2)
    expect((await command('held')).text).toMatch(/2 of \d+ blobs would be removed/)
    expect(await command('confirm', '--by', 'Ada')).toMatchObject({ code: 0 })
    expect(await sweep()).toMatchObject({ state: 'done', removed: 2, confirmed_by: 'Ada' })
    expect((await blobsOf(customer)).filter(key => orphans.includes(key))).toEqual([])
    expect(await command('confirm', '--by', 'Ada')).toEqual({
      code: 1,
      text: 'No sweep awaits confirmation.',
    })
  })

  test('can be confirmed for a week', async () => {
    server.ctx.config.sweepGuardPercent = 0
    await putOrphan(customer.accountId)
    await sweepTwice()
    server.clock.advance(7 * DAY + 1)
    expect((await command('confirm', '--by', 'Ada')).code).toBe(1)
  })

  test('is a scheduled job', async () => {
    expect(removeOrphanBlobsJob.schedule).toBe('17 3 * * *')
    const key = await putOrphan(randomUUID())
    const { handler } = photoJobs.find(({ kind }) => kind.name === removeOrphanBlobsJob.name)!
    await handler(server.ctx, [{}] as never, never)
    server.clock.advance(REMOVAL_DELAY_MS)
    await handler(server.ctx, [{}] as never, never)
    expect(await exists(key)).toBe(false)
  })

  test.each([[[]], [['held', 'now']], [['confirm']], [['adopt', '--by', ' ']], [['remove']]])(
    'has no command %j',
    args => expect(blobsCommand.parse(args)).toBeNull(),
  )
})
