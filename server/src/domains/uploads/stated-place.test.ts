import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { searchPhotos } from '#contract/photo-search.ts'
import { getPhotos } from '#contract/photos.ts'
import { getPhotoPlace, getPlaceChoice, removePhotoPlace, updatePlaceChoice } from '#contract/places.ts'
import { getSharedAlbumPhotos } from '#contract/shared-albums.ts'
import { findRow, listColumns, notNull } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { importSharedAlbums } from '../shared-albums/index.ts'

const ZERMATT = { lat: 46.0207, lon: 7.7491 }
const PARIS = { latitude: 48.8584, longitude: 2.2945 }
const OCEAN = { latitude: -0.5, longitude: -30.25 }
const NULL_ISLAND = { latitude: 0, longitude: 0 }

let customer: Client
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
afterEach(() => vi.restoreAllMocks())
beforeEach(async () => {
  customer = await server.customer()
})

const turn = async (isOn: boolean) => {
  await customer.call(updatePlaceChoice, { body: { isOn } })
  await server.idle()
}
const toMetadata = (companion: unknown) => ({
  companion: Buffer.from(JSON.stringify(companion)).toString('base64url'),
})
async function readPhoto(name = 'beach.jpg') {
  await server.idle()
  const { images } = await customer.call(getPhotos)
  const id = images.find(({ localFileName }) => localFileName === name)!.imageId
  const { town } = await customer.call(getPhotoPlace, { params: { id } })
  return { id, town: town?.name }
}

async function upload(companion: unknown, position?: { latitude: number; longitude: number }) {
  const bytes = await jpeg(position ? { position } : {})
  const { response } = await customer.upload('beach.jpg', bytes, toMetadata(companion))
  expect(response.status).toBe(204)
  return readPhoto()
}

/** Creates an upload; the returned function sends its bytes and returns the town of the photo. */
async function beginUpload(companion: unknown, name?: string) {
  const bytes = await jpeg()
  const created = await customer.createUpload(name ?? 'beach.jpg', bytes.length, toMetadata(companion))
  return async () => {
    const { status } = await customer.patch(created.headers.get('location')!, 0, bytes)
    expect(status).toBe(204)
    return (await readPhoto(name)).town
  }
}

/** All rows of the account that an upload writes, and the towns, as text. */
async function readStored(): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    select row_to_json(u)::text as row from uploads u where account_id = ${customer.accountId}
    union all select row_to_json(f)::text from photo_facts f where account_id = ${customer.accountId}
    union all select row_to_json(p)::text from photos p where account_id = ${customer.accountId}
    union all select row_to_json(t)::text from towns t`.execute(server.ctx.db)
  return rows.map(({ row }) => row).join('\n')
}
const countStated = async () =>
  (
    await listColumns(
      server.ctx.db,
      'uploads',
      { account_id: customer.accountId, stated_place_id: notNull },
      ['upload_id'],
    )
  ).length

describe('NX-216 NX-245 the position of a companion', () => {
  test('while places are on, gives a photo without a position its town; only that is stored', async () => {
    await turn(true)
    const send = await beginUpload({ place: ZERMATT })
    expect(await countStated()).toBe(1)
    expect(await readStored()).not.toMatch(/46[.,]02|7[.,]749/)
    expect(await send()).toBe('Zermatt')
    expect(await countStated()).toBe(0)
    expect(await readStored()).not.toMatch(/46[.,]02|7[.,]749/)
    for (const place of ['2657928', 'country:CH'])
      expect((await customer.call(searchPhotos, { query: { place: [place] } })).images).toHaveLength(1)
    expect(await customer.call(getPlaceChoice)).toMatchObject({ withPosition: 0, withTown: 1 })
  })

  test('while places are off, it is ignored, also when they are turned on later', async () => {
    const send = await beginUpload({ place: ZERMATT })
    expect(await countStated()).toBe(0)
    await turn(true)
    expect(await send()).toBeUndefined()
    expect(await readStored()).not.toMatch(/46[.,]02|7[.,]749/)
  })

  test('turned off before the photo is added, it has none; turned on again neither', async () => {
    await turn(true)
    const sendOff = await beginUpload({ place: ZERMATT }, 'off.jpg')
    const sendOn = await beginUpload({ place: ZERMATT }, 'on.jpg')
    expect(await countStated()).toBe(2)
    await turn(false)
    expect(await countStated()).toBe(0)
    expect(await sendOff()).toBeUndefined()
    await turn(true)
    expect(await sendOn()).toBeUndefined()
  })

  test.each([
    ['off', [false]],
    ['off and on again', [false, true]],
  ])('turned %s while its bytes are stored, it has none', async (_, choices) => {
    await turn(true)
    const send = await beginUpload({ place: ZERMATT })
    const { staging } = server.ctx.blobs
    const { commit } = staging
    vi.spyOn(staging, 'commit').mockImplementationOnce(async (...args) => {
      for (const isOn of choices) await customer.call(updatePlaceChoice, { body: { isOn } })
      return commit.apply(staging, args)
    })
    expect(await send()).toBeUndefined()
    await turn(true)
    expect((await readPhoto()).town).toBeUndefined()
  })

  test('turned off, the town is deleted like all others', async () => {
    await turn(true)
    expect((await upload({ place: ZERMATT })).town).toBe('Zermatt')
    await turn(false)
    expect((await readPhoto()).town).toBeUndefined()
    expect(await customer.call(getPlaceChoice)).toMatchObject({ withTown: 0 })
    expect(await readStored()).not.toContain('"place_id":2657928,"country"')
  })

  test.each([
    ['a town', PARIS, 'Paris'],
    ['no town near', OCEAN, undefined],
    ['0°, 0°, which is no position', NULL_ISLAND, 'Zermatt'],
  ])('the position of the file counts: %s', async (_, position, town) => {
    await turn(true)
    expect((await upload({ place: ZERMATT }, position)).town).toBe(town)
    expect(await countStated()).toBe(0)
  })

  test('far from any town, it is none', async () => {
    await turn(true)
    expect((await upload({ place: { lat: -0.5, lon: -30.25 } })).town).toBeUndefined()
  })

  test.each([
    ['not on earth', { lat: 90.1, lon: 7 }],
    ['0°, 0°', { lat: 0, lon: 0 }],
    ['half', { lat: 46 }],
    ['of texts', { lat: '46', lon: '7.7' }],
    ['a text', '46.0,7.7'],
    ['null', null],
  ])('one that is %s is ignored, and the rest of the companion counts', async (_, place) => {
    await turn(true)
    expect((await upload({ place, title: 'Opa' })).town).toBeUndefined()
    const { title } = (await findRow(server.ctx.db, 'photos', { account_id: customer.accountId }, ['title']))!
    expect(title).toBe('Opa')
  })

  test('NX-218 a removed place stays removed, also when the photo is sent again', async () => {
    await turn(true)
    const bytes = await jpeg()
    await customer.upload('beach.jpg', bytes, toMetadata({ place: ZERMATT }))
    const { id, town } = await readPhoto()
    expect(town).toBe('Zermatt')
    await customer.call(removePhotoPlace, { params: { id } })
    await customer.upload('beach.jpg', bytes, toMetadata({ place: ZERMATT }))
    expect(await readPhoto()).toEqual({ id, town: undefined })
    expect(await countStated()).toBe(0)
  })

  test('a shared album shows none', async () => {
    await turn(true)
    const { id, town } = await upload({ place: ZERMATT })
    expect(town).toBe('Zermatt')
    const guest = await server.customer()
    const albumId = randomUUID()
    const album = {
      albumId,
      name: 'Alps',
      owner: customer.email,
      participants: [guest.email],
      created: '2020-01-01T00:00:00Z',
      photos: [{ owner: customer.email, photoId: id }],
    }
    await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums: [album] }))
    const page = await guest.call(getSharedAlbumPhotos, { params: { id: albumId } })
    expect(page.images).toHaveLength(1)
    expect(JSON.stringify(page)).not.toMatch(/Zermatt|2657928|46[.,]02/)
    expect((await guest.expectError(getPhotoPlace, { params: { id } })).status).toBe(404)
  })

  test('is deleted with a refused upload', async () => {
    await turn(true)
    const { response } = await customer.upload(
      'beach.jpg',
      Buffer.from('no picture'),
      toMetadata({ place: ZERMATT }),
    )
    expect(response.status).toBe(415)
    expect(await countStated()).toBe(0)
  })
})
