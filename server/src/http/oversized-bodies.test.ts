import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos } from '#contract/photos.ts'
import { createUploadSession } from '#contract/upload-sessions.ts'
import { TUS_PATCH_HEADERS } from '../domains/uploads/access-samples.testing.ts'
import { listColumns } from '../platform/db/rows.ts'
import { createRecordingLog } from '../platform/log/recording-log.testing.ts'
import type { Client } from '../testing/client.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'

const MIB = 1024 * 1024
/** What sockets buffer on both sides, at most. */
const BUFFERED_MAX = 16 * MIB
/** A body of which this much is sent is read without limit. */
const SENT_MAX = 256 * MIB
const TUS_CREATION_HEADERS = {
  'tus-resumable': '1.0.0',
  'upload-length': '1000',
  'content-type': 'application/offset+octet-stream',
}

let customer: Client
const { log, output, clearOutput } = createRecordingLog()
const server = closeAfterAll(
  await testServer({
    config: { rateLimits: false, bodyTimeout: { idleMs: 300, totalMs: 300 } },
    log,
  }),
)
beforeEach(async () => {
  customer = await server.customer()
})

/** Sends a request without a length whose body does not end, as fast as it is read, until the connection is closed. */
async function sendEndlessly(method: string, path: string, headers: Record<string, string>) {
  const { host, port } = new URL(server.origin)
  const socket = connect(Number(port), '127.0.0.1')
  const closed = Promise.withResolvers<void>()
  let answer = ''
  let isClosed = false
  socket.on('data', data => {
    answer += data.toString()
  })
  // Writing fails once the server has closed the connection.
  socket.on('error', () => undefined)
  socket.once('close', () => {
    isClosed = true
    closed.resolve()
  })
  const lines = Object.entries({ host, 'transfer-encoding': 'chunked', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}`)
  socket.write([`${method} ${path} HTTP/1.1`, ...head, '', ''].join('\r\n'))
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, '{'), Buffer.from('\r\n')])
  let sent = 0
  while (!isClosed && sent < SENT_MAX) {
    sent += chunk.length
    if (socket.write(chunk)) await new Promise(setImmediate)
    else await Promise.race([once(socket, 'drain'), closed.promise]).catch(() => undefined)
  }
  const wasClosed = isClosed
  socket.destroy()
  const [, body = ''] = answer.split('\r\n\r\n')
  return { status: Number(answer.split(' ')[1]), code: JSON.parse(body || '{}').code, sent, wasClosed }
}

const stagedOf = async ({ accountId }: Client) =>
  (await Array.fromAsync(server.ctx.blobs.staging.list())).filter(({ id }) => id.startsWith(accountId))

const uploadsOf = ({ accountId }: Client) =>
  listColumns(server.ctx.db, 'uploads', { account_id: accountId }, ['state'])

describe('RV-310 a body without length and without end', () => {
  test.each([
    ['JSON', 'application/json'],
    ['a form with files', 'multipart/form-data; boundary=x'],
  ])('of %s is 413 and ends its connection', async (_what, type) => {
    const answer = await sendEndlessly('POST', '/api/reports/errors', { 'content-type': type })
    expect(answer).toMatchObject({ status: 413, code: 'too-large', wasClosed: true })
    expect(answer.sent).toBeLessThan(BUFFERED_MAX)
  })

  test('for an upload that has begun is 413, ends its connection, and nothing of the upload is left', async () => {
    const bytes = await jpeg()
    const location = (await customer.createUpload('a.jpg', bytes.length)).headers.get('location')!
    const { pathname } = new URL(location, server.origin)
    const authorization = `Bearer ${customer.token}`
    const answer = await sendEndlessly('PATCH', pathname, { ...TUS_PATCH_HEADERS, authorization })
    expect(answer).toMatchObject({ status: 413, code: 'too-large', wasClosed: true })
    expect(answer.sent).toBeLessThan(BUFFERED_MAX)
    expect([await stagedOf(customer), await uploadsOf(customer)]).toEqual([[], []])
    const head = { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } }
    expect((await customer.fetch(location, head)).status).toBe(404)
    expect((await customer.upload('a.jpg', bytes)).response.status).toBe(204)
    expect((await customer.call(getPhotos)).images).toHaveLength(1)
  })

  test.each(['customer', 'phone'])(
    'with the creation of an upload by a %s is 413, ends its connection, and nothing is left',
    async sender => {
      const { uploadUrl } = await customer.call(createUploadSession, { body: {} })
      const isPhone = sender === 'phone'
      const token = isPhone ? new URL(uploadUrl).hash.slice(1) : customer.token
      const path = `${SERVICES.uploads}${isPhone ? '/phone' : ''}/files`
      const headers = { ...TUS_CREATION_HEADERS, authorization: `Bearer ${token}` }
      const answer = await sendEndlessly('POST', path, headers)
      expect(answer).toMatchObject({ status: 413, code: 'too-large', wasClosed: true })
      expect(answer.sent).toBeLessThan(BUFFERED_MAX)
      expect([await stagedOf(customer), await uploadsOf(customer)]).toEqual([[], []])
    },
  )

  test('of an upload that is refused before it is read ends its connection when the time of other bodies is over', async () => {
    const answer = await sendEndlessly('POST', `${SERVICES.uploads}/files`, TUS_CREATION_HEADERS)
    expect(answer).toMatchObject({ status: 401, code: 'unauthorized', wasClosed: true })
  })

  test('sent by a client that reads only when the server has answered, is 413 all the same', async () => {
    const patient = await testServer({ config: { rateLimits: false }, log })
    clearOutput()
    const { host, port } = new URL(patient.origin)
    const socket = connect(Number(port), '127.0.0.1')
    const failed = once(socket, 'error').then(([error]) => error)
    await once(socket, 'connect')
    socket.pause()
    socket.write(
      `POST /api/reports/errors HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${BUFFERED_MAX}\r\n\r\n`,
    )
    socket.write(Buffer.alloc(4 * MIB, '{'))
    await vi.waitFor(() => expect(output()).toContain('"status":413'))
    let answer = ''
    socket.on('data', data => {
      answer += data.toString()
    })
    const ended = once(socket, 'end').then(() => 'ended')
    socket.resume()
    expect(await Promise.race([ended, failed])).toBe('ended')
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
    await patient.close()
  })
})

describe('RV-861 JSON with too many values, or nested too deeply, is refused before it is parsed', () => {
  const nest = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const post = async (path: string, body: string) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await customer.fetch(path, { method: 'POST', headers, body })
    return { status: answer.status, fields: ((await answer.json()) as { fields?: unknown }).fields }
  }
  const queryWith = (variables: string) => `{"query":"{ channels { ID } }","variables":${variables}}`

  test.each([
    ['500,000 levels', queryWith(nest(500_000))],
    ['65 levels', queryWith(nest(63))],
    ['500,000 numbers', `{"uploadIds":[${'1,'.repeat(500_000)}1]}`],
    ['300,000 objects', `{"uploadIds":[${'{},'.repeat(300_000)}{}]}`],
    ['90,000 keys', `{${Array.from({ length: 90_000 }, (_, i) => `"${i}":1`).join()}}`],
  ])('%s', async (_what, body) => {
    const refused = { status: 400, fields: { body: 'not-valid' } }
    expect(await post(SERVICES.merchandise, body)).toEqual(refused)
    expect(await post('/api/none', body)).toEqual(refused)
  })

  test('62 levels, 40,000 values and brackets in texts are parsed', async () => {
    const text = JSON.stringify(`\\"${'[{,'.repeat(100_000)}`)
    for (const variables of [nest(60), `{"a":[${'1,'.repeat(40_000)}1]}`, `{"a":${text}}`])
      expect(await post(SERVICES.merchandise, queryWith(variables))).toMatchObject({ status: 200 })
  })
})
