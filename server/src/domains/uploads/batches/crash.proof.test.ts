import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { getUploadBatch, type RecordedState, recordBatchFiles } from '#contract/upload-batches.ts'
import type { Client } from '../../../testing/client.ts'
import { crashAfter } from '../../../testing/crash-after.ts'
import { type TestServer, testServer } from '../../../testing/harness.ts'
import { jpeg } from '../../../testing/pictures.ts'
import { cleanUpUploads } from '../index.ts'
import { recordBatchFiles as recordIn } from './receipt.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ work: false })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

const LEASE_MS = 10_000
const never = new AbortController().signal

const toFile = (fileId: string, state: RecordedState) => ({
  fileId,
  fileName: `${fileId}.jpg`,
  size: 10,
  state,
})

const listStates = async (customer: Client, id: string) => {
  const response = await customer.fetch(`/api/uploads/upload-batches/${id}`)
  if (response.status === 404) return []
  return (await customer.call(getUploadBatch, { params: { id } })).files.map(({ state }) => state)
}

describe('0074 a crash at every step', () => {
  test('of recording files: all of them are in the receipt or none; the page repeats the call, and each is one line', async () => {
    const outcomes = new Set<number>()
    let steps = 0
    for (let hasCrashed = true; hasCrashed; steps++) {
      const customer = await server.customer()
      const batchId = randomUUID()
      const [waiting, refused] = [randomUUID(), randomUUID()]
      const files = [toFile(waiting, 'waiting'), toFile(refused, 'refused')]
      const { ctx, hasCrashed: crashed } = crashAfter(server.ctx, steps)
      await recordIn(ctx, { accountId: customer.accountId, batchId }, files).catch(error => {
        if (!crashed()) throw error
      })
      outcomes.add((await listStates(customer, batchId)).length)
      await customer.call(recordBatchFiles, { params: { id: batchId }, body: { files } })
      expect((await listStates(customer, batchId)).toSorted()).toEqual(['refused', 'waiting'])
      hasCrashed = crashed()
    }
    expect([...outcomes].toSorted()).toEqual([0, 2])
    expect(steps).toBeGreaterThan(2)
  })

  test('of completing an upload: the file is one line at any time, and added in the end', async () => {
    let steps = 0
    for (let hasCrashed = true; hasCrashed; steps++) {
      const { customer, batchId } = await sendAllBytes()
      const { ctx, hasCrashed: crashed } = crashAfter(server.ctx, steps)
      await cleanUpUploads(ctx, never).catch(error => {
        if (!crashed()) throw error
      })
      expect(['receiving', 'added']).toContain((await listStates(customer, batchId)).join())
      server.clock.advance(LEASE_MS)
      await cleanUpUploads(server.ctx, never)
      expect(await listStates(customer, batchId)).toEqual(['added'])
      hasCrashed = crashed()
    }
    expect(steps).toBeGreaterThan(5)
  })
})

/** A recorded file whose upload has all bytes, and whose process crashed at the end. */
async function sendAllBytes(): Promise<{ customer: Client; batchId: string }> {
  const customer = await server.customer()
  const [batchId, fileId] = [randomUUID(), randomUUID()]
  const body = { files: [toFile(fileId, 'waiting')] }
  await customer.call(recordBatchFiles, { params: { id: batchId }, body })
  const bytes = await jpeg()
  const created = await customer.createUpload('beach.jpg', bytes.length, { batchId, fileId })
  vi.spyOn(server.ctx.blobs.staging, 'commit').mockRejectedValueOnce(new Error('crash'))
  expect((await customer.patch(created.headers.get('location')!, 0, bytes)).status).toBe(500)
  vi.restoreAllMocks()
  return { customer, batchId }
}
