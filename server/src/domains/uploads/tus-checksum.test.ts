import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import * as photos from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'

const server = closeAfterAll(await testServer())

const digest = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest()

const crc32Bytes = (bytes: Uint8Array) => {
  const value = Buffer.alloc(4)
  value.writeUInt32BE(crc32(bytes))
  return value
}

const CHECKSUMS: Record<string, (bytes: Uint8Array) => Buffer> = {
  sha1: bytes => digest('sha1', bytes),
  sha256: bytes => digest('sha256', bytes),
  crc32: crc32Bytes,
}

async function start(bytes: Uint8Array, metadata: Record<string, string> = {}) {
  const customer = await server.customer()
  const created = await customer.createUpload('a.jpg', bytes.length, metadata)
  return { customer, created, location: created.headers.get('location') ?? '' }
}

const patch = (customer: Client, location: string, offset: number, bytes: Uint8Array, checksum: string) =>
  customer.fetch(location, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      'upload-checksum': checksum,
    },
    body: Buffer.from(bytes),
  })

const readOffset = async (customer: Client, location: string) =>
  Number((await customer.head(location)).headers.get('upload-offset'))

test.each(Object.entries(CHECKSUMS))(
  'RV-203 %s: right bytes are kept, others are refused with 460 and are not',
  async (algorithm, compute) => {
    const bytes = await jpeg()
    const { customer, location } = await start(bytes)
    const [head, rest] = [bytes.subarray(0, 200), bytes.subarray(200)]
    const header = (of: Uint8Array) => `${algorithm} ${compute(of).toString('base64')}`
    const wrong = await patch(customer, location, 0, head, header(rest))
    expect([wrong.status, await wrong.json()]).toMatchObject([
      460,
      { fields: { reason: 'checksum-mismatch' } },
    ])
    expect(await readOffset(customer, location)).toBe(0)
    expect((await patch(customer, location, 0, head, header(head))).headers.get('upload-offset')).toBe('200')
    expect((await patch(customer, location, 200, rest, header(head))).status).toBe(460)
    expect(await readOffset(customer, location)).toBe(200)
    expect((await patch(customer, location, 200, rest, header(rest))).status).toBe(204)
    const [image] = (await customer.call(photos.getPhotos)).images
    expect(Buffer.from(await (await fetch(image!.url)).arrayBuffer()).equals(bytes)).toBe(true)
    const staged = await Array.fromAsync(server.ctx.blobs.staging.list())
    expect(staged.filter(({ id }) => id.startsWith(customer.accountId))).toEqual([])
  },
)

test.each([
  'md5 1B2M2Y8AsgTpgAmY7PhCfg==',
  'sha1',
  'sha1 AAAA',
  `sha1 ${'0'.repeat(40)}`,
  'sha1 2jmj7l5rSw0yVb/vlWAYkK/YBwk= more',
])('RV-203 the checksum header %j is refused with 400, and no byte is kept', async header => {
  const bytes = await jpeg()
  const { customer, location } = await start(bytes)
  expect((await patch(customer, location, 0, bytes, header)).status).toBe(400)
  expect(await readOffset(customer, location)).toBe(0)
})

test('RV-203 bytes of a request with a checksum that breaks off are not kept', async () => {
  const bytes = await jpeg()
  const { customer, location } = await start(bytes)
  const { hostname, port, host, pathname } = new URL(location, server.origin)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const checksum = `sha256 ${digest('sha256', bytes).toString('base64')}`
  socket.write(
    `PATCH ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${customer.token}\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\nUpload-Checksum: ${checksum}\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, 200))
  const { staging } = server.ctx.blobs
  const stagedBytes = async () => {
    const staged = await Array.fromAsync(staging.list())
    const own = staged.filter(({ id }) => id.startsWith(customer.accountId))
    return Promise.all(own.map(({ id }) => staging.length(id)))
  }
  await expect.poll(stagedBytes).toEqual([200])
  socket.destroy()
  await expect.poll(stagedBytes).toEqual([])
  expect(await readOffset(customer, location)).toBe(0)
  expect((await patch(customer, location, 0, bytes, checksum)).status).toBe(204)
})

test.each<[string, (hash: Buffer) => string]>([
  ['lower-case hex', hash => hash.toString('hex')],
  ['upper-case hex', hash => hash.toString('hex').toUpperCase()],
  ['base64', hash => hash.toString('base64')],
])('RV-203 the hash of the file as %s is compared with its bytes', async (_how, write) => {
  const bytes = await jpeg()
  const right = await start(bytes, { sha256: write(digest('sha256', bytes)) })
  expect((await right.customer.patch(right.location, 0, bytes)).status).toBe(204)
  const wrong = await start(bytes, { sha256: write(randomBytes(32)) })
  const answer = await wrong.customer.patch(wrong.location, 0, bytes)
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { fields: { reason: 'checksum-mismatch' } },
  ])
})

test.each(['', 'abc', 'f'.repeat(63), 'g'.repeat(64), 'f'.repeat(32), randomBytes(31).toString('base64')])(
  'RV-203 %j is no hash: 400 before a byte is sent',
  async sha256 => {
    const { created } = await start(await jpeg(), { sha256 })
    expect([created.status, await created.json()]).toMatchObject([400, { fields: { sha256: 'not-valid' } }])
  },
)
