import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { UNFINISHED_HOURS, UPLOAD_MAX_BYTES } from '#contract/uploads.ts'
import { listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { TUS_HEADERS, TUS_PATCH_HEADERS } from './access-samples.testing.ts'

// The cases of tus 1.0.0 (https://tus.io/protocols/resumable-upload), in the order of its sections. The checksum extension is
// in tus-checksum.test.ts, creation with upload in creation-with-upload.test.ts, X-HTTP-Method-Override in tus-protocol.test.ts.

const FILES = `${SERVICES.uploads}/files`
const HOUR = 3_600_000
/** Without the version. */
const { 'tus-resumable': _, ...PATCH_HEADERS } = TUS_PATCH_HEADERS

type Headers = Record<string, string>

let customer: Client
let bytes: Uint8Array
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
beforeEach(async () => {
  customer = await server.customer()
  bytes = await jpeg()
})

const send = (method: string, path: string, headers: Headers, body?: Uint8Array) =>
  customer.fetch(path, { method, headers, ...(body && { body: Buffer.from(body) }) })

const create = (headers: Headers = {}) =>
  send('POST', FILES, { ...TUS_HEADERS, 'upload-length': String(bytes.length), ...headers })

const start = async (headers: Headers = {}) => (await create(headers)).headers.get('location')!

const head = (location: string) => send('HEAD', location, TUS_HEADERS)

const readOffset = async (location: string) => (await head(location)).headers.get('upload-offset')

const patch = (location: string, offset: string | number, body: Uint8Array, headers: Headers = {}) =>
  send('PATCH', location, { ...TUS_PATCH_HEADERS, 'upload-offset': String(offset), ...headers }, body)

const countUploads = async () =>
  (await listColumns(server.ctx.db, 'uploads', { account_id: customer.accountId }, ['upload_id'])).length

async function expectOnlyPhoto() {
  const { images } = await customer.call(getPhotos)
  expect(images).toHaveLength(1)
  expect(Buffer.from(await (await fetch(images[0]!.url)).arrayBuffer()).equals(bytes)).toBe(true)
}

/** Advances the clock by an upload's lifetime, which outlasts the customer's token. */
async function expire() {
  server.clock.advance(UNFINISHED_HOURS * HOUR + 1)
  customer = await server.signIn(customer)
}

/** Begins a PATCH of all bytes over a connection of its own, and sends the first `count` of them. */
async function beginPatch(location: string, count: number): Promise<Socket> {
  const { hostname, port, host, pathname } = new URL(location, server.origin)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  await once(socket, 'connect')
  const headers: Headers = {
    ...TUS_PATCH_HEADERS,
    host,
    authorization: `Bearer ${customer.token}`,
    'content-length': String(bytes.length),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write([`PATCH ${pathname} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  socket.write(bytes.subarray(0, count))
  return socket
}

/** The bytes that lie in staging of the customer's only upload. */
const stagedLength = async (location: string) =>
  server.ctx.blobs.staging.length(`${customer.accountId}_${location.split('/').at(-1)}`)

describe('RV-958 Tus-Resumable', () => {
  test('is in every answer, of errors too', async () => {
    const location = await start()
    const answers = [
      await create(),
      await head(location),
      await patch(location, 0, bytes.subarray(0, 10)),
      await patch(location, 0, bytes),
      await patch(location, 10, bytes),
      await send('PATCH', location, TUS_HEADERS, bytes),
      await send('HEAD', `${FILES}/${randomUUID()}`, TUS_HEADERS),
      await send('HEAD', location, {}),
      await fetch(new URL(location, server.origin), { method: 'HEAD', headers: TUS_HEADERS }),
      await send('DELETE', location, TUS_HEADERS),
    ]
    expect(answers.map(each => each.status)).toEqual([201, 200, 204, 409, 413, 415, 404, 412, 401, 204])
    for (const answer of answers)
      expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([answer.status, '1.0.0'])
  })

  test.each([{}, { 'tus-resumable': '0.2.2' }, { 'tus-resumable': '1.0.0, 1.0.0' }, { 'tus-resumable': '' }])(
    'of %o is 412 with Tus-Version, and nothing is processed',
    async headers => {
      const answer = await send('POST', FILES, { ...headers, 'upload-length': '5' } as Headers)
      expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0'])
      expect(await answer.json()).toMatchObject({ code: 'precondition-failed' })
      expect(await countUploads()).toBe(0)
      const location = await start()
      for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE']) {
        const refused = await send(method, location, { ...PATCH_HEADERS, ...headers } as Headers)
        expect([method, refused.status, refused.headers.get('tus-version')]).toEqual([method, 412, '1.0.0'])
      }
      expect(await readOffset(location)).toBe('0')
    },
  )
})

describe('RV-958 OPTIONS', () => {
  test.each([{}, { 'tus-resumable': '0.2.2' }])(
    'names version, extensions, largest size and checksums, whatever version the client names: %o',
    async headers => {
      const { status, headers: answered } = await send('OPTIONS', FILES, headers as Headers)
      expect(status).toBe(204)
      expect(answered.get('tus-version')).toBe('1.0.0')
      expect(answered.get('tus-max-size')).toBe(String(UPLOAD_MAX_BYTES))
      expect(answered.get('tus-extension')!.split(',').toSorted()).toEqual([
        'checksum',
        'creation',
        'creation-with-upload',
        'expiration',
        'termination',
      ])
      expect(answered.get('tus-checksum-algorithm')).toBe('sha1,sha256,crc32')
    },
  )
})

describe('RV-958 HEAD', () => {
  test('OP-10 has offset and length of an upload that is new, begun and complete, and is never cached', async () => {
    const location = await start()
    for (const [from, to] of [
      [0, 0],
      [0, 100],
      [100, bytes.length],
    ] as const) {
      if (to > from) expect((await patch(location, from, bytes.subarray(from, to))).status).toBe(204)
      const { status, headers } = await head(location)
      expect(status).toBe(200)
      expect(headers.get('upload-offset')).toBe(String(to))
      expect(headers.get('upload-length')).toBe(String(bytes.length))
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  test.each(['', `/${randomUUID()}`, '/no-uuid', '/..%2F..', '/%00'])(
    'of the unknown upload %j is 404 without an offset',
    async path => {
      const { status, headers } = await head(FILES + path)
      expect([status, headers.get('upload-offset')]).toEqual([404, null])
    },
  )

  test('repeats the metadata of the creation', async () => {
    const metadata = `filename ${btoa('beach.jpg')},filetype ${btoa('image/jpeg')}`
    const { headers } = await head(await start({ 'upload-metadata': metadata }))
    expect(headers.get('upload-metadata')).toBe(metadata)
    expect((await head(await start())).headers.get('upload-metadata')).toBeNull()
  })
})

describe('RV-958 PATCH', () => {
  test('adds its bytes to the offset, one request after the other', async () => {
    const location = await start()
    for (let offset = 0; offset < bytes.length; offset += 100) {
      const { status, headers } = await patch(location, offset, bytes.subarray(offset, offset + 100))
      const expected = String(Math.min(offset + 100, bytes.length))
      expect([status, headers.get('upload-offset')]).toEqual([204, expected])
    }
    await expectOnlyPhoto()
  })

  test('without a byte leaves the offset', async () => {
    const location = await start()
    await patch(location, 0, bytes.subarray(0, 10))
    const answer = await patch(location, 10, new Uint8Array(0))
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, '10'])
  })

  test.each([undefined, 'application/octet-stream', 'application/json', 'image/jpeg'])(
    'with the media type %s is 415, in the common shape, and stores nothing',
    async type => {
      const location = await start()
      const headers = { ...TUS_HEADERS, 'upload-offset': '0', ...(type && { 'content-type': type }) }
      const answer = await send('PATCH', location, headers, bytes)
      expect([answer.status, await answer.json()]).toMatchObject([415, { code: 'unsupported-type' }])
      expect(await readOffset(location)).toBe('0')
      expect((await patch(location, 0, bytes)).status).toBe(204)
    },
  )

  test.each(['-1', '+0', '0.0', '1e1', '0x0', 'none', '', '0, 0'])(
    'at the offset %j is 400 and changes nothing',
    async offset => {
      const location = await start()
      const answer = await patch(location, offset, bytes)
      expect(answer.status).toBe(400)
      expect(await readOffset(location)).toBe('0')
    },
  )

  test('without an offset is 400 and changes nothing', async () => {
    const location = await start()
    const { 'upload-offset': _, ...headers } = TUS_PATCH_HEADERS
    const answer = await send('PATCH', location, headers, bytes)
    expect(answer.status).toBe(400)
    expect(await readOffset(location)).toBe('0')
  })

  test.each([0, 99, 101, 5000, '99999999999999999999'])(
    'at %s when the offset is 100 is 409 and changes nothing',
    async offset => {
      const location = await start()
      await patch(location, 0, bytes.subarray(0, 100))
      const answer = await patch(location, offset, bytes.subarray(100, 110))
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'offset-conflict' }])
      expect(await readOffset(location)).toBe('100')
      expect((await patch(location, 100, bytes.subarray(100))).status).toBe(204)
      await expectOnlyPhoto()
    },
  )

  test('of an unknown upload is 404', async () => {
    expect((await patch(`${FILES}/${randomUUID()}`, 0, bytes)).status).toBe(404)
  })

  test('of more bytes than are missing is 413 and changes nothing', async () => {
    const location = await start()
    await patch(location, 0, bytes.subarray(0, 100))
    const answer = await patch(location, 100, bytes)
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too-large' }])
    expect(await readOffset(location)).toBe('100')
    expect((await patch(location, 100, bytes.subarray(100))).status).toBe(204)
  })

  test('with another length changes no length', async () => {
    const location = await start()
    await patch(location, 0, bytes.subarray(0, 10), { 'upload-length': '20' })
    expect((await head(location)).headers.get('upload-length')).toBe(String(bytes.length))
  })

  test('ignores headers it does not know', async () => {
    const location = await start({ 'x-forwarded-proto': 'gopher', 'upload-colour': 'blue' })
    const headers = { 'tus-version': '9', 'x-requested-with': 'x', 'upload-colour': 'blue' }
    expect((await patch(location, 0, bytes, headers)).status).toBe(204)
    await expectOnlyPhoto()
  })

  test('whose connection breaks keeps the bytes that arrived', async () => {
    const location = await start()
    const socket = await beginPatch(location, 200)
    await expect.poll(() => stagedLength(location)).toBe(200)
    socket.destroy()
    await expect.poll(() => readOffset(location)).toBe('200')
    await expect.poll(async () => (await patch(location, 200, bytes.subarray(200))).status).toBe(204)
    await expectOnlyPhoto()
  })

  test('whose connection is silent and open does not stop another one from continuing', async () => {
    const location = await start()
    const socket = await beginPatch(location, 200)
    await expect.poll(() => stagedLength(location)).toBe(200)
    expect(await readOffset(location)).toBe('200')
    expect((await patch(location, 200, bytes.subarray(200))).status).toBe(204)
    socket.destroy()
    await expectOnlyPhoto()
  })

  test('at one offset twice at once stores the bytes once, and what is missing can be sent', async () => {
    const location = await start()
    const answers = await Promise.all([1, 2, 3].map(() => patch(location, 0, bytes.subarray(0, 100))))
    for (const { status } of answers) expect([204, 409]).toContain(status)
    expect(await readOffset(location)).toBe('100')
    expect((await patch(location, 100, bytes.subarray(100))).status).toBe(204)
    await expectOnlyPhoto()
  })

  test('of the last byte twice at once makes one photo', async () => {
    const location = await start()
    const answers = await Promise.all([1, 2, 3].map(() => patch(location, 0, bytes)))
    for (const { status } of answers) expect([204, 409]).toContain(status)
    expect(await readOffset(location)).toBe(String(bytes.length))
    await expectOnlyPhoto()
  })
})

describe('RV-958 creation', () => {
  test('is 201 with the address of an upload that has no byte', async () => {
    const answer = await create()
    expect([answer.status, await answer.text()]).toEqual([201, ''])
    expect(await readOffset(answer.headers.get('location')!)).toBe('0')
  })

  test.each(['-1', '1.5', '1e3', 'many', '', '5, 5'])('of the length %j is 400', async length => {
    expect((await create({ 'upload-length': length })).status).toBe(400)
    expect(await countUploads()).toBe(0)
  })

  test.each([UPLOAD_MAX_BYTES + 1, '99999999999999999999'])(
    'PL-170 of the length %s is 413, one byte less is created',
    async length => {
      expect((await create({ 'upload-length': String(length) })).status).toBe(413)
      expect(await countUploads()).toBe(0)
      expect((await create({ 'upload-length': String(UPLOAD_MAX_BYTES) })).status).toBe(201)
    },
  )

  test('of an empty file is refused with its reason', async () => {
    const answer = await create({ 'upload-length': '0' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { fields: { reason: 'empty' } }])
    expect(await countUploads()).toBe(0)
  })

  test.each<[string, Headers]>([
    ['no length', {}],
    ['a length that follows', { 'upload-defer-length': '1' }],
    ['both', { 'upload-defer-length': '1', 'upload-length': '5' }],
    ['a part of a concatenation', { 'upload-concat': 'partial', 'upload-length': '5' }],
    ['a concatenation', { 'upload-concat': `final;${FILES}/a ${FILES}/b` }],
  ])('with %s is refused, as no such extension is announced', async (_what, headers) => {
    const answer = await send('POST', FILES, { ...TUS_HEADERS, ...headers })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad-request' }])
    expect(await countUploads()).toBe(0)
  })

  test.each([
    'filename YS5qcGc=',
    'filename YS5qcGc=,filetype aW1hZ2UvanBlZw==',
    'is_confidential',
    'is_confidential ,filename YS5qcGc=',
    '__proto__ YQ==',
  ])('accepts the metadata %j', async metadata => {
    expect((await create({ 'upload-metadata': metadata })).status).toBe(201)
  })

  test.each([
    '',
    ',filename YQ==',
    'filename  YQ==',
    'filename YQ',
    'filename Y!==',
    'filename YQ== YQ==',
    'filename YQ==,',
    'filename YQ==,filename YQ==',
    'filenäme YQ==',
  ])('refuses the metadata %j with 400', async metadata => {
    const answer = await create({ 'upload-metadata': metadata })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad-request' }])
    expect(await countUploads()).toBe(0)
  })

  test('takes no bytes of another media type', async () => {
    const answer = await send(
      'POST',
      FILES,
      { ...TUS_HEADERS, 'upload-length': String(bytes.length), 'content-type': 'image/jpeg' },
      bytes,
    )
    expect(answer.status).toBe(201)
    expect(await readOffset(answer.headers.get('location')!)).toBe('0')
  })
})

describe('RV-958 expiration', () => {
  test('is sent with the creation and every PATCH except the last one, as an HTTP date', async () => {
    const created = await create()
    const location = created.headers.get('location')!
    const patched = await patch(location, 0, bytes.subarray(0, 100))
    for (const answer of [created, patched]) {
      const expires = answer.headers.get('upload-expires')!
      expect(expires).toBe(new Date(expires).toUTCString())
      const hours = (Date.parse(expires) - server.clock.now().getTime()) / HOUR
      expect(hours).toBeCloseTo(UNFINISHED_HOURS, 1)
    }
    const last = await patch(location, 100, bytes.subarray(100))
    expect([last.status, last.headers.get('upload-expires')]).toEqual([204, null])
  })

  test('makes an unfinished upload 410, without an offset', async () => {
    const location = await start()
    await patch(location, 0, bytes.subarray(0, 100))
    await expire()
    const answer = await head(location)
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([410, null])
    expect((await patch(location, 100, bytes.subarray(100))).status).toBe(410)
  })

  test('leaves a complete upload', async () => {
    const location = await start()
    await patch(location, 0, bytes)
    await expire()
    expect(await readOffset(location)).toBe(String(bytes.length))
  })
})

describe('RV-958 termination', () => {
  test.each([0, 100])('of an upload of %i bytes is 204; its address is not found afterwards', async count => {
    const location = await start()
    if (count > 0) await patch(location, 0, bytes.subarray(0, count))
    const answer = await send('DELETE', location, TUS_HEADERS)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect((await head(location)).status).toBe(404)
    expect((await patch(location, count, bytes.subarray(count))).status).toBe(404)
    expect((await send('DELETE', location, TUS_HEADERS)).status).toBe(404)
    expect([await countUploads(), await stagedLength(location)]).toEqual([0, 0])
  })

  test('of an upload that is being sent ends its request', async () => {
    const location = await start()
    const socket = await beginPatch(location, 200)
    await expect.poll(() => stagedLength(location)).toBe(200)
    expect((await send('DELETE', location, TUS_HEADERS)).status).toBe(204)
    expect([await countUploads(), await stagedLength(location)]).toEqual([0, 0])
    socket.destroy()
  })
})
