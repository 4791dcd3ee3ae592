import { rm, truncate } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import * as contract from '#contract/photos.ts'
import { findRow, updateRows } from '../../../platform/db/rows.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { advanceElapsedTime } from '../../../testing/elapsed-time.ts'
import { testServer } from '../../../testing/harness.ts'
import { findOriginal } from '../../../testing/originals.ts'
import { jpeg, padJpeg, png } from '../../../testing/pictures.ts'

const server = closeAfterAll(await testServer())
const customer = await server.customer()
const original = padJpeg(await jpeg({ width: 1500, height: 1000 }), 300_000)
const image = await added('Strand "1".jpg', original)

async function added(name: string, bytes: Buffer): Promise<contract.Image> {
  const { uploadId } = await customer.upload(name, bytes)
  await server.idle()
  const { images } = await customer.call(contract.getPhotos)
  return images.find(each => each.uploadId === uploadId)!
}

async function got(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, init)
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) }
}

const thumbnail = () => image.thumbnails[0]!.url

describe('OP-33 the address of a picture', () => {
  test('stays the same within its window, so that browsers can cache, and RV-208 expires an hour after any response that has it', async () => {
    const again = (await customer.call(contract.getPhotos)).images.find(
      each => each.imageId === image.imageId,
    )!
    expect(again.thumbnails).toEqual(image.thumbnails)
    const { headers } = await got(thumbnail())
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(headers.get('cache-control')!)!
    expect(Number(seconds)).toBeGreaterThanOrEqual(3600)
    expect(Number(seconds)).toBeLessThanOrEqual(5400)
  })

  test('PL-183 url delivers the untouched original as an attachment with type and name; untouchedUrl shows it inline', async () => {
    const saved = await got(image.url)
    expect(saved.body.equals(original)).toBe(true)
    expect(saved.headers.get('content-type')).toBe('image/jpeg')
    expect(saved.headers.get('content-length')).toBe(String(original.length))
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="Strand _1_.jpg"; filename*=UTF-8''Strand%20%221%22.jpg`,
    )
    const shown = await got(image.untouchedUrl)
    expect(shown.body.equals(original)).toBe(true)
    expect(shown.headers.get('content-disposition')).toMatch(/^inline;/)
  })

  test('P22 whatever it delivers can never run as a page', async () => {
    for (const url of [thumbnail(), image.url, image.untouchedUrl]) {
      const { headers } = await got(url)
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('RV-501 its token is short in the own library and bin; the long form is accepted', async () => {
    const tokenOf = (url: string) => new URL(url).pathname.split('/')[2]!
    expect(tokenOf(thumbnail()).length).toBeLessThan(72)
    const { signer, clock } = server.ctx
    const sign = (scope: string) => signer.sign(scope, clock.now(), { seconds: 3600, window: 1800 })
    const statusWith = async (token: string) =>
      (await got(thumbnail().replace(tokenOf(thumbnail()), token))).status
    expect(await statusWith(sign(`media:library:${customer.accountId}`))).toBe(200)
    expect(await statusWith(sign(`media:bin:${customer.accountId}`))).toBe(404)
    const other = await server.customer()
    expect(await statusWith(sign(`media:library:${other.accountId}`))).toBe(404)
    for (const scope of ['ml', 'mb', 'mlAAAA', 'media', 'mlAAAAAAAAAAAAAAAAAAAAAA'])
      expect([scope, await statusWith(sign(scope))]).not.toEqual([scope, 200])
  })

  test('answers 304 to a browser that has it cached', async () => {
    for (const url of [thumbnail(), image.url]) {
      const etag = (await got(url)).headers.get('etag')!
      const again = await got(url, { headers: { 'if-none-match': etag } })
      expect([again.status, again.body.length]).toEqual([304, 0])
    }
  })

  test('gives parts of an original, and HEAD knows no ranges', async () => {
    const etag = (await got(image.url)).headers.get('etag')!
    const part = await got(image.url, { headers: { range: 'bytes=1000-', 'if-range': etag } })
    expect(part.status).toBe(206)
    expect(part.body.equals(original.subarray(1000))).toBe(true)
    const none = await got(image.url, { headers: { range: `bytes=${original.length}-` } })
    expect([none.status, none.headers.get('content-range')]).toEqual([416, `bytes */${original.length}`])
    const head = await got(image.url, { method: 'HEAD', headers: { range: 'bytes=1000-1999' } })
    expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([
      200,
      String(original.length),
      0,
    ])
  })

  test.each(['299', '0', 'original.jpg', '..%2f..%2fsecret', 'variants', ''])(
    'knows no size %j',
    async kind => {
      expect((await got(thumbnail().replace(/300$/, kind))).status).toBe(404)
    },
  )

  test.each(['not-an-id', '..%2F..', "1' or '1'='1", '%00'])('knows no photo %j', async id => {
    expect((await got(thumbnail().replace(image.imageId, encodeURIComponent(id)))).status).toBe(404)
  })
})

describe('P17 a deleted photo', () => {
  test('is unavailable at every address within a second, also with Range or If-None-Match', async () => {
    const gone = await added('gone.jpg', await jpeg())
    const urls = [gone.url, gone.untouchedUrl, ...gone.thumbnails.map(each => each.url)]
    const tags = await Promise.all(urls.map(async url => (await got(url)).headers.get('etag')!))
    await customer.call(contract.deletePhotos, { body: { photoIds: [gone.imageId] } })
    const requestViews = () =>
      Promise.all([
        ...urls.map(url => got(url)),
        ...urls.map((url, i) => got(url, { headers: { 'if-none-match': tags[i]! } })),
        ...urls.map(url => got(url, { headers: { range: 'bytes=0-9' } })),
        ...urls.map(url => got(url, { method: 'HEAD' })),
      ])
    await advanceElapsedTime(1000)
    expect(new Set((await requestViews()).map(each => each.status))).toEqual(new Set([404]))
  })

  test('OP-91 shows a restored photo immediately, also to a client that was refused a moment before', async () => {
    const { imageId, url } = await added('back.jpg', await jpeg())
    const body = { photoIds: [imageId] }
    await customer.call(contract.deletePhotos, { body })
    expect((await got(url)).status).toBe(404)
    await customer.call(contract.restorePhotos, { body })
    expect((await got(url)).status).toBe(200)
  })

  test('is shown in the bin without a cache, and nowhere once it is erased', async () => {
    const gone = await added('gone.jpg', await jpeg())
    const body = { photoIds: [gone.imageId] }
    await customer.call(contract.deletePhotos, { body })
    const { images } = await customer.call(contract.getDeletedPhotos)
    const binned = images.find(each => each.imageId === gone.imageId)!
    const shown = await got(binned.thumbnails[0]!.url)
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await customer.call(contract.erasePhotos, { body })
    await advanceElapsedTime(1000)
    expect((await got(binned.thumbnails[0]!.url)).status).toBe(404)
  })
})

describe('P29 variants of a photo', () => {
  test('contain no metadata of the camera', async () => {
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
      .withExif({
        IFD0: { Make: 'Camera of Anna' },
        IFD3: { GPSLatitude: '52/1 31/1 0/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer()
    expect(bytes.includes('Camera of Anna')).toBe(true)
    const photo = await added('gps.jpg', bytes)
    for (const { url } of photo.thumbnails) {
      const { body } = await got(url)
      const { exif, iptc, xmp } = await sharp(body).metadata()
      expect([exif, iptc, xmp, body.includes('Camera of Anna')]).toEqual([
        undefined,
        undefined,
        undefined,
        false,
      ])
    }
  })
})

describe('failures', () => {
  test('a picture whose bytes are missing is 404, and the server continues', async () => {
    const photo = await added('lost.png', await png({ width: 500, height: 400 }))
    const missing = vi.spyOn(server.ctx.blobs, 'get').mockResolvedValue(null)
    expect((await got(photo.thumbnails[1]!.url)).status).toBe(404)
    missing.mockRestore()
    expect((await got(photo.thumbnails[1]!.url)).status).toBe(200)
  })

  test('P14 an original that is cut off or deleted is 404 and not cached, also in full size; its other pictures are shown', async () => {
    for (const [width, name, damage] of [
      [700, 'cut off.jpg', (path: string) => truncate(path, 200_000)],
      [701, 'deleted.jpg', rm],
    ] as const) {
      const photo = await added(name, padJpeg(await jpeg({ width, height: 500 }), 300_000))
      await damage((await findOriginal(server, customer, name)).path)
      for (const url of [photo.url, photo.untouchedUrl]) {
        const { status, headers, body } = await got(url)
        expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
        expect(JSON.parse(body.toString())).toMatchObject({ code: 'not-found' })
        expect(headers.get('content-disposition')).toBeNull()
      }
      expect((await got(photo.thumbnails[0]!.url)).status).toBe(200)
      await customer.call(contract.deletePhotos, { body: { photoIds: [photo.imageId] } })
    }
  })

  test('P17 the pictures of a photo are shown as soon as it is ready, also after its original was requested before', async () => {
    const photo = await added('prepared.png', await png({ width: 510, height: 400 }))
    const update = (change: object) =>
      updateRows(server.ctx.db, 'photos', { account_id: customer.accountId, photo_id: photo.imageId }, change)
    const { variants } = (await findRow(
      server.ctx.db,
      'photos',
      { account_id: customer.accountId, photo_id: photo.imageId },
      ['variants'],
    ))!
    await update({ state: 'processing', variants: '[]' })
    expect((await got(photo.url)).status).toBe(200)
    await update({ state: 'ready', variants: JSON.stringify(variants) })
    expect((await got(photo.thumbnails[0]!.url)).status).toBe(200)
  })

  test('a grid of pictures requested at the same time is one query, beside those of its session and library', async () => {
    const photos = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => customer.upload(`grid-${i}.png`, await png())),
    )
    await server.idle()
    const { images } = await customer.call(contract.getPhotos)
    const grid = images.filter(each => photos.some(({ uploadId }) => uploadId === each.uploadId))
    const queries = vi.spyOn(server.ctx.db, 'selectFrom')
    const token = thumbnail().split('/')[4]!
    const answers = await Promise.all(
      grid.map(each => server.app.http.inject({ url: `/media/${token}/${each.imageId}/300` })),
    )
    expect(answers.map(each => each.statusCode)).toEqual(Array(12).fill(200))
    expect(queries.mock.calls.length).toBeLessThanOrEqual(4)
    queries.mockRestore()
  })
})
