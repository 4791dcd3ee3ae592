import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum, deleteAlbum, getAlbumPhotos } from '#contract/albums.ts'
import type { Input } from '#contract/endpoint.ts'
import {
  changePhotoDates,
  getDateChange,
  type KnownDate,
  previewPhotoDates,
  undoDateChange,
} from '#contract/photo-dates.ts'
import { deletePhotos, getPhotos, getTimeline, type Image } from '#contract/photos.ts'
import { change } from '../../context.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { findMonthCountErrors } from '../../testing/consistency-checks.ts'
import { testServer } from '../../testing/harness.ts'
import { insertPhotoRows } from '../../testing/photo-rows.ts'
import { jpeg } from '../../testing/pictures.ts'
import { isProof } from '../../testing/sample.ts'
import { openSocket } from '../../testing/sockets.ts'
import { cleanUpDateChangesJob } from './job-kinds.ts'

const DAY = 86_400_000
const AUGUST: KnownDate = { precision: 'month', year: 1974, month: 8 }

let customer: Client
const server = closeAfterAll(await testServer({ config: { rateLimits: false } }))
beforeEach(async () => {
  customer = await server.customer()
})

async function add(files: Record<string, Parameters<typeof jpeg>[0]>): Promise<Record<string, string>> {
  for (const [name, options] of Object.entries(files)) {
    await customer.upload(name, await jpeg(options))
    server.clock.advance(1000)
  }
  const images = await list()
  return Object.fromEntries(images.map(image => [image.localFileName, image.imageId]))
}

const list = async (): Promise<Image[]> =>
  (await customer.call(getPhotos, { query: { sortOrder: 'asc' } })).images
const names = async () => (await list()).map(image => image.localFileName)
const dates = async () =>
  Object.fromEntries(
    (await list()).map(image => [
      image.localFileName,
      [image.dateTaken, image.dateTakenPrecision, image.dateTakenSource],
    ]),
  )
const request = (photoIds: string[], wanted: Partial<Input<typeof changePhotoDates>['body']>) =>
  customer.call(changePhotoDates, { body: { requestId: randomUUID(), selection: { photoIds }, ...wanted } })
const readRows = async () =>
  (
    await sql`select photo_id, taken_at, taken_offset, taken_source, taken_precision, taken_sort, taken_unknown,
        taken_month from photos where account_id = ${customer.accountId} order by photo_id`.execute(
      server.ctx.db,
    )
  ).rows

describe('NX-237 set date', () => {
  test('scans stand in their month in the order of their numbers, in the library, its months and albums', async () => {
    const ids = await add({
      'scan 10.jpg': {},
      'scan 2.jpg': {},
      'scan 1.jpg': { taken: '2024:05:03 14:15:00' },
      'other.jpg': { taken: '1974:08:20 10:00:00' },
    })
    const { albumId } = await customer.call(createAlbum, { body: { name: 'Garden' } })
    await customer.call(addAlbumPhotos, {
      params: { id: albumId },
      body: { photoIds: Object.values(ids) },
    })
    const scans = ['scan 10.jpg', 'scan 2.jpg', 'scan 1.jpg'].map(name => ids[name]!)
    expect(await request(scans, { set: AUGUST })).toMatchObject({
      state: 'done',
      photos: 3,
      done: 3,
      skipped: 0,
      months: [{ year: 1974, month: 8, undated: false }],
    })
    expect(await customer.call(getTimeline)).toEqual({ '1974': { '8': 4 } })
    expect(await names()).toEqual(['scan 1.jpg', 'scan 2.jpg', 'scan 10.jpg', 'other.jpg'])
    const album = await customer.call(getAlbumPhotos, {
      params: { id: albumId },
      query: { sortKey: 'dateTaken', sortOrder: 'asc' },
    })
    expect(album.images.map(image => image.localFileName)).toEqual(await names())
    expect((await dates())['scan 2.jpg']).toEqual(['1974-08-01T00:00:00', 'month', 'customer'])
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test.each<[KnownDate, string, string | undefined]>([
    [{ precision: 'year', year: 1974 }, '1974-01-01T00:00:00', 'year'],
    [{ precision: 'day', year: 1974, month: 8, day: 12 }, '1974-08-12T00:00:00', 'day'],
    [{ precision: 'second', year: 1974, month: 8, day: 12, time: '15:30' }, '1974-08-12T15:30:00', undefined],
    [{ precision: 'month', year: 1970, month: 1 }, '1970-01-01T00:00:00', 'month'],
  ])('%o is %s', async (set, at, precision) => {
    const { 'a.jpg': id } = await add({ 'a.jpg': {} })
    await request([id!], { set })
    expect((await dates())['a.jpg']).toEqual([at, precision, 'customer'])
    const list = await customer.call(getTimeline, { query: { form: 'list' } })
    expect(list).toMatchObject({ months: [{ year: set.year, month: set.month ?? 1, undated: false }] })
  })

  test.each<[string, object]>([
    ['30 February', { set: { precision: 'day', year: 1974, month: 2, day: 30 } }],
    ['before photography', { set: { precision: 'year', year: 1825 } }],
    ['after tomorrow', { set: { precision: 'year', year: 2199 } }],
    ['a month without its number', { set: { precision: 'month', year: 1974 } }],
    ['a year with a day', { set: { precision: 'year', year: 1974, day: 3 } }],
    ['two wishes', { set: AUGUST, reset: true }],
    ['none', {}],
    ['a shift by nothing', { shift: { minutes: 0 } }],
    ['a shift by 60 years', { shift: { minutes: 60 * 366 * 1440 } }],
  ])('%s is refused', async (_what, wanted) => {
    const { 'a.jpg': id } = await add({ 'a.jpg': {} })
    const answer = await customer.expectError(changePhotoDates, {
      body: { requestId: randomUUID(), selection: { photoIds: [id!] }, ...wanted },
    })
    expect(answer.status).toBe(400)
  })

  test('RV-1283 until the end of the day from now, which is today in every zone, a date is possible, and no minute later', async () => {
    const { 'a.jpg': id } = await add({ 'a.jpg': {} })
    const select = (minutes: number): Partial<Input<typeof changePhotoDates>['body']> => {
      const at = new Date(server.clock.now().getTime() + DAY + minutes * 60_000).toISOString()
      const [year, month, day] = at.slice(0, 10).split('-').map(Number)
      return { set: { precision: 'second', year: year!, month: month!, day: day!, time: at.slice(11, 16) } }
    }
    await request([id!], select(0))
    const body = { requestId: randomUUID(), selection: { photoIds: [id!] }, ...select(1) }
    expect((await customer.expectError(changePhotoDates, { body: body as never })).status).toBe(400)
  })

  test('each open page of the customer hears of it, and of its undo; that of a neighbour does not', async () => {
    const { 'a.jpg': id } = await add({ 'a.jpg': {} })
    const neighbour = await server.customer()
    const [own, other] = await Promise.all(
      [customer, neighbour].map(({ token }) => openSocket(server.origin, '/api/push/library', token)),
    )
    const isChange = (message: unknown) => (message as { type?: string }).type === 'photo-dates-changed'
    const { changeId } = await request([id!], { set: AUGUST })
    await own!.next(isChange)
    await customer.call(undoDateChange, { params: { id: changeId! } })
    await expect.poll(() => own!.received.filter(isChange)).toHaveLength(2)
    expect(other!.received.filter(isChange)).toEqual([])
    for (const socket of [own!, other!]) socket.close()
  })

  test('photos of others and of the bin are not changed', async () => {
    const { 'a.jpg': id } = await add({ 'a.jpg': { taken: '2024:05:03 14:15:00' } })
    const other = await server.customer()
    const body = { requestId: randomUUID(), selection: { photoIds: [id!] }, set: AUGUST }
    expect((await other.expectError(changePhotoDates, { body })).status).toBe(404)
    await customer.call(deletePhotos, { body: { photoIds: [id!] } })
    expect((await customer.expectError(changePhotoDates, { body })).status).toBe(404)
  })

  test('photos that have the date already are chosen, but not changed', async () => {
    const ids = Object.values(await add({ 'a.jpg': {}, 'b.jpg': {} }))
    await request(ids.slice(0, 1), { set: AUGUST })
    expect(await request(ids, { set: AUGUST })).toMatchObject({ photos: 2, done: 1, skipped: 0 })
    expect(await request(ids, { set: AUGUST })).toMatchObject({ photos: 2, done: 0, skipped: 0 })
  })

  test('a repeated request changes nothing and has the first answer, although its album is gone', async () => {
    const { 'a.jpg': id } = await add({ 'a.jpg': { taken: '2024:05:03 14:15:00' } })
    const { albumId } = await customer.call(createAlbum, { body: { name: 'Garden' } })
    await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds: [id!] } })
    const body = {
      requestId: randomUUID(),
      selection: { albums: [{ albumId, except: [] }] },
      shift: { minutes: 60 },
    }
    const first = await customer.call(changePhotoDates, { body })
    expect(await customer.call(changePhotoDates, { body })).toEqual(first)
    await customer.call(deleteAlbum, { params: { id: albumId } })
    expect(await customer.call(changePhotoDates, { body })).toEqual(first)
    expect((await dates())['a.jpg']![0]).toBe('2024-05-03T15:15:00')
  })
})

describe('NX-238 shift', () => {
  test('moves exact times and leaves out what has none; the zone stays', async () => {
    const ids = await add({
      'a.jpg': { taken: '2024:05:31 23:30:00', offset: '+02:00' },
      '2024-05-10.jpg': {},
      'undated.jpg': {},
    })
    const wanted = { shift: { minutes: 60 } }
    const selection = { photoIds: Object.values(ids) }
    const preview = await customer.call(previewPhotoDates, { body: { selection, ...wanted } })
    expect(preview).toMatchObject({ photos: 3, shiftable: 1, otherDay: 1, changed: 0 })
    expect([preview.first?.localFileName, preview.last?.localFileName]).toEqual(['a.jpg', 'a.jpg'])
    expect(await request(selection.photoIds, wanted)).toMatchObject({ photos: 3, done: 1, skipped: 2 })
    expect(await dates()).toEqual({
      'a.jpg': ['2024-06-01T00:30:00', undefined, 'customer'],
      '2024-05-10.jpg': ['2024-05-10T00:00:00', 'day', 'name'],
      'undated.jpg': [undefined, undefined, undefined],
    })
    expect((await list()).find(image => image.localFileName === 'a.jpg')?.dateTakenOffset).toBe(120)
    await request([ids['2024-05-10.jpg']!], { shift: { minutes: -1440 } })
    expect((await dates())['2024-05-10.jpg']).toEqual(['2024-05-09T00:00:00', 'day', 'customer'])
  })

  test('only photos of one camera', async () => {
    const taken = '2024:05:03 14:15:00'
    const ids = await add({
      'canon.jpg': { taken, camera: { make: 'Canon', model: 'Canon EOS R5' } } as object,
      'other.jpg': { taken, camera: { make: 'NIKON CORPORATION', model: 'D90' } } as object,
    })
    const selection = { photoIds: Object.values(ids) }
    const preview = await customer.call(previewPhotoDates, { body: { selection } })
    expect(preview.cameras.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'Canon EOS R5', photos: 1 },
      { name: 'Nikon D90', photos: 1 },
    ])
    const answer = await request(selection.photoIds, { shift: { minutes: 60 }, onlyCamera: 'Canon EOS R5' })
    expect(answer).toMatchObject({ photos: 1, done: 1, skipped: 0 })
    expect((await dates())['other.jpg']![0]).toBe('2024-05-03T14:15:00')
    expect((await dates())['canon.jpg']![0]).toBe('2024-05-03T15:15:00')
  })
})

describe('NX-239 undo and reset', () => {
  test('undo restores every column, twice; what has another date since keeps it', async () => {
    const ids = await add({
      'a.jpg': { taken: '2024:05:03 14:15:00', offset: '+02:00', subSecond: '25' },
      'b.jpg': {},
      'c.jpg': { taken: '2024:05:04 14:15:00' },
    })
    const before = await readRows()
    const { changeId } = await request(Object.values(ids), { set: AUGUST })
    await request([ids['c.jpg']!], { set: { precision: 'year', year: 1980 } })
    const undo = () => customer.call(undoDateChange, { params: { id: changeId } })
    expect(await undo()).toMatchObject({ state: 'undone', undone: 2, kept: 1 })
    expect(await undo()).toMatchObject({ state: 'undone', undone: 2, kept: 1 })
    expect(await customer.call(getTimeline)).toEqual({
      '2024': { '5': 1 },
      '1980': { '1': 1 },
      '1970': { '1': 1 },
    })
    await request([ids['c.jpg']!], { reset: true })
    expect(await readRows()).toEqual(before)
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
  })

  test('it ends after 30 days, and is nobody else’s', async () => {
    const { 'a.jpg': id } = await add({ 'a.jpg': {} })
    const { changeId } = await request([id!], { set: AUGUST })
    const params = { id: changeId }
    const other = await server.customer()
    for (const endpoint of [getDateChange, undoDateChange])
      expect((await other.expectError(endpoint, { params })).status).toBe(404)
    expect(await customer.call(getDateChange, { params })).toMatchObject({ state: 'done' })
    server.clock.advance(31 * DAY)
    await change(server.ctx, tx => server.ctx.jobs.send(tx, cleanUpDateChangesJob, [{}]))
    await server.idle()
    for (const table of ['changed_dates', 'date_changes'])
      expect(
        (
          await sql`select 1 from ${sql.table(table)} where account_id = ${customer.accountId}`.execute(
            server.ctx.db,
          )
        ).rows,
      ).toEqual([])
  })
})

describe('NX-239 many photos', () => {
  test.runIf(isProof)(
    'more than 2,000 are shifted by a job and undone by one, with exact months',
    async () => {
      await insertPhotoRows(server.ctx, customer.accountId, 2500)
      const before = await readRows()
      const timeline = await customer.call(getTimeline)
      const months = Object.entries(timeline).flatMap(([year, counts]) =>
        Object.keys(counts).map(month => ({ year: Number(year), month: Number(month), except: [] })),
      )
      const requestId = randomUUID()
      const response = await customer.send(changePhotoDates, {
        body: { requestId, selection: { months }, shift: { minutes: 45 * 1440 } },
      })
      expect(response.status).toBe(202)
      await server.idle()
      const params = { id: requestId }
      expect(await customer.call(getDateChange, { params })).toMatchObject({
        state: 'done',
        photos: 2500,
        done: 2500,
      })
      expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
      expect(await customer.call(getTimeline)).not.toEqual(timeline)
      expect((await customer.send(undoDateChange, { params })).status).toBe(202)
      await server.idle()
      expect(await customer.call(getDateChange, { params })).toMatchObject({ state: 'undone', undone: 2500 })
      expect(await readRows()).toEqual(before)
      expect(await customer.call(getTimeline)).toEqual(timeline)
      expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
    },
  )
})

describe('NX-240 suggestions', () => {
  test('RV-1146 from names and folders, then neighbours, with the number of photos each concerns', async () => {
    const ids = await add({
      'Photo 03.05.24 a.jpg': {},
      'Photo 03.05.24 b.jpg': {},
      'Garden 1974.jpg': {},
      'Kitchen.jpg': {},
    })
    await add({ 'neighbour.jpg': { taken: '1975:02:03 10:00:00' } })
    await sql`update photos set folder = 'Sommer 74' where account_id = ${customer.accountId} and file_name = 'Kitchen.jpg'`.execute(
      server.ctx.db,
    )
    const { suggestions } = await customer.call(previewPhotoDates, {
      body: { selection: { photoIds: Object.values(ids) } },
    })
    expect(suggestions).toEqual([
      {
        kind: 'name',
        source: expect.stringContaining('Photo 03.05.24'),
        precision: 'day',
        year: 2024,
        month: 5,
        day: 3,
        photos: 2,
      },
      expect.objectContaining({ precision: 'year', year: 1974, photos: 1 }),
      expect.objectContaining({ precision: 'year', year: 1974, photos: 1 }),
      { kind: 'neighbours', source: null, precision: 'month', year: 1975, month: 2, photos: 4 },
    ])
    expect(
      suggestions
        .slice(1, 3)
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['folder', 'name'])
  })

  test('RV-1146 scans are never suggested the time of adding: names come first, then a month before it', async () => {
    const suggest = async (ids: Record<string, string>) => {
      const body = { selection: { photoIds: Object.values(ids) } }
      const { suggestions } = await customer.call(previewPhotoDates, { body })
      return suggestions.map(({ kind, year, month, day, photos }) => [kind, year, month, day, photos])
    }
    const now = server.clock.now()
    const [today, thisMonth] = [now.toISOString().slice(0, 10), now.getUTCMonth() + 1]
    const camera = { make: 'Maker', model: 'Model' }
    const taken = JSON.stringify({ takenAt: `${today}T08:00:00` })
    const companion = Buffer.from(taken).toString('base64url')
    const scans = await add({
      'Garden 1974.jpg': {},
      'Kitchen.jpg': {},
      [`Scan ${today.split('-').toReversed().join('.')}.jpg`]: {},
    })
    for (const name of ['a.jpg', 'b.jpg']) await customer.upload(name, await jpeg(), { companion })
    expect(await suggest(scans)).toEqual([['name', 1974, undefined, undefined, 1]])
    // What a camera took may be of the day on which it was added.
    const { 'undated.jpg': undated } = await add({ 'undated.jpg': { camera } })
    expect(await suggest({ undated: undated! })).toEqual([
      ['neighbours', now.getUTCFullYear(), thisMonth, undefined, 1],
    ])
  })

  test('RV-1166 the last change of the file is the last suggestion, unless it is of the days of adding', async () => {
    const addModified = async (name: string, instant: number) =>
      customer.upload(name, await jpeg(), { lastModified: String(instant) })
    const now = server.clock.now().getTime()
    const day = 86_400_000
    await addModified('old.jpg', Date.UTC(2004, 6, 14, 10))
    await addModified('Garden 1974.jpg', Date.UTC(2004, 6, 14, 11))
    await addModified('new.jpg', now)
    await addModified('before.jpg', now - 2 * day)
    const photoIds = (await list()).map(image => image.imageId)
    const { suggestions } = await customer.call(previewPhotoDates, { body: { selection: { photoIds } } })
    const modified = { kind: 'modified', source: null, precision: 'day', year: 2004, month: 7, day: 14 }
    const before = new Date(now - 2 * day)
    const [year, month, dayOfMonth] = [before.getUTCFullYear(), before.getUTCMonth() + 1, before.getUTCDate()]
    expect(suggestions).toEqual([
      { kind: 'name', source: 'Garden 1974.jpg', precision: 'year', year: 1974, photos: 1 },
      { ...modified, photos: 2 },
      { ...modified, year, month, day: dayOfMonth, photos: 1 },
    ])
  })
})
