import { randomUUID } from 'node:crypto'
import { expect, request } from '@playwright/test'
import { addAlbumPhotos, createAlbum, getAlbums } from '#contract/albums.ts'
import { createDownload, getDownloads } from '#contract/downloads.ts'
import { createExport, getExports } from '#contract/exports.ts'
import { deletePhotos, getPhotos, restorePhotos } from '#contract/photos.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#sandbox/demo/customers.ts'
import type { Client } from '#server/testing/client.ts'
import { signIn } from '../browser/fixtures/customer.ts'

/** Adds albums, archives and an export to the demo library and moves some photos to the bin; returns how to restore them. */
export async function prepareLibrary(origin: string): Promise<() => Promise<void>> {
  const client = await signInAsDemo(origin)
  const { images } = await client.call(getPhotos)
  const ids = images.map(image => image.imageId)
  if (ids.length === 0) return async () => {}
  await createArchives(client, images)
  await createAlbums(client, ids)
  await createReadyExport(client)
  const binnedIds = ids.filter((_, index) => index % 9 === 4).slice(0, 8)
  await client.call(deletePhotos, { body: { photoIds: binnedIds } })
  return async () => {
    await (await signInAsDemo(origin)).call(restorePhotos, { body: { photoIds: binnedIds } })
  }
}

/** Signs in as the owner of the demo library. */
export async function signInAsDemo(origin: string): Promise<Client> {
  const browser = await request.newContext({ baseURL: origin })
  const { client } = await signIn(browser, origin, { email: DEMO_SIGN_INS[0], password: DEMO_PASSWORD })
  await browser.dispose()
  return client
}

async function createReadyExport(client: Client): Promise<void> {
  await client.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  await expect
    .poll(async () => (await client.call(getExports)).items[0]?.status, { timeout: 20_000 })
    .toBe('READY')
}

async function createArchives(client: Client, images: { imageId: string; ownerId: string }[]): Promise<void> {
  if ((await client.call(getDownloads)).items.length > 0) return
  const photos = images.map(({ imageId, ownerId }) => ({ photoId: imageId, ownerId }))
  for (const [name, count] of [
    ['Summer', 24],
    [undefined, 3],
  ] as const)
    await client.call(createDownload, { body: { id: randomUUID(), photos: photos.slice(0, count), name } })
  await expect
    .poll(async () => (await client.call(getDownloads)).items.map(item => item.state), { timeout: 20_000 })
    .toEqual(['ready', 'ready'])
}

/** Creates a large, an empty and a long-named album; idempotent, so that a data directory can be used again. */
async function createAlbums(client: Client, ids: readonly string[]): Promise<void> {
  const existing = (await client.call(getAlbums)).albums.map(({ albumName }) => albumName)
  for (const { name, from, to } of ALBUMS) {
    if (existing.includes(name)) continue
    const { albumId } = await client.call(createAlbum, { body: { name } })
    const photoIds = ids.slice(from, to)
    if (photoIds.length > 0)
      await client.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  }
}

const ALBUMS = [
  { name: 'New ideas', from: 0, to: 0 },
  { name: 'Grandma’s eightieth birthday, with everybody who came from far away', from: 60, to: 90 },
  { name: 'Summer by the sea', from: 0, to: 48 },
]
