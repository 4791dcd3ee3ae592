import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { searchPhotos } from '#contract/photo-search.ts'
import { getPhotos } from '#contract/photos.ts'
import {
  getPhotoPlace,
  getPlaceChoice,
  getPlaces,
  removePhotoPlace,
  updatePlaceChoice,
} from '#contract/places.ts'
import { getSearchSuggestions } from '#contract/search-suggestions.ts'
import { createTempSelection } from '#contract/temp-selections.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { completeChoice } from './places.ts'

const PARIS = { latitude: 48.8584, longitude: 2.2945 }
const OCEAN = { latitude: -0.5, longitude: -30.25 }

let customer: Client
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
/** Its jobs do not run by themselves. */
const quiet = closeAfterAll(await testServer({ work: false, config: { rateLimits: false } }))
beforeEach(async () => {
  customer = await server.customer()
})

const add = async (name: string, position?: { latitude: number; longitude: number }) => {
  await customer.upload(name, await jpeg(position ? { position } : {}))
  await server.idle()
  const { images } = await customer.call(getPhotos)
  return images.find(({ localFileName }) => localFileName === name)!.imageId
}
const turn = async (isOn: boolean) => {
  await customer.call(updatePlaceChoice, { body: { isOn } })
  await server.idle()
  return customer.call(getPlaceChoice)
}
const readTown = async (id: string, client = customer) =>
  (await client.call(getPhotoPlace, { params: { id } })).town?.name

/** Everything that the database has of the account's facts and towns, as text. */
async function readStored(): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    select row_to_json(f)::text as row from photo_facts f where account_id = ${customer.accountId}
    union all select row_to_json(p)::text from photos p where account_id = ${customer.accountId}
    union all select row_to_json(t)::text from towns t`.execute(server.ctx.db)
  return rows.map(({ row }) => row).join('\n')
}

test('NX-214 NX-215 NX-216 places are off, and nothing is found, before the customer turns them on; off again all names are deleted', async () => {
  const [before, ocean, none] = [
    await add('paris.jpg', PARIS),
    await add('ocean.jpg', OCEAN),
    await add('none.jpg'),
  ]
  const counts = { photos: 3, withPosition: 2, withTown: 0 }
  expect(await customer.call(getPlaceChoice)).toEqual({ isOn: false, state: 'ready', ...counts })
  expect(await readTown(before)).toBeUndefined()
  expect(await readStored()).not.toContain('"place_id":2')
  for (let repeated = 0; repeated < 2; repeated++)
    expect(await turn(true)).toEqual({ isOn: true, state: 'ready', ...counts, withTown: 1 })
  expect(await Promise.all([before, ocean, none].map(id => readTown(id)))).toEqual([
    'Paris',
    undefined,
    undefined,
  ])
  const after = await add('zermatt.jpg', { latitude: 46.0207, longitude: 7.7491 })
  expect(await customer.call(getPhotoPlace, { params: { id: after } })).toEqual({
    town: { placeId: 2657928, name: 'Zermatt', country: 'CH' },
  })
  // No coordinate is stored, and no answer about photos has a place.
  const stored = await readStored()
  expect(stored).toContain('Paris')
  expect(stored).not.toMatch(/48[.,]858|2[.,]2945/)
  expect(JSON.stringify(await customer.call(getPhotos))).not.toMatch(/Paris|48[.,]858/)
  const other = await server.customer()
  expect((await other.expectError(getPhotoPlace, { params: { id: before } })).status).toBe(404)
  expect(await other.call(getPlaceChoice)).toMatchObject({ isOn: false })
  expect(await turn(false)).toMatchObject({ isOn: false, state: 'ready', withTown: 0 })
  const later = await add('later.jpg', PARIS)
  for (const id of [before, later]) expect(await readTown(id)).toBeUndefined()
  expect(await turn(true)).toMatchObject({ withTown: 3 })
})

describe('NX-215 turned on', () => {
  test('the job makes way for photos that wait for their ingest; off, names are deleted at once all the same', async () => {
    const photo = await add('paris.jpg', PARIS)
    const insertIngest = () =>
      sql`
      insert into photo_ingests (account_id, photo_id, lane, turn, requested_at)
      values (${customer.accountId}, gen_random_uuid(), 'jpeg-png', 1, now())`.execute(server.ctx.db)
    const deleteIngest = () =>
      sql`delete from photo_ingests where account_id = ${customer.accountId}`.execute(server.ctx.db)
    const complete = () => completeChoice(server.ctx, customer.accountId, new AbortController().signal)
    await insertIngest()
    await customer.call(updatePlaceChoice, { body: { isOn: true } })
    await complete()
    expect(await readTown(photo)).toBeUndefined()
    await deleteIngest()
    await complete()
    expect(await readTown(photo)).toBe('Paris')
    await insertIngest()
    expect(await turn(false)).toMatchObject({ isOn: false, state: 'ready', withTown: 0 })
    await deleteIngest()
    expect(await readTown(photo)).toBeUndefined()
  })

  test('the job continues after the process was shut down, or when half its lease has passed', async () => {
    const photo = await add('paris.jpg', PARIS)
    const waiting = { ...server.ctx, clock: server.clock }
    await turn(true)
    for (const interrupt of ['shutdown', 'lease'] as const) {
      await sql`update photo_facts set place_id = null where account_id = ${customer.accountId}`.execute(
        server.ctx.db,
      )
      await sql`update place_choices set state = 'working' where account_id = ${customer.accountId}`.execute(
        server.ctx.db,
      )
      let reads = 0
      const clock = { now: () => new Date(server.clock.now().getTime() + 301_000 * reads++) }
      if (interrupt === 'shutdown') await completeChoice(waiting, customer.accountId, AbortSignal.abort())
      else await completeChoice({ ...waiting, clock }, customer.accountId, new AbortController().signal)
      await server.idle()
      expect(await customer.call(getPlaceChoice)).toMatchObject({ state: 'ready', withTown: 1 })
      expect(await readTown(photo)).toBe('Paris')
    }
  })

  test('off and on again while a step reads, the towns that were deleted meanwhile are found again', async () => {
    const client = await quiet.customer()
    for (const latitude of [48.8584, 48.8585])
      await client.upload(`${latitude}.jpg`, await jpeg({ position: { ...PARIS, latitude } }))
    await sql`delete from photo_ingests`.execute(quiet.ctx.db)
    const choose = (isOn: boolean) => client.call(updatePlaceChoice, { body: { isOn } })
    const complete = (ctx = quiet.ctx) => completeChoice(ctx, client.accountId, new AbortController().signal)
    await choose(true)
    await complete()
    const { images: photos } = await client.call(getPhotos)
    const [passed, next] = photos.map(({ imageId }) => imageId).toSorted()
    // A step that has passed the first photo reads the second.
    await sql`update photo_facts set place_id = null where photo_id = ${next}`.execute(quiet.ctx.db)
    await sql`update place_choices set state = 'working', passed = ${passed} where account_id = ${client.accountId}`.execute(
      quiet.ctx.db,
    )
    let isFirst = true
    const images = {
      ...quiet.ctx.images,
      readPosition: async (...input: Parameters<typeof quiet.ctx.images.readPosition>) => {
        if (isFirst) {
          isFirst = false
          await choose(false)
          await complete()
          quiet.clock.advance(1000)
          await choose(true)
        }
        return quiet.ctx.images.readPosition(...input)
      },
    }
    await complete({ ...quiet.ctx, images })
    expect(await readTown(passed!, client)).toBe('Paris')
    expect(await client.call(getPlaceChoice)).toMatchObject({ state: 'ready', withTown: 2 })
  })

  test('jobs that wait for ingests become one, however many began to wait', async () => {
    const client = await quiet.customer()
    await sql`
      insert into photo_ingests (account_id, photo_id, lane, turn, requested_at)
      values (${client.accountId}, gen_random_uuid(), 'jpeg-png', 1, now())`.execute(quiet.ctx.db)
    await client.call(updatePlaceChoice, { body: { isOn: true } })
    const countJobs = () => quiet.ctx.jobs.countQueued('accountId', client.accountId)
    const before = await countJobs()
    const signal = new AbortController().signal
    const start = Math.ceil(quiet.clock.now().getTime() / 120_000) * 120_000
    quiet.clock.advance(start - quiet.clock.now().getTime() + 1000)
    for (let repeated = 0; repeated < 3; repeated++) {
      await completeChoice(quiet.ctx, client.accountId, signal)
      quiet.clock.advance(20_000)
    }
    expect((await countJobs()) - before).toBe(1)
    await sql`delete from photo_ingests`.execute(quiet.ctx.db)
  })
})

test('NX-218 a removed place stays removed, also when places are turned off and on again', async () => {
  const photo = await add('paris.jpg', PARIS)
  await turn(true)
  for (let repeated = 0; repeated < 2; repeated++)
    await customer.call(removePhotoPlace, { params: { id: photo } })
  expect(await readTown(photo)).toBeUndefined()
  await turn(false)
  expect(await turn(true)).toMatchObject({ withTown: 0 })
  expect(await readTown(photo)).toBeUndefined()
  const foreign = await server.customer()
  const { status } = await foreign.expectError(removePhotoPlace, { params: { id: photo } })
  expect(status).toBe(404)
})

describe('NX-203 NX-215 search by place', () => {
  const suggest = (text: string, locale: 'en-GB' | 'de-DE' = 'en-GB') =>
    customer.call(getSearchSuggestions, { query: { text, locale } })
  const find = async (place: string[]) =>
    (await customer.call(searchPhotos, { query: { place } })).images.map(({ localFileName }) => localFileName)

  test('finds photos by town and country, in every language of the town, only while places are on', async () => {
    await add('munich.jpg', { latitude: 48.1374, longitude: 11.5755 })
    await add('berlin.jpg', { latitude: 52.5163, longitude: 13.3777 })
    await add('zermatt.jpg', { latitude: 46.0207, longitude: 7.7491 })
    expect((await suggest('münchen')).options.filter(({ kind }) => kind === 'place')).toEqual([])
    await turn(true)
    expect((await suggest('münchen', 'de-DE')).options[0]).toMatchObject({
      kind: 'place',
      label: 'München, Deutschland',
      filter: { place: ['2867714'] },
      photos: 1,
    })
    const german = await customer.call(getPlaces, { query: { locale: 'de-AT' } })
    expect(german.towns.map(({ name }) => name).toSorted()).toEqual(['Berlin', 'München', 'Zermatt'])
    expect(await customer.call(getPlaces)).toMatchObject({
      isOn: true,
      towns: [{ photos: 1 }, { photos: 1 }, { photos: 1 }],
    })
    expect((await suggest('munich')).understood.filter).toEqual({ place: ['2867714'] })
    expect((await suggest('Monaco di Baviera')).understood.filter).toEqual({ place: ['2867714'] })
    expect((await suggest('germany')).options[0]).toMatchObject({
      filter: { place: ['country:DE'] },
      photos: 2,
    })
    expect((await find(['country:DE'])).toSorted()).toEqual(['berlin.jpg', 'munich.jpg'])
    expect(await find(['2657928'])).toEqual(['zermatt.jpg'])
    await turn(false)
    expect((await suggest('munich')).options.filter(({ kind }) => kind === 'place')).toEqual([])
    expect(await find(['country:DE'])).toEqual([])
  })

  test('while places are off nothing is named or found, also before the job has deleted the names', async () => {
    const photo = await add('munich.jpg', { latitude: 48.1374, longitude: 11.5755 })
    await turn(true)
    const selection = { filters: [{ filter: { place: ['country:DE'] } }] }
    const select = async () => (await customer.call(createTempSelection, { body: { selection } })).photosCount
    expect([await readTown(photo), await select()]).toEqual(['Munich', 1])
    await sql`update place_choices set is_on = false where account_id = ${customer.accountId}`.execute(
      server.ctx.db,
    )
    expect(await customer.call(getPlaceChoice)).toMatchObject({ withTown: 1 })
    expect(await readTown(photo)).toBeUndefined()
    expect(await customer.call(getPlaces)).toEqual({ isOn: false, towns: [] })
    expect((await suggest('munich')).understood.filter).toEqual({ name: 'munich' })
    expect(await find(['country:DE'])).toEqual([])
    expect(await find(['2867714'])).toEqual([])
    const { status } = await customer.expectError(createTempSelection, { body: { selection } })
    expect(status).toBe(404)
    const missing = await customer.expectError(getPhotoPlace, { params: { id: crypto.randomUUID() } })
    expect(missing.status).toBe(404)
  })
})
