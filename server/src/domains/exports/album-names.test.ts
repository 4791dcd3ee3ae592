import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import type { ReadyExport } from '#contract/exports.ts'
import { jobs } from '../../app.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg, padJpeg } from '../../testing/pictures.ts'
import { importSharedAlbums } from '../shared-albums/index.ts'
import { createReadyExport, downloadZips, upload } from './testing/library.ts'

const LIMIT = 100_000

let statements = 0
/** Its worker counts the statements that name a table of albums. */
const server = closeAfterAll(await testServer({ work: false, config: { exportChunkBytes: LIMIT } }))
const db = server.ctx.db.withPlugin({
  transformQuery({ node }) {
    if (/"name":"album|(from|join|into|update) album/.test(JSON.stringify(node))) statements++
    return node
  },
  transformResult: async ({ result }) => result,
})
await server.ctx.jobs.work({ ...server.ctx, db }, jobs)

/** Files that fill a zip each: taken in one month, or each in another. */
const createFiles = (count: number, bytes: number, monthOf: (index: number) => number) =>
  Promise.all(
    Array.from({ length: count }, async (_, index): Promise<[string, Buffer]> => {
      const month = String(monthOf(index)).padStart(2, '0')
      return [`${index}.jpg`, padJpeg(await jpeg({ taken: `2024:${month}:03 10:00:${10 + index}` }), bytes)]
    }),
  )

async function addAlbum(customer: Client, name: string, photoIds: string[]): Promise<void> {
  const { albumId } = await customer.call(createAlbum, { body: { name } })
  await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
}

/** Imports a shared album of `owner` with a photo of a participant. */
async function importSharedAlbum(owner: Client, participant: Client, photoId: string): Promise<void> {
  const album = {
    albumId: randomUUID(),
    name: 'Shared',
    owner: owner.email,
    participants: [participant.email],
    created: '2021-08-01T10:00:00Z',
    photos: [{ owner: participant.email, photoId }],
  }
  const report = await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums: [album] }))
  expect(report).toMatchObject({ problems: [], albums: [{ outcome: 'created' }] })
}

/** Exports the library; returns the albums in the lists of its zips by the photo's name as uploaded, and the statements. */
async function exportAlbums(customer: Client) {
  const before = statements
  const ready: ReadyExport = await createReadyExport(server, customer)
  const counted = statements - before
  const albums: Record<string, string[]> = {}
  for (const zip of await downloadZips(customer, ready))
    for (const photo of JSON.parse(zip.get('manifest.json')!.toString()).photos)
      albums[photo.originalName] = photo.albums
  return { chunks: ready.chunks.length, albums, statements: counted }
}

describe('RV-715 albums of exported photos', () => {
  test('are read by as many statements for many chunks, months and albums as for one of each', async () => {
    const [small, large] = [await server.customer(), await server.customer()]
    const [photoId] = await upload(server, small, await createFiles(1, 20_000, () => 1))
    await addAlbum(small, 'Album', [photoId!])
    const photoIds = await upload(server, large, await createFiles(6, 90_000, index => index + 1))
    for (let album = 0; album < 20; album++) await addAlbum(large, `Album ${album}`, photoIds)
    const one = await exportAlbums(small)
    const many = await exportAlbums(large)
    expect([one.chunks, many.chunks]).toEqual([1, 6])
    expect(Object.values(many.albums).map(names => names.length)).toEqual([20, 20, 20, 20, 20, 20])
    expect(one.statements).toBeGreaterThan(0)
    expect(many.statements).toBe(one.statements)
  })

  test('are listed in every chunk by name, equal names twice; photos in none have an empty list', async () => {
    const customer = await server.customer()
    const [a, b, c] = await upload(server, customer, await createFiles(4, 90_000, index => 1 + (index >> 1)))
    await addAlbum(customer, 'Trip 10', [a!, c!])
    await addAlbum(customer, 'Trip 9', [c!, a!, b!])
    await addAlbum(customer, 'öland', [c!])
    await addAlbum(customer, 'Oslo', [c!])
    await addAlbum(customer, 'Oslo', [c!])
    expect(await exportAlbums(customer)).toMatchObject({
      chunks: 4,
      albums: {
        '0.jpg': ['Trip 9', 'Trip 10'],
        '1.jpg': ['Trip 9'],
        '2.jpg': ['öland', 'Oslo', 'Oslo', 'Trip 9', 'Trip 10'],
        '3.jpg': [],
      },
    })
  })

  test("are the customer's own: an album of another, to which they contributed the photo, is not listed", async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const [photoId] = await upload(server, customer, await createFiles(1, 20_000, () => 1))
    await addAlbum(customer, 'Own', [photoId!])
    await importSharedAlbum(other, customer, photoId!)
    expect((await exportAlbums(customer)).albums).toEqual({ '0.jpg': ['Own'] })
  })
})
