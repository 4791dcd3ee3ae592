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

/** An upload whose process died at the given step, with all bytes on disk. */
async function diedAt(step: 'before the place' | 'after the place', metadata: Record<string, string> = {}) {
  const customer = await server.customer()
  const bytes = await jpeg()
  const { staging } = server.ctx.blobs
  const { commit } = staging
  vi.spyOn(staging, 'commit').mockImplementationOnce(async (...args) => {
    if (step === 'after the place') await commit(...args)
    throw new Error('the process died')
  })
  const created = await customer.createUpload('a.jpg', bytes.length, metadata)
  const location = created.headers.get('location')!
  await customer.patch(location, 0, bytes.subarray(0, 500))
  expect((await customer.patch(location, 500, bytes.subarray(500))).status).toBe(500)
  expect((await customer.call(photos.getPhotos)).images).toEqual([])
  return { customer, bytes, location, uploadId: location.split('/').at(-1)! }
}

async function expectWhole({
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

describe('P1 P4 an upload whose process died when all bytes were there', () => {
  test.each(['before the place', 'after the place'] as const)(
    '%s: who asks where to go on is told that nothing is missing, and has the photo',
    async step => {
      const died = await diedAt(step)
      const head = await died.customer.head(died.location)
      expect([head.status, head.headers.get('upload-offset')]).toEqual([200, String(died.bytes.length)])
      await expectWhole(died)
    },
  )

  test.each(['before the place', 'after the place'] as const)(
    '%s: where nobody asks, the tidying finishes it',
    async step => {
      const died = await diedAt(step)
      server.clock.advance(61_000)
      await cleanUpUploads(server.ctx, new AbortController().signal)
      await expectWhole(died)
    },
  )

  test('it is finished once, however many ask at the same time', async () => {
    const died = await diedAt('after the place')
    const answers = await Promise.all([1, 2, 3, 4].map(() => died.customer.head(died.location)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await expectWhole(died)
  })
})
