import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { createAlbum, getAlbum } from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { listContractEndpoints } from '#contract/inputs.testing.ts'
import { getPhotos } from '#contract/photos.ts'
import { Browser, readCsrfToken } from '../domains/identity/testing/browser.ts'
import { openSignInPage, startSignIn } from '../domains/identity/testing/sign-in-flow.ts'
import { createAccessData, loadAccessSamples } from '../testing/access-samples.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import {
  encodeMalformed,
  MALFORMED_BYTES,
  MARK,
  NAMES,
  replaceMark,
  UTF8_BOM,
  UTF8_CHARSETS,
} from '../testing/encodings.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { isSampled, samplePairs } from '../testing/sample.ts'

const SERVICE_TOKEN = 'the-token-of-a-service-of-the-retailer'
const FORM = 'application/x-www-form-urlencoded'
const serviceTokens = [{ name: 'orders', token: SERVICE_TOKEN }]
const server = closeAfterAll(
  await testServer({ config: { rateLimits: false, serviceTokens, sftp: { port: 0 } } }),
)
const customer = await server.customer({ business: true })
const samples = await loadAccessSamples()
const ids = await createAccessData(server, customer, samples)
await server.idle()

const browser = () => new Browser(server.app.http, new URL(server.origin).host)

async function send(method: string, path: string, type: string, bytes: Buffer): Promise<number> {
  const answer = await server.app.http.inject({
    method: method as 'POST',
    url: path,
    payload: bytes,
    headers: {
      host: new URL(server.origin).host,
      'content-type': type,
      authorization: `Bearer ${path.includes('/retailer/') ? SERVICE_TOKEN : customer.token}`,
    },
  })
  return answer.statusCode
}

/** Runs `work` and expects that no row of any table has changed. */
async function expectNothingStored(work: () => Promise<unknown>): Promise<void> {
  const before = await hashTables()
  await work()
  expect(await hashTables()).toEqual(before)
}

/** A hash of the rows of each table, without those that count calls or list refused ones. */
async function hashTables(): Promise<Record<string, string | null>> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not in ('rate_counts', 'retailer_refusals')
  `.execute(server.ctx.db)
  expect(tables.length).toBeGreaterThan(40)
  const hashes: Record<string, string | null> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ hash: string | null }>`
      select md5(string_agg(row::text, ',' order by row::text)) as hash from ${sql.table(name)} as row
    `.execute(server.ctx.db)
    hashes[name] = rows[0]!.hash
  }
  return hashes
}

describe('RV-866 a text that is not UTF-8 is refused and nothing is stored', () => {
  test('RV-866 in the JSON of every call of customers and of every feed of the retailer', async () => {
    const wrong: string[] = []
    let tried = 0
    await expectNothingStored(async () => {
      for (const { calls = {}, serviceCalls = {} } of samples)
        for (const [name, sample] of Object.entries({ ...calls, ...serviceCalls })) {
          const { path, body } = sample(ids)
          if (typeof body !== 'object' || body instanceof Uint8Array) continue
          const marked = JSON.stringify({ [MARK]: MARK, ...body })
          const malformed = encodeMalformed(marked).filter((_, place) => isSampled(place + tried))
          for (const { name: encoding, charset, bytes, status } of malformed) {
            const answered = await send(name.split(' ')[0]!, path, `application/json${charset}`, bytes)
            tried++
            if (answered !== status) wrong.push(`${name}, ${encoding}: ${answered}`)
          }
        }
    })
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(100)
  })

  test('RV-866 in the escapes of JSON, also of a key and below more levels than the stack has', async () => {
    const put = (json: string) =>
      send('PUT', `${SERVICES.orders}/retailer/orders/K-1`, 'application/json', Buffer.from(json))
    const deep = 100_000
    const bodies = ['\\u0000', '\\ud800', '\\uDFFF', '\\ud83d\\ud83d'].flatMap(letter => [
      `{"a":"${letter}"}`,
      `{"a":[1,{"${letter}":2}]}`,
      `{"a":${'['.repeat(deep)}"${letter}"${']'.repeat(deep)}}`,
    ])
    await expectNothingStored(async () => {
      for (const body of bodies) expect(await put(body)).toBe(400)
    })
    const answer = await customer.fetch(`${SERVICES.photoManagement}/albums`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"a","photos":[{"id":"\\ud800"}]}',
    })
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ fields: { 'photos.0.id': 'not-valid' } }),
    ])
  })

  test('RV-866 in the forms of the identity pages, as bytes and percent-encoded', async () => {
    const b = browser()
    const { path, page } = await openSignInPage(b, await startSignIn(b))
    const check = encodeURIComponent(readCsrfToken(page))
    const form = (value: string) => `check=${check}&email=${value}%40keepsake.test&password=${value}`
    const mailsBefore = [...server.mailbox.list()]
    const doors = [path, `${path}/sign-up`, `${path}/forgotten`, '/identity/new-password/token']
    await expectNothingStored(async () => {
      for (const door of doors) await expectFormRefused(b, door, form)
    })
    await server.idle()
    expect(server.mailbox.list()).toEqual(mailsBefore)
  })

  test('RV-866 in the forms and queries of the OpenID provider', async () => {
    const b = browser()
    const { parameters } = await startSignIn(b)
    const auth = (value: string) => `${parameters}&state=${value}`
    const token = (value: string) =>
      `grant_type=refresh_token&client_id=keepsake-web&client_secret=a&refresh_token=${value}`
    await expectNothingStored(async () => {
      await expectFormRefused(b, '/identity/auth', auth)
      await expectFormRefused(b, '/identity/token', token)
      await expectFormRefused(b, '/identity/token/revocation', token)
      await expectFormRefused(b, '/identity/session/end', value => `state=${value}`)
      for (const [name, value] of MALFORMED_ESCAPES)
        expect([name, (await b.get(`/identity/auth?${auth(value)}`)).statusCode]).toEqual([name, 400])
    })
    const valid = await b.postBytes('/identity/token', `${FORM}; charset="UTF-8"`, Buffer.from(token('a')))
    expect([valid.statusCode, valid.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_request' }),
    ])
  })

  test('RV-866 in the metadata of an upload', async () => {
    const create = (metadata: string) =>
      customer.fetch(`${SERVICES.uploads}/files`, {
        method: 'POST',
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata },
      })
    const values = Object.values(MALFORMED_BYTES).map(bytes => replaceMark(`a${MARK}.jpg`, bytes))
    // The last two are valid UTF-8: '$', U+0004, '>' and so on.
    const utf16 = ['\ufeffä.jpg', 'Фото.jpg', 'a.jpg'].map(each => Buffer.from(each, 'utf16le'))
    const encoded = [...values, ...utf16].map(each => each.toString('base64'))
    await expectNothingStored(async () => {
      for (const value of [...encoded, 'YQ', 'Y Q==', 'YQ==YQ==', 'a-_b', 'M\u00fcller'])
        for (const key of ['filename', 'filetype', 'anything'])
          expect([key, value, (await create(`${key} ${value}`)).status]).toEqual([key, value, 400])
    })
  })

  test('RV-866 in the path and the query of every call', async () => {
    const wrong: string[] = []
    let tried = 0
    for (const [endpoint, [encoding, value]] of samplePairs(await listContractEndpoints(), [
      ...MALFORMED_ESCAPES,
    ])) {
      const path = `${SERVICES[endpoint.service]}${endpoint.path}`
      const hasQuery = endpoint.query.type !== 'undefined'
      if (endpoint.receivesFile || (!hasQuery && !path.includes(':'))) continue
      const addresses = hasQuery ? [`${path}?a=${value}`, `${path}?${value}=a`] : []
      if (path.includes(':')) addresses.push(path.replace(/:\w+/, value))
      for (const address of addresses) {
        const status = await send(endpoint.method, address, 'application/json', Buffer.from('{}'))
        tried++
        if (status !== 400) wrong.push(`${endpoint.method} ${address} (${encoding}): ${status}`)
      }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(250)
    const pdf = `${SERVICES.invoices}/retailer/invoices/R-1/a%00/pdf`
    expect(await send('PUT', pdf, 'application/pdf', Buffer.from('%PDF-%%EOF'))).toBe(400)
  })

  test('RV-866 in a message of a socket', async () => {
    const socket = new WebSocket(new URL('/api/push/library', server.origin.replace('http', 'ws')))
    const closed = new Promise(resolve => socket.on('close', resolve))
    await new Promise(resolve => socket.on('open', resolve))
    socket.send(Buffer.from([0x7b, 0xff, 0x7d]))
    expect(await closed).toBe(4401)
  })
})

describe('RV-866 well-formed texts are stored as sent', () => {
  test.each(NAMES)('RV-866 %s as the name of an album and of a file', async name => {
    const albumIds: string[] = []
    for (const charset of UTF8_CHARSETS)
      for (const bom of [Buffer.alloc(0), UTF8_BOM]) {
        const answer = await customer.fetch(`${SERVICES.photoManagement}${createAlbum.path}`, {
          method: createAlbum.method,
          headers: { 'content-type': `application/json${charset}` },
          body: Buffer.concat([bom, Buffer.from(JSON.stringify({ name }))]),
        })
        expect(answer.status).toBe(createAlbum.status)
        albumIds.push(((await answer.json()) as { albumId: string }).albumId)
      }
    for (const albumId of albumIds)
      expect((await customer.call(getAlbum, { params: { id: albumId } })).albumName).toBe(name)
    await customer.upload(`${name}.jpg`, await jpeg())
    await server.idle()
    const { images } = await customer.call(getPhotos)
    expect(images.map(image => image.localFileName)).toContain(`${name}.jpg`.normalize('NFC'))
  })
})

/** Percent-encodings that are not UTF-8, or name a character that cannot be stored. */
const MALFORMED_ESCAPES: [name: string, value: string][] = [
  ...Object.entries(MALFORMED_BYTES).map(([name, bytes]): [string, string] => [
    name,
    `a${bytes.map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
  ]),
  ['U+0000', 'a%00'],
  ['no hexadecimal', 'a%zz'],
  ['an incomplete escape', 'a%f'],
  ['an escape of UTF-16', 'a%u00fc'],
]

async function expectFormRefused(b: Browser, path: string, form: (value: string) => string): Promise<void> {
  for (const [name, value] of MALFORMED_ESCAPES) {
    const answer = await b.postBytes(path, FORM, Buffer.from(form(value)))
    expect([path, name, answer.statusCode]).toEqual([path, name, 400])
  }
  for (const { name, charset, bytes, status } of encodeMalformed(form(MARK))) {
    const answer = await b.postBytes(path, FORM + charset, bytes)
    expect([path, name, answer.statusCode]).toEqual([path, name, status])
  }
}
