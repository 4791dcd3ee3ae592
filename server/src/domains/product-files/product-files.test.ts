import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { constants, deflateRawSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { getProductFiles, getProductPdfs, PRODUCT_PDF } from '#contract/product-files.ts'
import type { LibraryPush } from '#contract/push.ts'
import { PRODUCT_FILE_MAX_BYTES } from '#contract/retailer-product-files.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { isProof } from '../../testing/sample.ts'
import { openLibrarySocket } from '../../testing/sockets.ts'
import { removeUnusedBlobs } from './index.ts'
import { pdfForTests, type ZipEntryForTests, zipForTests } from './product-files.testing.ts'
import { upsertProductFile } from './upsert-product-file.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/**
 * Returns the bytes of this process's buffers. If they are above `limit`, collects garbage first, because garbage is
 * no use of memory and its amount depends on the last collection.
 */
function measureBufferBytes(limit = 0): number {
  if (process.memoryUsage().arrayBuffers > limit) collectGarbage()
  return process.memoryUsage().arrayBuffers
}

const TOKEN = 'a-token-of-thirty-two-characters-or-more'
const HOUR = 3_600_000

let anna: Client
let order: string
let product: string
const server = closeAfterAll(
  await testServer({ config: { serviceTokens: [{ name: 'shop', token: TOKEN }] } }),
)
beforeEach(async () => {
  anna = await server.customer()
  order = `K-${randomUUID()}`
  product = `${order}-1`
})

async function send(path: string, body: BodyInit, headers: Record<string, string>) {
  const response = await fetch(`${server.origin}${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    body,
  })
  return { status: response.status, body: await response.json() }
}

interface Sent {
  version?: number
  code?: string
  purpose?: string
  accountId?: string
  type?: string
  more?: string
}

const put = (bytes: Buffer, { version = 1, code = product, purpose = PRODUCT_PDF, ...sent }: Sent = {}) =>
  send(
    `${SERVICES.productFiles}/retailer/products/${code}/files/${purpose}?version=${version}&accountId=${sent.accountId ?? anna.accountId}${sent.more ?? ''}`,
    new Uint8Array(bytes),
    { 'content-type': sent.type ?? 'application/zip' },
  )

async function sendOrder(client = anna, codes = [product]): Promise<void> {
  const body = orderForTests(client.accountId, server.clock.now(), {
    products: codes.map(code => ({ code, article: 'MAP-POSTER-50X70', title: 'The long way home' })),
  })
  const path = `${SERVICES.orders}/retailer/orders/${order}`
  const { status } = await send(path, JSON.stringify(body), { 'content-type': 'application/json' })
  expect(status).toBe(200)
}

const download = (code = product, client = anna, headers: Record<string, string> = {}) =>
  client.fetch(`${SERVICES.productFiles}/v1/pdf/me/${code}`, { headers })
const listFiles = (code = product, client = anna) =>
  client.fetch(
    `${SERVICES.productFiles}/v1/Products/${code}?extendResponseCommand=none&extendResponseWithUrls=false`,
  )
const readBytes = async (response: Response) => Buffer.from(await response.arrayBuffer())
const blobs = async ({ accountId } = anna) =>
  (await Array.fromAsync(server.ctx.blobs.list(`${accountId}/product-files/`))).map(({ key }) => key)
const VERSIONED = {
  version: 1,
  changedAt: expect.any(String),
  sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
}
const sweep = () => removeUnusedBlobs(server.ctx, new AbortController().signal)

describe('AA-088 the PDF of a product', () => {
  test.each([
    ['zipped', zipForTests([{}])],
    ['zipped without compression', zipForTests([{ method: 0 }])],
    ['as it is', pdfForTests()],
  ])('that came %s is stored so and delivered unpacked', async (_, sent) => {
    await sendOrder()
    expect(await put(sent)).toEqual({ status: 200, body: { version: 1, stored: true } })
    const [key] = await blobs()
    expect(Buffer.from((await server.ctx.blobs.get(key!))!).equals(sent)).toBe(true)
    const answer = await download()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdfForTests().length),
      'content-disposition': 'attachment; filename="The long way home.pdf"',
      'cache-control': 'private, no-cache',
    })
    expect((await readBytes(answer)).equals(pdfForTests())).toBe(true)
  })

  test('OP-73 is listed with code, order, title, date and size, newest first', async () => {
    const later = `${product}-2`
    await sendOrder(anna, [product, later])
    await put(zipForTests([{}]), { more: '&createdAt=2026-05-04T10:00:00Z' })
    await put(zipForTests([{}]), { code: later, more: '&createdAt=2026-05-04T10:00:01Z' })
    const size = pdfForTests().length
    const listed = { ...VERSIONED, orderCode: order, title: 'The long way home', picture: null, size }
    expect((await anna.call(getProductPdfs)).pdfs).toEqual([
      { ...listed, code: later, createdAt: '2026-05-04T10:00:01.000Z' },
      { ...listed, code: product, createdAt: '2026-05-04T10:00:00.000Z' },
    ])
  })

  test('AA-087 Products/{code} lists the files of a product with their purposes', async () => {
    await sendOrder()
    expect(await (await listFiles()).json()).toEqual({ code: product, files: [] })
    await put(zipForTests([{}]), { more: '&createdAt=2026-05-04T10:00:00Z' })
    await put(pdfForTests('a preview'), { purpose: 'preview.pdf', more: '&createdAt=2026-05-04T10:00:00Z' })
    const createdAt = '2026-05-04T10:00:00.000Z'
    expect(await (await listFiles()).json()).toEqual({
      code: product,
      files: [
        { ...VERSIONED, purpose: 'preview.pdf', createdAt, size: pdfForTests('a preview').length },
        { ...VERSIONED, purpose: 'product.pdf', createdAt, size: pdfForTests().length },
      ],
    })
    const query = { extendResponseCommand: 'all' } as never
    expect((await anna.expectError(getProductFiles, { params: { code: product }, query })).status).toBe(400)
    expect((await anna.call(getProductPdfs)).pdfs).toHaveLength(1)
  })

  test('may arrive before its order, with which it appears', async () => {
    expect((await put(zipForTests([{}]))).status).toBe(200)
    expect((await anna.call(getProductPdfs)).pdfs).toEqual([])
    expect([(await download()).status, (await listFiles()).status]).toEqual([404, 404])
    await sendOrder()
    expect((await anna.call(getProductPdfs)).pdfs).toMatchObject([{ code: product }])
    expect((await download()).status).toBe(200)
  })

  test('that is foreign, unknown or not there yet answers the same 404', async () => {
    await sendOrder()
    const stranger = await server.customer()
    const answers = [
      await download(),
      ...(await put(zipForTests([{}])).then(() => [])),
      await download(product, stranger),
      await download('unknown'),
      await download('no code at all'),
    ]
    for (const answer of answers) {
      const { code, message } = await answer.json()
      expect([answer.status, code, message]).toEqual([404, 'not-found', 'PDF not found'])
    }
    for (const code of [product, 'unknown']) {
      const answer = await listFiles(code, stranger)
      expect([answer.status, (await answer.json()).message]).toEqual([404, 'Product not found'])
    }
    expect((await stranger.call(getProductPdfs)).pdfs).toEqual([])
  })

  test('RV-953 the page of its order is notified', async () => {
    await sendOrder()
    const socket = await openLibrarySocket(server.origin, anna.token)
    const pushed = socket.next<LibraryPush>(message => message.type === 'product-file-changed')
    await put(zipForTests([{}]))
    expect(await pushed).toEqual({ type: 'product-file-changed', orderCode: order })
    socket.close()
  })
})

describe('AA-088 an interrupted download resumes', () => {
  // Longer than one read, of bytes that do not compress well.
  const content = pdfForTests(Array.from({ length: 60_000 }, (_, n) => (n * 7919) % 65_521).join(' '))

  test.each([
    ['zipped', zipForTests([{ content }])],
    ['zipped without compression', zipForTests([{ content, method: 0 }])],
    ['as it is', content],
  ])('of a file that came %s: every range is the same bytes', async (_, sent) => {
    await sendOrder()
    await put(sent)
    const whole = await download()
    const etag = whole.headers.get('etag')!
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    await whole.body!.cancel()
    const last = content.length - 1
    for (const [start, end] of [
      [0, 0],
      [1, 70_000],
      [131_072, 131_073],
      [200_000, last],
      [last, last],
    ] as const) {
      const range = end === last ? `bytes=${start}-` : `bytes=${start}-${end}`
      const answer = await download(product, anna, { range, 'if-range': etag })
      expect([answer.status, answer.headers.get('content-range'), answer.headers.get('etag')]).toEqual([
        206,
        `bytes ${start}-${end}/${content.length}`,
        etag,
      ])
      expect(answer.headers.get('content-length')).toBe(String(end - start + 1))
      expect((await readBytes(answer)).equals(content.subarray(start, end + 1))).toBe(true)
    }
  })

  test('RV-861 four ranges of an account are inflated at a time, others wait for it alone, and nobody for ever', async () => {
    // More than sockets buffer: a response that is not read does not end.
    const large = zipForTests([{ content: pdfForTests('x'.repeat(24_000_000)) }])
    await sendOrder()
    await put(large)
    const [own, range] = [product, { range: 'bytes=1-' }]
    const unread = await Promise.all(Array.from({ length: 4 }, () => download(own, anna, range)))
    let isAnswered = false
    const fifth = download(own, anna, { range: 'bytes=1-10' }).then(answer => {
      isAnswered = true
      return answer
    })
    const left = new AbortController()
    const sixth = anna.fetch(`${SERVICES.productFiles}/v1/pdf/me/${own}`, {
      headers: range,
      signal: left.signal,
    })
    const boris = await server.customer()
    order = `K-${randomUUID()}`
    product = `${order}-1`
    await sendOrder(boris)
    await put(large, { accountId: boris.accountId })
    expect((await readBytes(await download(product, boris, { range: 'bytes=0-9' }))).length).toBe(10)
    expect(isAnswered).toBe(false)
    left.abort()
    await expect(sixth).rejects.toThrow()
    await unread[0]!.body!.cancel()
    expect((await readBytes(await fifth)).length).toBe(10)
    for (const { body } of unread.slice(1)) await body!.cancel()
  })

  test('not with another PDF: the whole new one is sent; a range behind the end is refused', async () => {
    await sendOrder()
    await put(zipForTests([{ content }]))
    const etag = (await download()).headers.get('etag')!
    await put(pdfForTests('second'), { version: 2 })
    const answer = await download(product, anna, { range: 'bytes=5-', 'if-range': etag })
    expect(answer.status).toBe(200)
    expect((await readBytes(answer)).equals(pdfForTests('second'))).toBe(true)
    const refused = await download(product, anna, { range: 'bytes=5000-' })
    const size = pdfForTests('second').length
    expect([refused.status, refused.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
    expect(await refused.json()).toMatchObject({ code: 'range-not-satisfiable' })
    const stranger = await server.customer()
    expect((await download(product, stranger, { range: 'bytes=0-', 'if-range': etag })).status).toBe(404)
  })
})

describe('AA-088 versions of a file', () => {
  beforeEach(() => sendOrder())
  const [first, second] = [pdfForTests('first'), pdfForTests('second')]

  test('a higher one replaces the file; what was replaced is removed an hour later', async () => {
    await put(first)
    expect(await put(second, { version: 3 })).toEqual({ status: 200, body: { version: 3, stored: true } })
    expect(await put(first, { version: 2 })).toEqual({ status: 200, body: { version: 3, stored: false } })
    expect((await readBytes(await download())).equals(second)).toBe(true)
    expect(await blobs()).toHaveLength(2)
    await sweep()
    expect(await blobs()).toHaveLength(2)
    server.clock.advance(HOUR)
    await sweep()
    server.clock.set(new Date())
    expect(await blobs()).toHaveLength(1)
    expect((await readBytes(await download())).equals(second)).toBe(true)
  })

  test('the same one again, zipped or not, changes nothing; another PDF under it, and of another account, is a conflict and leaves nothing', async () => {
    await put(zipForTests([{ content: first }]))
    expect(await put(first)).toEqual({ status: 200, body: { version: 1, stored: false } })
    const stranger = await server.customer()
    for (const sent of [{}, { version: 2, accountId: stranger.accountId }])
      expect((await put(second, sent)).status).toBe(409)
    expect(await blobs(stranger)).toEqual([])
    expect((await readBytes(await download())).equals(first)).toBe(true)
    expect(await blobs()).toHaveLength(1)
  })

  test('twenty at once leave one file, that of the highest version', async () => {
    const versions = Array.from({ length: 20 }, (_, i) => i + 1)
    const answers = await Promise.all(
      versions.map(version => put(pdfForTests(`version ${version}`), { version })),
    )
    expect(answers.map(({ status }) => status)).toEqual(versions.map(() => 200))
    expect((await readBytes(await download())).equals(pdfForTests('version 20'))).toBe(true)
    server.clock.advance(HOUR)
    await sweep()
    expect(await blobs()).toHaveLength(1)
    server.clock.set(new Date())
  })

  test('a process that dies at any step leaves the old or the new file, and no other bytes permanently', async () => {
    await put(first)
    let died = 0
    for (let steps = 0; ; steps++) {
      const { ctx, hasCrashed } = crashAfter(server.ctx, steps)
      const file = { productCode: product, purpose: PRODUCT_PDF, accountId: anna.accountId, version: 2 }
      await upsertProductFile(ctx, file, Readable.from([second])).catch(() => undefined)
      const now = await readBytes(await download())
      expect(now.equals(first) || now.equals(second)).toBe(true)
      if (!hasCrashed()) break
      died++
    }
    expect(died).toBeGreaterThan(4)
    expect((await readBytes(await download())).equals(second)).toBe(true)
    server.clock.advance(25 * HOUR)
    await sweep()
    expect(await blobs()).toHaveLength(1)
    server.clock.set(new Date())
  })
})

/** Deflates 10 MB to 10 GB of zeros: a block that can be repeated. */
function createZipBomb(): Buffer {
  const block = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH })
  const start = deflateRawSync(Buffer.from('%PDF-1.7\n'), { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([
    start,
    ...Array.from({ length: 10 * 1024 }, () => block),
    deflateRawSync(Buffer.alloc(0)),
  ])
}

describe('AA-088 acceptance 15: a hostile file is refused when it is put', () => {
  beforeEach(() => sendOrder())

  const entries: [string, ZipEntryForTests[], number?][] = [
    ['no entry', []],
    ['two entries', [{}, { name: 'second.pdf' }]],
    ['an encrypted entry', [{ flags: 1 }]],
    ['an entry that climbs out of its folder', [{ name: '../product.pdf' }]],
    ['an absolute path', [{ name: '/etc/product.pdf' }]],
    ['a path of Windows', [{ name: 'a\\product.pdf' }]],
    ['a folder', [{ name: 'product.pdf/' }]],
    ['another content than a PDF', [{ content: Buffer.from('<html>%%EOF this is a page</html>') }]],
    ['half of a PDF', [{ content: pdfForTests().subarray(0, 15) }]],
    ['a size that is too small', [{ size: 5 }]],
    ['a size that is too large', [{ size: 5000 }]],
    ['a checksum of something else', [{ crc32: 1 }]],
    ['a method that is none', [{ method: 99 }]],
    ['broken compression', [{ deflated: Buffer.from('this is not deflated') }]],
    ['compressed bytes that end too early', [{ deflated: deflateRawSync(pdfForTests()).subarray(0, 20) }]],
    ['more entries in its end record than it has', [{}], 2],
  ]
  test.each(entries)('a zip with %s', async (_, parts, count) => {
    const { status, body } = await put(zipForTests(parts, count))
    expect([status, body.code, body.fields]).toEqual([400, 'bad-request', { body: 'not-valid' }])
    expect((await download()).status).toBe(404)
    expect(await blobs()).toEqual([])
  })

  test('bytes that are neither PDF nor zip, an empty body, half of a zip', async () => {
    const zip = zipForTests([{}])
    for (const bytes of [Buffer.alloc(0), Buffer.from('GIF89a'.repeat(20)), zip.subarray(0, 60)])
      expect((await put(bytes)).status).toBe(400)
    expect((await put(pdfForTests(), { type: 'text/html' })).status).toBe(415)
    expect((await put(pdfForTests(), { purpose: 'product.exe' })).status).toBe(400)
    expect(await blobs()).toEqual([])
  })

  test('a bomb of 10 MB that becomes 10 GB, whatever size it gives, without using memory', async () => {
    const deflated = createZipBomb()
    expect(deflated.length).toBeLessThan(11 * 1024 * 1024)
    // With the largest allowed size 200 MB are inflated before the refusal: in the proof only.
    for (const size of [20, PRODUCT_FILE_MAX_BYTES + 1, ...(isProof ? [PRODUCT_FILE_MAX_BYTES] : [])]) {
      const zip = zipForTests([{ deflated, size }])
      // The sender is in the same process and has its zip twice.
      const limit = measureBufferBytes() + 2 * zip.length + 50 * 1024 ** 2
      let most = 0
      const watch = setInterval(() => {
        most = Math.max(most, measureBufferBytes(limit))
        if (most > limit) clearInterval(watch)
      }, 5)
      const { status } = await put(zip)
      clearInterval(watch)
      expect(status).toBe(400)
      expect(most).toBeLessThan(limit)
    }
    expect(await blobs()).toEqual([])
  })

  test('a body above 200 MB is refused by its length, and one without length where the limit is passed', async () => {
    const url = `${SERVICES.productFiles}/retailer/products/${product}/files/${PRODUCT_PDF}?version=1&accountId=${anna.accountId}`
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'content-type': 'application/pdf',
      'content-length': String(PRODUCT_FILE_MAX_BYTES + 1),
    }
    const payload = Readable.from(['%PDF-'])
    const answer = await server.app.http.inject({ method: 'PUT', url, headers, payload })
    expect(answer.statusCode).toBe(413)
    // 201 MB are read and written: in the proof only.
    if (!isProof) return
    let left = PRODUCT_FILE_MAX_BYTES / 1024 ** 2 + 1
    const file = { productCode: product, purpose: PRODUCT_PDF, accountId: anna.accountId, version: 1 }
    const endless = new Readable({
      read() {
        this.push(left-- > 0 ? Buffer.alloc(1024 ** 2) : null)
      },
    })
    await expect(upsertProductFile(server.ctx, file, endless)).rejects.toMatchObject({ code: 'too-large' })
    expect(await blobs()).toEqual([])
  })

  test('a connection that breaks leaves nothing', async () => {
    const file = { productCode: product, purpose: PRODUCT_PDF, accountId: anna.accountId, version: 1 }
    const broken = new Readable({
      read() {
        this.push('%PDF-1.7 the first half of a file')
        this.destroy(new Error('connection reset'))
      },
    })
    await expect(upsertProductFile(server.ctx, file, broken)).rejects.toMatchObject({ code: 'client-closed' })
    expect(await blobs()).toEqual([])
  })
})
