import { createHash, randomBytes } from 'node:crypto'
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
let requests: string[] = []
/** Runs each request to S3. */
let interceptRequest = (_call: Call, run: () => Promise<void>) => run()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'two-processes-'))
  s3 = await startS3Server(folder, (call, run) => {
    requests.push(describeCall(call))
    return interceptRequest(call, run)
  })
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
    const { customer, other } = await signInAtBoth()
    const bytes = padJpeg(await jpeg(), 96_000)
    const location = await create(customer, bytes)
    const slow = holdFirstPart(step)
    await breakPatch(customer, location, bytes)
    await slow.arrived
    expect((await resume(other, location, bytes)).status).toBe(204)
    slow.release()
    await slow.done
    await first.idle()
    await expectIntact(customer, bytes)
    expect((await other.upload('a.jpg', bytes)).response.status).toBe(204)
    await expectIntact(customer, bytes)
  },
)

test('RV-701 a process whose upload another one completed is answered 409, and one that continues at the same offset wins', async () => {
  const { customer, other } = await signInAtBoth()
  const bytes = padJpeg(await jpeg(), 20_000)
  const location = await create(customer, bytes)
  const slow = holdFirstPart(STEPS)
  const late = customer.patch(location, 0, bytes)
  await slow.arrived
  expect((await other.patch(location, 0, bytes)).status).toBe(204)
  slow.release()
  const answer = await late
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'offset-conflict' }])
  expect((await customer.head(location)).headers.get('upload-offset')).toBe(String(bytes.length))
  await first.idle()
  await expectIntact(customer, bytes)
})

test('RV-885 the offset of an upload is 503 with Retry-After while the store is away, and right afterwards', async () => {
  const { customer, other } = await signInAtBoth()
  const bytes = padJpeg(await jpeg(), 20_000)
  const location = await create(customer, bytes)
  await customer.patch(location, 0, bytes.subarray(0, 100))
  vi.spyOn(blobs[1]!.staging, 'length').mockRejectedValueOnce(new BlobsUnavailableError('silent'))
  const head = async () => {
    const { status, headers } = await other.head(location)
    return [status, headers.get('retry-after'), headers.get('upload-offset')]
  }
  expect(await head()).toEqual([503, '5', null])
  expect(await head()).toEqual([200, null, '100'])
})

test('RV-701 two concurrent processes complete an upload once', async () => {
  const { customer, other } = await signInAtBoth()
  const bytes = padJpeg(await jpeg(), 20_000)
  const location = await create(customer, bytes)
  vi.spyOn(first.ctx.blobs.staging, 'commit').mockRejectedValueOnce(new Error('crash'))
  expect((await customer.patch(location, 0, bytes)).status).toBe(500)
  const answers = await Promise.all([customer, other, customer, other].map(each => each.head(location)))
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

test('RV-714 an upload of 1 MB takes five requests to S3 and no listing, its variants four more', async () => {
  const customer = await first.customer()
  const bytes = padJpeg(await jpeg(), 1_000_000)
  requests = []
  expect((await customer.upload('a.jpg', bytes)).response.status).toBe(204)
  expect(requests.slice(0, 5)).toEqual(['PUT staging', 'HEAD staging', 'PUT blobs', 'GET blobs', 'DELETE'])
  await first.idle()
  expect(requests.slice(5)).toEqual(['GET blobs', 'PUT blobs', 'PUT blobs', 'PUT blobs'])
  await expectOnlyPhoto(customer, bytes)
})

test('RV-714 a checksum of the request adds two requests: its bytes are stored twice', async () => {
  const customer = await first.customer()
  const bytes = padJpeg(await jpeg(), 100_000)
  const location = await create(customer, bytes)
  requests = []
  const answer = await customer.fetch(location, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
    },
    body: new Uint8Array(bytes),
  })
  expect(answer.status).toBe(204)
  expect(requests.slice(0, 7)).toEqual([
    'PUT staging',
    'PUT staging',
    'DELETE',
    'HEAD staging',
    'PUT blobs',
    'GET blobs',
    'DELETE',
  ])
  await expectOnlyPhoto(customer, bytes)
})

test('RV-714 a refused file takes two requests', async () => {
  const customer = await first.customer()
  requests = []
  expect((await customer.upload('a.jpg', randomBytes(1000))).response.status).toBe(415)
  expect(requests).toEqual(['PUT staging', 'DELETE'])
  expect(await stagedFiles(customer)).toEqual([])
})

test('RV-714 a file in pieces is received by one process without a listing', async () => {
  const customer = await first.customer()
  const bytes = padJpeg(await jpeg(), 100_000)
  const location = await create(customer, bytes)
  requests = []
  for (const at of [0, 30_000, 60_000])
    await customer.patch(location, at, bytes.subarray(at, at === 60_000 ? undefined : at + 30_000))
  expect(requests.slice(0, 3)).toEqual(['PUT staging', 'PUT staging', 'PUT staging'])
  expect(requests).not.toContain('LIST staging')
  await expectOnlyPhoto(customer, bytes)
})

test('RV-714 a process that takes over lists what another one has staged when it begins and when it cleans up, not in between', async () => {
  const { customer, other } = await signInAtBoth()
  const bytes = padJpeg(await jpeg(), 100_000)
  const location = await create(customer, bytes)
  await customer.patch(location, 0, bytes.subarray(0, 30_000))
  requests = []
  await other.patch(location, 30_000, bytes.subarray(30_000, 50_000))
  expect(requests).toEqual(['LIST staging', 'LIST staging', 'PUT staging'])
  requests = []
  await other.patch(location, 50_000, bytes.subarray(50_000, 70_000))
  expect(requests).toEqual(['PUT staging'])
  requests = []
  await other.patch(location, 70_000, bytes.subarray(70_000))
  expect(requests.filter(each => each === 'LIST staging')).toHaveLength(1)
  await expectOnlyPhoto(customer, bytes)
})

test('RV-714 processes that alternate never use stale knowledge', async () => {
  const { customer, other } = await signInAtBoth()
  const bytes = padJpeg(await jpeg(), 100_000)
  const location = await create(customer, bytes)
  await customer.patch(location, 0, bytes.subarray(0, 20_000))
  await other.patch(location, 20_000, bytes.subarray(20_000, 40_000))
  expect((await customer.patch(location, 20_000, bytes.subarray(20_000))).status).toBe(409)
  expect((await customer.head(location)).headers.get('upload-offset')).toBe('40000')
  await customer.patch(location, 40_000, bytes.subarray(40_000, 70_000))
  expect((await other.head(location)).headers.get('upload-offset')).toBe('70000')
  expect((await other.patch(location, 70_000, bytes.subarray(70_000))).status).toBe(204)
  await expectOnlyPhoto(customer, bytes)
})

test.each([
  ['all bytes', 100_000],
  ['a part', 40_000],
])(
  'RV-714 a process dies between storing %s and the acknowledgement: another one continues',
  async (_what, sent) => {
    const { customer, other } = await signInAtBoth()
    const bytes = padJpeg(await jpeg(), 100_000)
    const location = await create(customer, bytes)
    const { staging } = first.ctx.blobs
    const { append } = staging
    vi.spyOn(staging, 'append').mockImplementationOnce(async (...args) => {
      await append(...args)
      throw new Error('killed')
    })
    expect((await customer.patch(location, 0, bytes.subarray(0, sent))).status).toBe(500)
    expect((await other.head(location)).headers.get('upload-offset')).toBe(String(sent))
    if (sent < bytes.length)
      expect((await other.patch(location, sent, bytes.subarray(sent))).status).toBe(204)
    await expectOnlyPhoto(customer, bytes)
  },
)

test('RV-714 S3 stores a part and its answer is lost: the same process asks S3 again', async () => {
  const customer = await first.customer()
  const bytes = padJpeg(await jpeg(), 100_000)
  const location = await create(customer, bytes)
  interceptRequest = async (call, run) => {
    await run()
    if (describeCall(call) === 'PUT staging') call.status = 403
  }
  expect((await customer.patch(location, 0, bytes.subarray(0, 40_000))).status).toBe(500)
  interceptRequest = (_call, run) => run()
  expect((await customer.patch(location, 0, bytes.subarray(0, 40_000))).status).toBe(409)
  expect((await customer.head(location)).headers.get('upload-offset')).toBe('40000')
  expect((await customer.patch(location, 40_000, bytes.subarray(40_000))).status).toBe(204)
  await expectOnlyPhoto(customer, bytes)
})

async function signInAtBoth(): Promise<{ customer: Client; other: Client }> {
  const customer = await first.customer()
  const { accountId, email, token } = customer
  return { customer, other: new Client(second.origin, accountId, email, token) }
}

async function create(customer: Client, bytes: Buffer): Promise<string> {
  return (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
}

/** The library has the file as its only photo, and staging is empty. */
async function expectOnlyPhoto(customer: Client, bytes: Buffer): Promise<void> {
  await first.idle()
  expect(await stagedFiles(customer)).toEqual([])
  const { images } = await customer.call(photos.getPhotos)
  expect(images).toMatchObject([{ state: 'ready' }])
  const stored = Buffer.from(await (await fetch(images[0]!.url)).arrayBuffer())
  expect(stored.equals(bytes)).toBe(true)
}

async function stagedFiles({ accountId }: Client): Promise<unknown[]> {
  const files = await Array.fromAsync(blobs[0]!.staging.list())
  return files.filter(({ id }) => id.startsWith(accountId))
}

/** The operation of a request and its objects. */
function describeCall({ method, path, query, headers }: Call): string {
  if ('list-type' in query) return `LIST ${query.prefix!.split('/')[0]}`
  if ('delete' in query) return 'DELETE'
  return `${headers['x-amz-copy-source'] ? 'COPY' : method} ${path.split('/')[2]}`
}
