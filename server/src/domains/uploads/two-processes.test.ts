import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as photos from '#contract/photos.ts'
import * as contract from '#contract/uploads.ts'
import { type Blobs, BlobsUnavailableError } from '../../platform/blobs/blobs.ts'
import { createS3Blobs } from '../../platform/blobs/s3-blobs.ts'
import { type Call, startS3Server } from '../../platform/blobs/testing/s3-server.ts'
import { Client } from '../../testing/client.ts'
import { startSecondServer, type TestServer, testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'

let folder: string
let s3: Awaited<ReturnType<typeof startS3Server>>
const blobs: Blobs[] = []
let first: TestServer
let second: Awaited<ReturnType<typeof startSecondServer>>
/** Runs each request to S3. */
let interceptRequest = (_call: Call, run: () => Promise<void>) => run()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'two-processes-'))
  s3 = await startS3Server(folder, (call, run) => interceptRequest(call, run))
  for (const _ of [1, 2]) blobs.push(createS3Blobs(s3.location))
  first = await testServer({ blobs: blobs[0]! })
  second = await startSecondServer(first, blobs[1]!)
})
afterEach(() => {
  vi.restoreAllMocks()
  interceptRequest = (_call, run) => run()
})
afterAll(async () => {
  await second.close()
  await first.close()
  for (const each of blobs) await each.close()
  await s3.close()
  await rm(folder, { recursive: true })
})

const BROKEN_AT = 40_000
/** More than the S3 requests of an upload. */
const STEPS = 26

test.each(Array.from({ length: STEPS }, (_, step) => step))(
  'RV-701 a part of a broken request reaches S3 late, at step %i of the process that continues: the original is intact',
  async step => {
    const customer = await first.customer()
    const otherClient = new Client(second.origin, customer.accountId, customer.email, customer.token)
    const bytes = padJpeg(await jpeg(), 96_000)
    const location = (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
    const slow = holdFirstPart(step)
    await breakPatch(customer, location, bytes)
    await slow.arrived
    expect((await resume(otherClient, location, bytes)).status).toBe(204)
    slow.release()
    await slow.done
    await first.idle()
    await expectIntact(customer, bytes)
    expect((await otherClient.upload('a.jpg', bytes)).response.status).toBe(204)
    await expectIntact(customer, bytes)
  },
)

test('RV-701 a process whose upload another one completed is answered 409, and one that continues at the same offset wins', async () => {
  const customer = await first.customer()
  const otherClient = new Client(second.origin, customer.accountId, customer.email, customer.token)
  const bytes = padJpeg(await jpeg(), 20_000)
  const location = (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
  const slow = holdFirstPart(STEPS)
  const late = customer.patch(location, 0, bytes)
  await slow.arrived
  expect((await otherClient.patch(location, 0, bytes)).status).toBe(204)
  slow.release()
  const answer = await late
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'offset-conflict' }])
  expect((await customer.head(location)).headers.get('upload-offset')).toBe(String(bytes.length))
  await first.idle()
  await expectIntact(customer, bytes)
})

test('RV-885 the offset of an upload is 503 with Retry-After while the store is away, and right afterwards', async () => {
  const customer = await first.customer()
  const otherClient = new Client(second.origin, customer.accountId, customer.email, customer.token)
  const bytes = padJpeg(await jpeg(), 20_000)
  const location = (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
  await customer.patch(location, 0, bytes.subarray(0, 100))
  vi.spyOn(blobs[1]!.staging, 'length').mockRejectedValueOnce(new BlobsUnavailableError('silent'))
  const head = async () => {
    const { status, headers } = await otherClient.head(location)
    return [status, headers.get('retry-after'), headers.get('upload-offset')]
  }
  expect(await head()).toEqual([503, '5', null])
  expect(await head()).toEqual([200, null, '100'])
})

test('RV-701 two concurrent processes complete an upload once', async () => {
  const customer = await first.customer()
  const otherClient = new Client(second.origin, customer.accountId, customer.email, customer.token)
  const bytes = padJpeg(await jpeg(), 20_000)
  const location = (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
  vi.spyOn(first.ctx.blobs.staging, 'commit').mockRejectedValueOnce(new Error('crash'))
  expect((await customer.patch(location, 0, bytes)).status).toBe(500)
  const answers = await Promise.all(
    [customer, otherClient, customer, otherClient].map(each => each.head(location)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await first.idle()
  await expectIntact(customer, bytes)
})

test.each([
  ['cut', (bytes: Buffer) => bytes.subarray(0, 15_000)],
  ['changed', (bytes: Buffer) => Buffer.from(bytes).fill(0, 9_000, 9_010)],
  ['missing', () => null],
])('RV-701 sending a file again replaces an original that is %s', async (how, damage) => {
  const customer = await first.customer()
  const bytes = padJpeg(await jpeg(), 20_000)
  await customer.upload('a.jpg', bytes)
  await first.idle()
  const [original] = await Array.fromAsync(blobs[0]!.list(`${customer.accountId}/originals/`))
  const damaged = damage(bytes)
  if (damaged) await blobs[0]!.put(original!.key, damaged)
  else await blobs[0]!.remove([original!.key])
  const files = [{ sha256: sha256(bytes), fileName: 'a.jpg' }]
  const { known } = await customer.call(contract.checkHashes, { body: { files } })
  // A changed byte shows only when the whole file is read.
  expect(known).toHaveLength(how === 'changed' ? 1 : 0)
  const { uploadId } = await customer.upload('a.jpg', bytes)
  const { receipts } = await customer.call(contract.getReceipts, { body: { uploadIds: [uploadId] } })
  expect(receipts).toMatchObject([{ state: 'already-there' }])
  await first.idle()
  await expectIntact(customer, bytes)
  expect((await customer.call(photos.getPhotos)).images).toMatchObject([{ state: 'ready' }])
})

/** Holds the first part that reaches S3 until `steps` other requests have begun. */
function holdFirstPart(steps: number) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  let left = steps
  let isHeld = false
  interceptRequest = async (call, run) => {
    if (!isHeld && call.method === 'PUT' && call.path.includes('/staging/')) {
      isHeld = true
      arrived.resolve()
      await released.promise
      await run()
      return done.resolve()
    }
    if (isHeld && left-- <= 0) {
      released.resolve()
      await done.promise
    }
    return run()
  }
  return { arrived: arrived.promise, release: released.resolve, done: done.promise }
}

/** Sends the first part of an upload, and closes the connection when the server has begun to store it. */
async function breakPatch(customer: Client, location: string, bytes: Uint8Array): Promise<void> {
  const begun = Promise.withResolvers<void>()
  async function* notify(source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      begun.resolve()
      yield chunk
    }
  }
  const { staging } = first.ctx.blobs
  const { append } = staging
  vi.spyOn(staging, 'append').mockImplementationOnce((id, offset, source, ...rest) =>
    append(id, offset, notify(source), ...rest),
  )
  const sending = request(new URL(location, customer.origin), {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${customer.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
    },
  })
  // Closing it is an error here.
  sending.on('error', () => undefined)
  sending.write(bytes.subarray(0, BROKEN_AT))
  await begun.promise
  sending.destroy()
}

/** Continues an upload as a tus client does: asks for the offset again after each refusal. */
async function resume(customer: Client, location: string, bytes: Uint8Array): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const head = await customer.head(location)
    const offset = Number(head.headers.get('upload-offset'))
    if (offset === bytes.length) return new Response(null, { status: 204 })
    const answer = await customer.patch(location, offset, bytes.subarray(offset))
    if (answer.status === 204 || attempt === 5) return answer
    await answer.body?.cancel()
  }
}

async function expectIntact(customer: Client, bytes: Buffer): Promise<void> {
  const { images } = await customer.call(photos.getPhotos)
  expect(images).toHaveLength(1)
  const stored = Buffer.from(await (await fetch(images[0]!.url)).arrayBuffer())
  expect([stored.length, sha256(stored)]).toEqual([bytes.length, sha256(bytes)])
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
