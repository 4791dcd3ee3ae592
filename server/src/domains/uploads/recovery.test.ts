import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as photos from '#contract/photos.ts'
import * as contract from '#contract/uploads.ts'
import type { Client } from '../../testing/client.ts'
import { findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { cleanUpUploads } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

/** An upload whose process crashed at the given step, with all bytes on disk. */
async function crashedAt(
  step: 'before the commit' | 'after the commit',
  metadata: Record<string, string> = {},
) {
  const customer = await server.customer()
  const bytes = await jpeg()
  const { staging } = server.ctx.blobs
  const { commit } = staging
  vi.spyOn(staging, 'commit').mockImplementationOnce(async (...args) => {
    if (step === 'after the commit') await commit(...args)
    throw new Error('crash')
  })
  const created = await customer.createUpload('a.jpg', bytes.length, metadata)
  const location = created.headers.get('location')!
  await customer.patch(location, 0, bytes.subarray(0, 500))
  expect((await customer.patch(location, 500, bytes.subarray(500))).status).toBe(500)
  expect((await customer.call(photos.getPhotos)).images).toEqual([])
  return { customer, bytes, location, uploadId: location.split('/').at(-1)! }
}

async function expectComplete({
  customer,
  bytes,
  uploadId,
}: {
  customer: Client
  bytes: Buffer
  uploadId: string
}) {
  await server.idle()
  const { receipts } = await customer.call(contract.getReceipts, { body: { uploadIds: [uploadId] } })
  const { images } = await customer.call(photos.getPhotos)
  expect(images).toMatchObject([{ uploadId, state: 'ready' }])
  expect(receipts).toMatchObject([{ state: 'added', photoId: images[0]!.imageId }])
  expect(Buffer.from(await (await fetch(images[0]!.url)).arrayBuffer()).equals(bytes)).toBe(true)
  expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  const originals = await Array.fromAsync(server.ctx.blobs.list(`${customer.accountId}/originals/`))
  expect(originals).toHaveLength(1)
}

describe('P1 P4 an upload whose process crashed when all bytes were received', () => {
  test.each(['before the commit', 'after the commit'] as const)(
    '%s: HEAD completes it and answers that no byte is missing',
    async step => {
      const upload = await crashedAt(step)
      const head = await upload.customer.head(upload.location)
      expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(upload.bytes.length)])
      await expectComplete(upload)
    },
  )

  test.each(['before the commit', 'after the commit'] as const)(
    '%s: without a request the clean-up completes it',
    async step => {
      const upload = await crashedAt(step)
      server.clock.advance(61_000)
      await cleanUpUploads(server.ctx, new AbortController().signal)
      await expectComplete(upload)
    },
  )

  test('concurrent requests complete it once', async () => {
    const upload = await crashedAt('after the commit')
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload.customer.head(upload.location)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await expectComplete(upload)
  })
})
