import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { formatFilter, normalizePhotoName, type PhotoFilter } from '#contract/filter-query.ts'
import * as contract from '#contract/photo-search.ts'
import { deletePhotos } from '#contract/photos.ts'
import { updatePlaceChoice } from '#contract/places.ts'
import { ratePrint } from '#contract/print-quality.ts'
import { createTempSelection, getTempSelection } from '#contract/temp-selections.ts'
import type { Context } from '../../context.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { createRandom } from '../../testing/random.ts'
import { readPages } from '../../testing/read-pages.ts'

const SEARCH = `${SERVICES.photoManagement}/photo-search`
const server = closeAfterAll(await testServer({ work: false, config: { rateLimits: false } }))

const PLACES = [
  { place_id: null, country: null },
  { place_id: 2988507, country: 'FR' },
  { place_id: 2759794, country: 'NL' },
  { place_id: 2657928, country: 'CH' },
]

/** Inserts photos as rows, with facts. */
async function insertPhotos({ accountId }: Client, photos: readonly OraclePhoto[]): Promise<void> {
  const rows = JSON.stringify(
    photos.map((photo, i) => ({
      ...photo,
      i,
      name_norm: normalizePhotoName(photo.file_name),
      binned: photo.binned,
    })),
  )
  const { db } = server.ctx
  await sql`
    insert into photos (account_id, photo_id, upload_id, sha256, crc32, size, content_type, file_name, taken_at,
      taken_sort, taken_unknown, taken_precision, taken_month, created_month, created_at, state, width, height, deleted_at)
    select ${accountId}, photo_id, photo_id, md5(photo_id::text) || md5(i::text), i, 1000, content_type, file_name, taken_sort,
      taken_sort, taken_unknown, taken_precision, taken_month, 202406, created_at, 'ready', width, height,
      case when binned then created_at end
    from json_to_recordset(${rows}::json) as photo (photo_id uuid, i int, content_type text, file_name text,
      taken_sort timestamp, taken_unknown bool, taken_precision text, taken_month int, created_at timestamptz, width int,
      height int, binned bool)`.execute(db)
  await sql`
    insert into photo_facts (account_id, photo_id, taken_sort, taken_unknown, taken_precision, taken_month, created_at,
      in_library, camera_id, place_id, country, content_type, width, height, name_norm, kind)
    select ${accountId}, photo_id, taken_sort, taken_unknown, taken_precision, taken_month, created_at, not binned, camera_id, place_id, country,
      content_type, width, height, name_norm, kind
    from json_to_recordset(${rows}::json) as photo (photo_id uuid, content_type text, taken_sort timestamp,
      taken_unknown bool, taken_precision text, taken_month int, created_at timestamptz, width int, height int, binned bool,
      camera_id int, place_id int, country text, name_norm text, kind text)`.execute(db)
}

const NAMES = ['IMG_', 'DSC', 'WhatsApp Image ', 'Ömas Geburtstag ', 'Café 100% ', 'a_b%c ', 'Opa Garten ']

function createPhotos(seed: number, count: number): OraclePhoto[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, i): OraclePhoto => {
    const unknown = random.chance(0.08)
    const precision = random.pick(['second', 'second', 'second', 'day', 'month', 'year'] as const)
    const day = new Date(
      Date.UTC(2016 + random.integer(9), random.integer(12), 1 + random.integer(31), random.integer(24)),
    )
    if (random.chance(0.2)) day.setUTCMonth(11, 23 + random.integer(9))
    if (random.chance(0.1)) day.setTime(Date.UTC(2016 + 4 * random.integer(3), 1, 28 + random.integer(2)))
    const iso = day.toISOString()
    const taken = {
      second: iso.slice(0, 19),
      day: iso.slice(0, 10),
      month: `${iso.slice(0, 7)}-01`,
      year: `${iso.slice(0, 4)}-01-01`,
    }
    const takenSort = taken[precision]
    return {
      photo_id: crypto.randomUUID(),
      file_name: `${random.pick(NAMES)}${String(1000 + i)}.jpg`,
      content_type: random.pick(['image/jpeg', 'image/heic', 'image/png']),
      taken_sort: takenSort.length === 10 ? `${takenSort}T00:00:00` : takenSort,
      taken_unknown: unknown,
      taken_precision: precision,
      taken_month: unknown ? 197001 : Number(takenSort.slice(0, 4)) * 100 + Number(takenSort.slice(5, 7)),
      created_at: new Date(
        Date.UTC(2024, random.integer(12), 1 + random.integer(28), 12, 0, 0, i),
      ).toISOString(),
      width: random.pick([0, 600, 3000, 4000, 9000]),
      // 921 pixels are less than 13 cm at 180 dpi, 922 are not.
      height: random.pick([600, 921, 922, 3000, 3001, 4000]),
      camera_id: random.pick([null, 0, 1, 2]),
      ...random.pick(PLACES),
      kind: random.pick([null, 'photo', 'screenshot']),
      binned: random.chance(0.1),
    }
  })
}

/** Values of each field; a random filter has some of them. */
const CHOICES: Record<string, readonly (string | string[])[]> = {
  date: [
    ['2018'],
    ['2019-12'],
    ['2020-02-29'],
    ['2018-06..2018-08'],
    ['..2017'],
    ['2018-06..2018'],
    ['2019-10..9999-12'],
    ['2023..'],
    ['2018', '2018-12', '2018-12-24'],
  ],
  days: [
    ['christmas'],
    ['new-year'],
    ['easter'],
    ['weekend'],
    ['sun', 'christmas'],
    ['weekend', '06-01..08-31'],
    ['sat', 'sun', 'christmas', '02-20..02-29'],
    ['12-20..01-10'],
    ['06-01..08-31'],
    ['02-01..02-28'],
    ['02-28..02-28'],
    ['02-20..02-29'],
  ],
  undated: ['true'],
  place: [['2988507'], ['country:NL'], ['2657928', 'country:FR']],
  camera: [['0'], ['1', '2']],
  shape: [['landscape'], ['upright', 'square'], ['panorama']],
  print: ['30x42', '10x15', '13x18', '60x40'],
  type: [['heic'], ['screenshot', 'png']],
  name: [
    'img',
    'omas geburt',
    'GARTEN opa',
    '100%',
    'a_b%c',
    '%',
    '_',
    'ca',
    'me',
    '"opa garten"',
    'zzz',
    '10',
  ],
  added: [['2024-03'], ['2024-06..9999'], ['2024-05-01..2024-07-15'], ['2024-01', '2024-12']],
}

function pickFilter(random: ReturnType<typeof createRandom>): PhotoFilter {
  const fields = random.sample(Object.keys(CHOICES), 0.25)
  return Object.fromEntries(fields.map(field => [field, random.pick(CHOICES[field]!)])) as PhotoFilter
}

const toQuery = (filter: PhotoFilter) => filter as object

async function listAll(customer: Client, filter: PhotoFilter, order: { sortKey: string; sortOrder: string }) {
  return listIds(customer, { ...toQuery(filter), ...order, limit: 37 })
}

/** Ids of the photos that are found, read page by page. */
async function listIds(customer: Client, query: object) {
  const pages = await readPages(next =>
    customer.call(contract.searchPhotos, { query: { ...query, ...next } as never }),
  )
  return pages.flatMap(({ images }) => images.map(image => image.imageId))
}

describe('NX-205 NX-207 NX-209 a filter', () => {
  test('finds what a scan of all photos finds: pages, months and month pages, in each order', async () => {
    const random = createRandom(205)
    for (let library = 0; library < 2; library++) {
      const customer = await server.customer()
      await customer.call(updatePlaceChoice, { body: { isOn: true } })
      const photos = createPhotos(library, 160)
      await insertPhotos(customer, photos)
      const filters = [
        ...Object.entries(CHOICES).flatMap(([field, values]) =>
          values.map(value => ({ [field]: value }) as PhotoFilter),
        ),
        ...Array.from({ length: 40 }, () => pickFilter(random)),
      ]
      for (const filter of library === 0 ? filters : filters.slice(-40)) {
        const expected = photos.filter(photo => !photo.binned && matchesFilter(photo, filter))
        const order = {
          sortKey: random.pick(['created', 'dateTaken']),
          sortOrder: random.pick(['asc', 'desc']),
        }
        const found = await listAll(customer, filter, order)
        expect(found, formatFilter(filter)).toEqual(sortPhotos(expected, order))
        const timeline = await customer.call(contract.getSearchTimeline, { query: toQuery(filter) as never })
        expect(timeline.total).toBe(expected.length)
        const months = Map.groupBy(expected, photo => photo.taken_month)
        expect(timeline.months).toHaveLength(months.size)
        for (const { year, month, undated, photos: count } of timeline.months)
          expect(months.get(year * 100 + month)?.length, formatFilter(filter)).toBe(
            undated || count ? count : -1,
          )
        const first = timeline.months[0]
        if (first) {
          const page = await customer.call(contract.getSearchMonthPage, {
            params: { year: first.year, month: first.month },
            query: { ...toQuery(filter), ...(first.undated && { undated: 'true' }), limit: 500 } as never,
          })
          expect(page.images.map(image => image.imageId).sort()).toEqual(
            months
              .get(first.year * 100 + first.month)!
              .map(photo => photo.photo_id)
              .sort(),
          )
        }
      }
    }
  }, 120_000)

  test('NX-209 pages of one repeat and skip no photo of one second', async () => {
    const customer = await server.customer()
    const photos = createPhotos(9, 50).map((photo, i) => ({
      ...photo,
      binned: false,
      taken_unknown: false,
      taken_precision: 'second' as const,
      taken_month: 202407,
      taken_sort: `2024-07-03T10:00:00.${String(i * 20).padStart(6, '0')}`,
    }))
    await insertPhotos(customer, photos)
    const ids = await listIds(customer, { date: ['2024'], limit: 1 })
    expect(ids).toEqual(photos.toReversed().map(photo => photo.photo_id))
  })

  test('by album starts from the album; one that is not the caller’s contains nothing', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    const photos = createPhotos(3, 20).map(photo => ({ ...photo, binned: false }))
    await insertPhotos(customer, photos)
    const { albumId } = await customer.call(createAlbum, { body: { name: 'Oslo' } })
    const photoIds = photos.slice(0, 5).map(photo => photo.photo_id)
    await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
    const query = { album: [albumId] } as never
    const found = await customer.call(contract.searchPhotos, { query })
    expect(found.images.map(image => image.imageId).sort()).toEqual(photoIds.toSorted())
    expect((await customer.call(contract.getSearchTimeline, { query })).total).toBe(5)
    expect((await other.call(contract.getSearchTimeline, { query })).total).toBe(0)
    expect((await customer.call(contract.getSearchLabels, { query })).labels).toEqual([
      { field: 'album', value: albumId, label: 'Oslo' },
    ])
    expect((await other.call(contract.getSearchLabels, { query })).labels).toEqual([])
    await customer.call(deletePhotos, { body: { photoIds: photoIds.slice(0, 2) } })
    expect((await customer.call(contract.getSearchTimeline, { query })).total).toBe(3)
  })

  test.each([
    'person=1',
    'dates=2024',
    'date=2024-13',
    'date=2024-02-30',
    'date=2025..2024',
    'date=2025-07..2025-06',
    'date=0000',
    'date=0000..2024',
    'date=2024-00',
    'date=9999-13',
    'date=10000',
    'added=9999-12-32',
    'added=0000',
    'days=13-01..01-01',
    'days=02-30..03-01',
    'days=someday',
    'camera=x',
    'shape=round',
    'print=30',
    `name=${'a'.repeat(201)}`,
    'name=a b c d e f',
    'cursor=x',
  ])('NX-206 is 400 with %s', async query => {
    const customer = await server.customer()
    expect((await customer.fetch(`${SEARCH}/photos?${query}`)).status).toBe(400)
  })

  test('NX-206 a cursor of another filter is 400', async () => {
    const customer = await server.customer()
    await insertPhotos(customer, createPhotos(4, 30))
    const { cursor } = await customer.call(contract.searchPhotos, { query: { limit: 2 } })
    expect((await customer.fetch(`${SEARCH}/photos?cursor=${cursor}&limit=2`)).status).toBe(200)
    expect((await customer.fetch(`${SEARCH}/photos?cursor=${cursor}&limit=2&shape=landscape`)).status).toBe(
      400,
    )
  })

  test('NX-208 selects its photos by rule, except some', async () => {
    const customer = await server.customer()
    const photos = createPhotos(5, 60)
    await insertPhotos(customer, photos)
    const filter: PhotoFilter = { shape: ['upright'] }
    const expected = photos
      .filter(photo => !photo.binned && matchesFilter(photo, filter))
      .map(photo => photo.photo_id)
    const except = expected.slice(0, 2)
    const { albumId } = await customer.call(createAlbum, { body: { name: 'Upright' } })
    const added = await customer.call(addAlbumPhotos, {
      params: { id: albumId },
      body: { selection: { filters: [{ filter, except }] } },
    })
    expect(added.added).toBe(expected.length - 2)
    const months = photos.filter(photo => expected.includes(photo.photo_id)).map(photo => photo.taken_month)
    const [first] = months
    const ofMonth = { year: Math.floor(first! / 100), month: first! % 100, undated: first === 197001 }
    const frozenMonth = await customer.call(createTempSelection, {
      body: { selection: { filters: [{ filter, months: [ofMonth] }] } },
    })
    expect(frozenMonth.photosCount).toBe(months.filter(month => month === first).length)
    const frozen = await customer.call(createTempSelection, {
      body: { selection: { filters: [{ filter }] } },
    })
    expect(frozen.photosCount).toBe(expected.length)
  })

  test('NX-244 tells January 1970 from photos without a date: months, pages and selections', async () => {
    const customer = await server.customer()
    const [january, undated, july] = createPhotos(7, 3).map(photo => ({ ...photo, binned: false })) as [
      OraclePhoto,
      OraclePhoto,
      OraclePhoto,
    ]
    const dated = { taken_unknown: false, taken_precision: 'second' as const }
    await insertPhotos(customer, [
      { ...january, ...dated, taken_sort: '1970-01-20T10:00:00', taken_month: 197000 },
      { ...undated, taken_unknown: true, taken_month: 197001 },
      { ...july, ...dated, taken_sort: '2024-07-03T10:00:00', taken_month: 202407 },
    ])
    const { months } = await customer.call(contract.getSearchTimeline, { query: {} as never })
    expect(months).toEqual([
      { year: 2024, month: 7, undated: false, photos: 1 },
      { year: 1970, month: 1, undated: false, photos: 1 },
      { year: 1970, month: 1, undated: true, photos: 1 },
    ])
    const params = { year: 1970, month: 1 }
    for (const [photo, query, isUndated] of [
      [january, {}, false],
      [undated, { undated: 'true' }, true],
    ] as const) {
      const page = await customer.call(contract.getSearchMonthPage, { params, query: query as never })
      expect(page.images.map(image => image.imageId)).toEqual([photo.photo_id])
      const filters = [{ filter: {}, months: [{ ...params, undated: isUndated }] }]
      const { tempSelectionId } = await customer.call(createTempSelection, {
        body: { selection: { filters } },
      })
      const selected = await customer.call(getTempSelection, { params: { id: tempSelectionId } })
      expect(selected.photoIds).toEqual([photo.photo_id])
    }
  })

  test('NX-210 that finds nothing says what it would find without each field, and undated photos', async () => {
    const customer = await server.customer()
    const photos = createPhotos(6, 80)
    await insertPhotos(customer, photos)
    const shown = photos.filter(photo => !photo.binned)
    const query = { date: ['1999'], shape: ['square'] } as never
    const { relaxations, undated } = await customer.call(contract.getSearchRelaxations, { query })
    const squares = shown.filter(photo => matchesFilter(photo, { shape: ['square'] }))
    expect(relaxations).toEqual([{ without: 'date', photos: squares.length }])
    expect(undated).toBe(squares.filter(photo => photo.taken_unknown).length)
  })

  test('RV-1007 of an account two counts without fields run at a time, however many are asked for', async () => {
    const [customer, other] = [await server.customer(), await server.customer()]
    for (const each of [customer, other]) await insertPhotos(each, createPhotos(7, 20))
    const { db } = server.ctx
    const counts = trackCounts(db)
    Object.assign(server.ctx, { db: counts.db })
    const ask = (client: Client, camera: number) =>
      client.call(contract.getSearchRelaxations, {
        query: { camera: [`${camera}`], shape: ['square'] } as never,
      })
    await Promise.all([1, 2, 3, 4, 5, 6].map(camera => ask(customer, camera)))
    expect([counts.most(), counts.all()]).toEqual([2, 6])
    await Promise.all([...[7, 8, 9].map(camera => ask(customer, camera)), ask(other, 1)])
    expect(counts.most()).toBeLessThanOrEqual(3)
    expect(counts.all()).toBe(10)
    // The same question of the same library is answered from memory.
    await ask(customer, 9)
    expect(counts.all()).toBe(10)
    Object.assign(server.ctx, { db })
  })
})

/** Returns the database, how many statements that count filters run at most at a time, and how many there were. */
function trackCounts(db: Context['db']) {
  const running = new Set<object>()
  let [most, all] = [0, 0]
  const tracked = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (node.kind === 'RawNode' && node.sqlFragments[0]?.startsWith('select array[')) {
        running.add(queryId)
        most = Math.max(most, running.size)
        all++
      }
      return node
    },
    async transformResult({ result, queryId }) {
      running.delete(queryId)
      return result
    },
  })
  return { db: tracked, most: () => most, all: () => all }
}

function sortPhotos(
  photos: readonly OraclePhoto[],
  { sortKey, sortOrder }: { sortKey: string; sortOrder: string },
) {
  const direction = sortOrder === 'asc' ? 1 : -1
  const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0) * direction
  return photos
    .toSorted((a, b) => {
      if (sortKey === 'created') return compare(a.created_at, b.created_at) || compare(a.photo_id, b.photo_id)
      return (
        Number(a.taken_unknown) - Number(b.taken_unknown) ||
        compare(a.taken_sort, b.taken_sort) ||
        compare(a.photo_id, b.photo_id)
      )
    })
    .map(photo => photo.photo_id)
}

/** A photo as the tests insert it. */
interface OraclePhoto {
  photo_id: string
  file_name: string
  content_type: string
  /** 'YYYY-MM-DDTHH:mm:ss'. */
  taken_sort: string
  taken_unknown: boolean
  taken_precision: 'second' | 'day' | 'month' | 'year'
  taken_month: number
  created_at: string
  width: number
  height: number
  camera_id: number | null
  place_id: number | null
  country: string | null
  kind: string | null
  binned: boolean
}

/** Whether a filter finds the photo, by the meaning of its fields and without any index. */
function matchesFilter(photo: OraclePhoto, filter: PhotoFilter): boolean {
  const some = <T>(values: readonly T[] | undefined, matches: (value: T) => boolean) =>
    !values || values.some(matches)
  const day = photo.taken_sort.slice(0, 10)
  return (
    (!filter.undated || photo.taken_unknown) &&
    some(filter.date, value => !photo.taken_unknown && isInDate(day, value) && isExactEnough(photo, value)) &&
    [true, false].every(isOfWeek => {
      const days = filter.days?.filter(value => isWeekday(value) === isOfWeek) ?? []
      return days.length === 0 || days.some(value => !photo.taken_unknown && isOnDay(photo, day, value))
    }) &&
    some(filter.place, value =>
      value.startsWith('country:') ? photo.country === value.slice(8) : photo.place_id === Number(value),
    ) &&
    some(filter.camera, value => photo.camera_id === Number(value)) &&
    some(filter.shape, value => hasShape(photo, value)) &&
    (!filter.print || isPrintable(photo, filter.print)) &&
    some(filter.type, value =>
      value === 'screenshot' ? photo.kind === 'screenshot' : photo.content_type === `image/${value}`,
    ) &&
    (!filter.name ||
      (filter.name.match(/"[^"]*"|\S+/g) ?? []).every(word => hasWord(photo.file_name, word))) &&
    some(filter.added, value => isInDate(photo.created_at.slice(0, 10), value))
  )
}

const isWeekday = (value: string) => value === 'weekend' || /^(?:mon|tue|wed|thu|fri|sat|sun)$/.test(value)

function isInDate(day: string, value: string): boolean {
  const [from, to = from] = value.split('..') as [string, string?]
  return (!from || day >= from) && (!to || day.slice(0, to.length) <= to)
}

function isExactEnough({ taken_precision: precision }: OraclePhoto, value: string): boolean {
  const longest = Math.max(...value.split('..').map(end => end.length))
  if (longest === 10) return precision === 'second' || precision === 'day'
  return longest === 4 || precision !== 'year'
}

const EASTER_SUNDAYS: Record<string, string> = {
  2016: '2016-03-27',
  2017: '2017-04-16',
  2018: '2018-04-01',
  2019: '2019-04-21',
  2020: '2020-04-12',
  2021: '2021-04-04',
  2022: '2022-04-17',
  2023: '2023-04-09',
  2024: '2024-03-31',
}

function isOnDay({ taken_precision: precision }: OraclePhoto, day: string, value: string): boolean {
  const date = day.slice(5)
  const isDayKnown = precision === 'second' || precision === 'day'
  if (value === 'christmas') return isDayKnown && ['12-24', '12-25', '12-26'].includes(date)
  if (value === 'new-year') return isDayKnown && ['12-31', '01-01'].includes(date)
  if (value === 'easter') {
    const days = (Date.parse(day) - Date.parse(EASTER_SUNDAYS[day.slice(0, 4)] ?? '')) / 86_400_000
    return isDayKnown && days >= -2 && days <= 1
  }
  const weekday = new Date(day).getUTCDay()
  if (value === 'weekend') return isDayKnown && (weekday === 0 || weekday === 6)
  if (value.length === 3)
    return isDayKnown && ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][weekday] === value
  const [from, given] = value.split('..') as [string, string]
  const to = given === '02-28' && from === '02-01' ? '02-29' : given
  const isIn = from <= to ? date >= from && date <= to : date >= from || date <= to
  const isWholeMonths = from.endsWith('-01') && ['02-29', '08-31'].includes(to)
  return isIn && (isDayKnown || (isWholeMonths && precision === 'month'))
}

function hasShape({ width, height }: OraclePhoto, shape: string): boolean {
  if (shape === 'landscape') return width > height * 1.03
  if (shape === 'upright') return height > width * 1.03
  if (shape === 'panorama') return height > 0 && width / height >= 2
  return width > 0 && width <= height * 1.03 && height <= width * 1.03
}

function isPrintable({ width, height }: OraclePhoto, print: string): boolean {
  const [short, long] = print
    .split('x')
    .map(Number)
    .sort((a, b) => a - b) as [number, number]
  const rating = ratePrint({ width, height }, { short: short * 10, long: long * 10 })
  return rating?.quality === 'good' || rating?.quality === 'excellent'
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[öé]/g, letter => (letter === 'ö' ? 'o' : 'e'))
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

function hasWord(fileName: string, word: string): boolean {
  const [name, searched] = [plain(fileName), plain(word)]
  if (searched === '') return false
  return searched.length < 3 ? ` ${name}`.includes(` ${searched}`) : name.includes(searched)
}
