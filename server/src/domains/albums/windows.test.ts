import { expect, test } from 'vitest'
import * as contract from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import * as photos from '#contract/photos.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findAlbumCountErrors, findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { createRandom, type Random } from '../../testing/random.ts'

const ROUNDS = Number(process.env.MODEL_ROUNDS ?? 8)
/** Windows of one customer that each do something at the same moment. */
const WINDOWS = 24
const POOL = 10
const ALBUMS = `${SERVICES.photoManagement}/albums`
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))

/** One step of a window; accepts every answer except server errors. */
async function act(customer: Client, random: Random, pictures: Buffer[], all: string[], albums: string[]) {
  const send = async (method: string, path: string, body: object) => {
    const answer = await customer.fetch(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return [method, path, answer.status, await answer.text()]
  }
  const ids = random.sample(all, 0.5)
  const photoIds = ids.length > 0 ? ids : all.slice(0, 1)
  const album = random.pick(albums)
  const kind = random.integer(100)
  if (kind < 20) return send('DELETE', `${SERVICES.photoManagement}/photos`, { photoIds })
  if (kind < 40) return send('POST', `${SERVICES.photoManagement}/bin/restore`, { photoIds })
  if (kind < 55) {
    const selection = { photoIds, albums: random.sample(albums, 0.3).map(albumId => ({ albumId })) }
    return send('POST', `${ALBUMS}/${album}/photos`, { selection })
  }
  if (kind < 65) return send('DELETE', `${ALBUMS}/${album}/photos`, { photoIds })
  if (kind < 75) return send('PATCH', `${ALBUMS}/${album}`, { coverPhotoId: random.pick(all) })
  if (kind < 78) return send('DELETE', `${ALBUMS}/${album}`, {})
  if (kind < 85) return send('POST', ALBUMS, { name: 'Another' })
  const bytes = random.pick(pictures)
  const created = await customer.createUpload('a.jpg', bytes.length, { albumId: album })
  if (created.status !== 201) return ['POST', 'upload', created.status, await created.text()]
  const sent = await customer.patch(created.headers.get('location')!, 0, bytes)
  return ['PATCH', 'upload', sent.status, await sent.text()]
}

test(`P5 P9 ${WINDOWS} windows of one customer change albums and photos at once: nothing fails, every count is right`, async () => {
  const customer = await server.customer()
  const random = createRandom(Number(process.env.MODEL_SEED ?? 1888))
  const base = await jpeg({ width: 40, height: 30 })
  const pictures = Array.from({ length: POOL }, () => padJpeg(base, base.length + 20))
  for (const [i, bytes] of pictures.entries()) await customer.upload(`${i}.jpg`, bytes)
  const all = (await customer.call(photos.getPhotos)).images.map(image => image.imageId)
  const failed: unknown[] = []
  let succeeded = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['One', 'Two', 'Three', 'Four'])
      await customer.call(contract.createAlbum, { body: { name } })
    const { albums } = await customer.call(contract.getAlbums, { query: { limit: 100 } })
    const answers = await Promise.all(
      Array.from({ length: WINDOWS }, () =>
        act(
          customer,
          random,
          pictures,
          all,
          albums.map(album => album.albumId),
        ),
      ),
    )
    succeeded += answers.filter(([, , status]) => Number(status) < 300).length
    failed.push(...answers.filter(([, , status]) => Number(status) >= 500))
    expect(await findAlbumCountErrors(server.ctx, customer.accountId)).toEqual([])
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  }
  expect(failed).toEqual([])
  // Where a window deletes an album, the others are answered 404.
  expect(succeeded).toBeGreaterThan((ROUNDS * WINDOWS) / 3)
  await server.idle()
})
