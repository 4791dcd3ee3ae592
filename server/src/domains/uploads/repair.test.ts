import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as photos from '#contract/photos.ts'
import { jobs as declaredJobs } from '../../app.ts'
import { PictureTooLargeError } from '../../platform/images/index.ts'
import type { Client } from '../../testing/client.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { isProof } from '../../testing/sample.ts'
import { cleanUpUploads } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ work: false })
  // Scheduled jobs would complete the uploads that this file leaves behind.
  const handlers = declaredJobs.map(each =>
    each.kind.schedule ? { ...each, handler: async () => undefined } : each,
  )
  await server.ctx.jobs.work(server.ctx, handlers)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

const never = new AbortController().signal
const LEASE_MS = 10_000
/** Crashes after every STRIDE-th step, with a random offset; REPLACEMENT_DEATHS=all crashes after every step. */
const STRIDE = process.env.REPLACEMENT_DEATHS === 'all' ? 1 : isProof ? 3 : 8
const FIRST = Math.floor(Math.random() * STRIDE)

test('RV-701 RV-303 a crash at any step of replacing a damaged original: the original is intact and the photo is shown', async () => {
  let steps = FIRST
  for (let hasCrashed = true; hasCrashed; steps += STRIDE) {
    const sent = await sendDamagedAgain()
    const { ctx, hasCrashed: crashed } = crashAfter(server.ctx, steps)
    await cleanUpUploads(ctx, never).catch(error => {
      if (!crashed()) throw error
    })
    server.clock.advance(LEASE_MS)
    await cleanUpUploads(server.ctx, never)
    await expectShown(sent)
    hasCrashed = crashed()
  }
  expect(steps).toBeGreaterThan(15)
})

test.each([
  ['deleted', deleteUpload],
  [
    'deleted and the file sent once more',
    async (sent: SentAgain) => {
      await deleteUpload(sent)
      await sent.customer.upload('a.jpg', sent.bytes)
    },
  ],
])(
  'RV-701 RV-303 a crash after a damaged original was replaced, and the upload is %s: the photo is shown',
  async (_how, recover) => {
    const sent = await sendDamagedAgain()
    const { put } = server.ctx.blobs
    vi.spyOn(server.ctx.blobs, 'put').mockImplementationOnce(async (...args) => {
      await put(...args)
      throw new Error('crash')
    })
    expect((await sent.customer.head(sent.location)).status).toBe(500)
    await recover(sent)
    await expectShown(sent)
  },
)

test('RV-701 a photo whose original was replaced has its variants made once', async () => {
  const sent = await sendDamagedAgain()
  const makeVariants = vi.spyOn(server.ctx.images, 'makeVariants')
  expect((await sent.customer.head(sent.location)).status).toBe(200)
  await expectShown(sent)
  expect(makeVariants).toHaveBeenCalledTimes(1)
})

interface SentAgain {
  customer: Client
  bytes: Buffer
  location: string
}

/** A photo that cannot be shown and whose original is cut, and an upload of its file whose process crashed at its end. */
async function sendDamagedAgain(): Promise<SentAgain> {
  const customer = await server.customer()
  const bytes = padJpeg(await jpeg(), 20_000)
  const { makeVariants } = server.ctx.images
  vi.spyOn(server.ctx.images, 'makeVariants')
    .mockRejectedValueOnce(new PictureTooLargeError('the damaged header says so'))
    .mockImplementation(makeVariants)
  await customer.upload('a.jpg', bytes)
  await server.idle()
  vi.restoreAllMocks()
  expect((await customer.call(photos.getPhotos)).images).toMatchObject([{ state: 'failed' }])
  const [original] = await Array.fromAsync(server.ctx.blobs.list(`${customer.accountId}/originals/`))
  await server.ctx.blobs.put(original!.key, bytes.subarray(0, 15_000))
  vi.spyOn(server.ctx.blobs.staging, 'commit').mockRejectedValueOnce(new Error('crash'))
  const location = (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
  expect((await customer.patch(location, 0, bytes)).status).toBe(500)
  return { customer, bytes, location }
}

async function deleteUpload({ customer, location }: SentAgain): Promise<void> {
  const headers = { 'tus-resumable': '1.0.0' }
  expect((await customer.fetch(location, { method: 'DELETE', headers })).status).toBe(204)
}

async function expectShown({ customer, bytes }: SentAgain): Promise<void> {
  await sql`update pgboss.job set start_after = now() where state < 'active'`.execute(server.ctx.db)
  await server.idle()
  const { images } = await customer.call(photos.getPhotos)
  expect(images).toMatchObject([{ state: 'ready' }])
  expect(Buffer.from(await (await fetch(images[0]!.url)).arrayBuffer()).equals(bytes)).toBe(true)
}
