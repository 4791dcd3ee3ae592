import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { StorageFullError } from '../../platform/blobs/blobs.ts'
import { findRow, listColumns } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { TUS_PATCH_HEADERS } from './access-samples.testing.ts'

let customer: Client
let phoneToken: string
let bytes: Buffer
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
beforeEach(async () => {
  customer = await server.customer()
  const { uploadUrl } = await customer.call(createUploadSession, { body: {} })
  phoneToken = new URL(uploadUrl).hash.slice(1)
  bytes = padJpeg(await jpeg(), 200_000)
})
afterEach(() => vi.restoreAllMocks())

type Sender = 'customer' | 'phone'
const senders: Sender[] = ['customer', 'phone']

const getAddress = (sender: Sender) => `${SERVICES.uploads}${sender === 'phone' ? '/phone' : ''}/files`
const getToken = (sender: Sender) => (sender === 'phone' ? phoneToken : customer.token)

const getHeaders = (sender: Sender, headers: Record<string, string> = {}): Record<string, string> => ({
  'tus-resumable': '1.0.0',
  'upload-length': String(bytes.length),
  'content-type': 'application/offset+octet-stream',
  authorization: `Bearer ${getToken(sender)}`,
  ...headers,
})

const create = (sender: Sender, headers: Record<string, string> = {}, body: Buffer = bytes) =>
  fetch(new URL(getAddress(sender), server.origin), {
    method: 'POST',
    headers: getHeaders(sender, headers),
    body: new Uint8Array(body),
  })

/** Sends the same over a connection of its own, `body` of it. */
function createOnSocket(sender: Sender, body: Buffer, contentLength = bytes.length): Socket {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1').on('error', () => undefined)
  const headers = {
    host: new URL(server.origin).host,
    ...getHeaders(sender),
    'content-length': contentLength,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.write([`POST ${getAddress(sender)} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
  socket.write(body)
  return socket
}

/** Rows and staged bytes of the account's uploads, and used slots of the phone's session. */
async function readState() {
  const uploads = await listColumns(server.ctx.db, 'uploads', { account_id: customer.accountId }, ['state'])
  const staged = await Array.fromAsync(server.ctx.blobs.staging.list())
  const session = (await findRow(server.ctx.db, 'upload_sessions', { account_id: customer.accountId }, [
    'files',
  ]))!
  return {
    uploads,
    staged: staged.filter(({ id }) => id.startsWith(customer.accountId)).length,
    places: session.files,
  }
}
const NOTHING = { uploads: [], staged: 0, places: 0 }

const countPhotos = async () => (await customer.call(getPhotos)).images.length

async function expectRetrySucceeds(sender: Sender) {
  const again = await create(sender)
  expect([again.status, again.headers.get('upload-offset')]).toEqual([201, String(bytes.length)])
  expect(again.headers.get('location')).toMatch(new RegExp(`^${getAddress(sender)}/[0-9a-f-]{36}$`))
  expect(await countPhotos()).toBe(1)
}

const wrongChecksum = `sha1 ${createHash('sha1').update('other').digest('base64')}`
const FAILURES: [string, number, () => Promise<Response>[]][] = [
  ['a malformed checksum', 400, () => senders.map(each => create(each, { 'upload-checksum': 'sha1 x' }))],
  ['another checksum', 460, () => senders.map(each => create(each, { 'upload-checksum': wrongChecksum }))],
  ['more bytes than announced', 413, () => senders.map(each => create(each, { 'upload-length': '1000' }))],
]

describe('OP-10 a creation with bytes', () => {
  test.each(senders)('of all bytes by a %s adds the photo', async sender => {
    await expectRetrySucceeds(sender)
  })

  test.each(senders)('of a part of them by a %s can be continued at its address', async sender => {
    const created = await create(sender, {}, bytes.subarray(0, 70_000))
    expect([created.status, created.headers.get('upload-offset')]).toEqual([201, '70000'])
    const patched = await fetch(new URL(created.headers.get('location')!, server.origin), {
      method: 'PATCH',
      headers: {
        ...TUS_PATCH_HEADERS,
        'upload-offset': '70000',
        authorization: `Bearer ${getToken(sender)}`,
      },
      body: new Uint8Array(bytes.subarray(70_000)),
    })
    expect(patched.status).toBe(204)
    expect(await countPhotos()).toBe(1)
  })

  test.each(FAILURES)('with %s is %i and leaves nothing', async (_, status, send) => {
    for (const answer of await Promise.all(send())) {
      expect(answer.status).toBe(status)
      expect(answer.headers.get('location')).toBeNull()
    }
    expect(await readState()).toEqual(NOTHING)
    await expectRetrySucceeds('phone')
  })

  test.each(senders)('by a %s on a full disk is 507 and leaves nothing', async sender => {
    const { staging } = server.ctx.blobs
    const { append } = staging
    vi.spyOn(staging, 'append').mockImplementationOnce(async (id, offset, _source, ...rest) => {
      await append.call(staging, id, offset, Readable.from([bytes.subarray(0, 5000)]), ...rest)
      throw new StorageFullError('no space left on device')
    })
    const answer = await create(sender)
    expect([answer.status, (await answer.json()).code]).toEqual([507, 'storage-full'])
    expect(await readState()).toEqual(NOTHING)
    await expectRetrySucceeds(sender)
  })

  test.each(senders)('by a %s whose connection breaks leaves nothing', async sender => {
    const { staging } = server.ctx.blobs
    const arrived = Promise.withResolvers<void>()
    const { append } = staging
    vi.spyOn(staging, 'append').mockImplementationOnce((...args) => {
      arrived.resolve()
      return append.apply(staging, args)
    })
    const socket = createOnSocket(sender, bytes.subarray(0, 100_000))
    await arrived.promise
    expect(await readState()).toMatchObject({ uploads: [{ state: 'receiving' }] })
    socket.destroy()
    await expect.poll(readState).toEqual(NOTHING)
    await expectRetrySucceeds(sender)
  })

  test.each(senders)('of a part by a %s that disconnects before the answer leaves nothing', async sender => {
    const { staging } = server.ctx.blobs
    const accepted = once(server.app.http.server, 'connection') as Promise<[Socket]>
    const { append } = staging
    let socket: Socket
    vi.spyOn(staging, 'append').mockImplementationOnce(async (...args) => {
      const appended = await append.apply(staging, args)
      const [connection] = await accepted
      const closed = once(connection, 'close')
      socket.destroy()
      await closed
      return appended
    })
    socket = createOnSocket(sender, bytes.subarray(0, 70_000), 70_000)
    await once(socket, 'close')
    await expect.poll(readState).toEqual(NOTHING)
    await expectRetrySucceeds(sender)
  })
})
