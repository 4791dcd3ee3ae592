import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import * as photos from '#contract/photos.ts'
import { getAssetAddress } from '../domains/identity/pages/assets.ts'
import { closeAfterAll } from '../testing/close-after-all.ts'
import { testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { negotiateCoding } from './send-json.ts'

const server = closeAfterAll(await testServer())
const customer = await server.customer()
await customer.upload('one.jpg', await jpeg())
await customer.upload('two.jpg', await jpeg({ width: 80 }))
await server.idle()

const PAGE = '/api/photo-management/photos'

/** The answer with its bytes as they were sent. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET', token = customer.token) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>(
    (resolve, reject) => {
      const sent = request(
        new URL(path, server.origin),
        { method, headers: { authorization: `Bearer ${token}`, ...headers } },
        answer => {
          const chunks: Buffer[] = []
          answer.on('data', chunk => chunks.push(chunk))
          answer.on('end', () =>
            resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(chunks) }),
          )
        },
      )
      sent.on('error', reject).end()
    },
  )
}

describe('RV-503 RV-207 JSON is compressed', () => {
  test('RV-503 by brotli, by gzip for clients that take only that, and by nothing for others', async () => {
    const plain = await get(PAGE)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.bytes.length).toBeGreaterThan(1024)
    const brotli = await get(PAGE, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(brotli.bytes.length),
    })
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    const gzip = await get(PAGE, { 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    for (const each of [plain, brotli, gzip]) expect(each.headers.vary).toBe('accept-encoding')
  })

  test('RV-503 not below 1 KB, not an error', async () => {
    const brotli = { 'accept-encoding': 'br' }
    const short = await get('/api/photo-management/users/timeline', brotli)
    expect([short.status, short.headers['content-encoding']]).toEqual([200, undefined])
    const refused = await get(`${PAGE}?limit=0`, brotli)
    expect([refused.status, refused.headers['content-encoding']]).toEqual([400, undefined])
  })

  test.each([
    ['br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['BR', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip; q=0', null],
    ['identity', null],
    ['', null],
    [undefined, null],
    ['x-gzip, brotli', null],
  ])('RV-503 Accept-Encoding %s: %s', (header, coding) => {
    expect(negotiateCoding(header)).toBe(coding)
  })

  test('RV-503 the style sheets of the sign-in pages are compressed once', async () => {
    const address = getAssetAddress('pages.css')
    const plain = await get(address)
    const brotli = await get(address, { 'accept-encoding': 'gzip, br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    const font = await get(getAssetAddress('figtree-latin.woff2'), { 'accept-encoding': 'br' })
    expect(font.headers['content-encoding']).toBeUndefined()
  })
})

describe('RV-207 browsers keep answers and ask whether they are still true', () => {
  test('RV-207 304 while nothing changed, in whatever coding, and the answer after a change', async () => {
    const first = await get(PAGE, { 'accept-encoding': 'br' })
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    for (const names of [etag, `"other", ${etag}`, '*']) {
      const again = await get(PAGE, { 'if-none-match': names })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, etag])
      expect(again.headers['cache-control']).toBe('private, no-cache')
    }
    expect((await get(PAGE, { 'if-none-match': '"other"' })).status).toBe(200)
    const [image] = (await customer.call(photos.getPhotos)).images
    await customer.call(photos.deletePhotos, { body: { photoIds: [image!.imageId] } })
    const changed = await get(PAGE, { 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('RV-207 another customer of the same browser gets the own answer', async () => {
    const other = await server.customer()
    const mine = await get(PAGE)
    const theirs = await get(PAGE, { 'if-none-match': String(mine.headers.etag) }, 'GET', other.token)
    expect([theirs.status, JSON.parse(theirs.bytes.toString()).images]).toEqual([200, []])
  })

  test('RV-207 answers of other methods, and those with secrets, are never cached', async () => {
    const changed = await customer.fetch(PAGE, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ photoIds: [customer.accountId] }),
    })
    expect([changed.status, changed.headers.get('cache-control'), changed.headers.get('etag')]).toEqual([
      200,
      'no-store',
      null,
    ])
    const address = await get('/api/customers/customers/me/addresses')
    expect([address.headers['cache-control'], address.headers.etag]).toEqual(['no-store', undefined])
  })

  test('RV-207 HEAD has the headers of GET', async () => {
    const head = await get(PAGE, {}, 'HEAD')
    const got = await get(PAGE)
    expect([head.status, head.headers.etag, head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      got.headers.etag,
      got.headers['content-length'],
      0,
    ])
  })
})
