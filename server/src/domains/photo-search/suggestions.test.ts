import { describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { searchPhotos } from '#contract/photo-search.ts'
import { getPhotos } from '#contract/photos.ts'
import { getSearchSuggestions } from '#contract/search-suggestions.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'

const server = closeAfterAll(await testServer({ work: false }))
const customer = await server.customer()
const camera = { make: 'Canon', model: 'Canon EOS R5' }
await customer.upload('amster.jpg', await jpeg({ taken: '2024:07:03 10:00:00', camera }))
await customer.upload('b.jpg', await jpeg({ taken: '2023:12:25 10:00:00', camera }))
await customer.upload('c.jpg', await jpeg({ taken: '2024:07:07 10:00:00' }))
await customer.upload('d.jpg', await jpeg())
const { images } = await customer.call(getPhotos)
const { albumId } = await customer.call(createAlbum, { body: { name: 'Amsterdam weekend' } })
await customer.call(addAlbumPhotos, {
  params: { id: albumId },
  body: { photoIds: images.slice(0, 2).map(image => image.imageId) },
})

const suggest = (text: string, more: object = {}, client = customer) =>
  client.call(getSearchSuggestions, {
    query: { text, locale: 'en-GB', today: '2026-11-26', ...more } as never,
  })

describe('NX-203 suggestions', () => {
  test.each([
    ['July 2024', [['date', 'July 2024', 2]]],
    ['christmas', [['date', 'Christmas', 1]]],
    ['canon', [['camera', 'Canon EOS R5', 2]]],
    [
      'amster',
      [
        ['album', 'Amsterdam weekend', 2],
        ['name', '‘amster’ in a name, album or place', 2],
      ],
    ],
    ['without a date', [['date', 'Without a date', 1]]],
    ['jul', [['date', 'July', 2]]],
    ['never printed', [['printed', 'Never printed', 4]]],
    ['zzz', []],
    ['', []],
  ])('of "%s" are %j, each with the exact number of photos', async (text, options) => {
    const answer = await suggest(text)
    expect(answer.options.map(({ kind, label, photos }) => [kind, label, photos])).toEqual(options)
    for (const { filter, photos } of answer.options)
      expect((await customer.call(searchPhotos, { query: filter as never })).images).toHaveLength(photos)
  })

  test('say as what each phrase is understood, with its alternatives, and which part of a label matches', async () => {
    const { understood, options } = await suggest('amster sunday')
    expect(understood).toEqual({
      filter: { days: ['sun'], name: 'amster' },
      phrases: [
        {
          text: 'sunday',
          field: 'days',
          value: 'sun',
          label: 'Sunday',
          alternatives: [{ field: 'name', value: 'sunday', label: '‘sunday’ in a name, album or place' }],
        },
      ],
      rest: 'amster',
      unknown: [],
      corrected: [],
    })
    expect(options.map(({ photos }) => photos)).toEqual([1, 1, 2])
    const [album] = (await suggest('amster')).options
    expect(album!.matched).toEqual([{ start: 0, end: 6 }])
  })

  test('RV-1143 an unknown word is left out and named, a misspelt one is read as the nearest', async () => {
    const { understood } = await suggest('unicorn julu 2024')
    expect(understood).toMatchObject({
      filter: { date: ['2024-07'] },
      unknown: ['unicorn'],
      corrected: [{ text: 'julu', word: 'july' }],
    })
    expect(understood.filter).not.toHaveProperty('name')
    expect((await suggest('unicorn')).understood).toMatchObject({ filter: { name: 'unicorn' }, unknown: [] })
  })

  test('RV-1143 a misspelt word that is part of a longer name alone is unknown as it was typed', async () => {
    expect((await suggest('frst july 2024')).understood).toMatchObject({
      filter: { date: ['2024-07'] },
      unknown: ['frst'],
      corrected: [],
    })
    expect((await suggest('frst firzt july 2024')).understood).toMatchObject({
      unknown: ['frst', 'firzt'],
      corrected: [],
    })
  })

  test.each([
    ['cornwal mid', 'Cornwall', []],
    ['conrwall mid', 'Cornwall', ['cornwall']],
    ['conrwall mid', 'Cornwall 2013', ['cornwall']],
  ])(
    'RV-1143 RV-1145 of "%s" find the album %s and photos of that name by the misspelt word, and name the unknown one',
    async (text, name, words) => {
      const other = await server.customer()
      const { images: own } = await other.upload('e.jpg', await jpeg()).then(() => other.call(getPhotos))
      const { albumId } = await other.call(createAlbum, { body: { name } })
      const photoIds = own.map(({ imageId }) => imageId)
      await other.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
      await other.upload('cornwall.jpg', await jpeg({ taken: '2024:07:03 10:00:00' }))
      await other.upload('f.jpg', await jpeg({ taken: '2024:07:04 10:00:00' }))
      const { understood, options } = await suggest(text, {}, other)
      expect(understood.unknown).toEqual(['mid'])
      expect(understood.corrected.map(({ word }) => word)).toEqual(words)
      const { images } = await other.call(searchPhotos, { query: understood.filter as never })
      expect(images.map(({ localFileName }) => localFileName)).toEqual(['cornwall.jpg', 'e.jpg'])
      expect(options[0]).toMatchObject({ photos: 2 })
    },
  )

  test('RV-1143 of a text of twelve words take no more statements than of two', async () => {
    const words = (count: number) =>
      Array.from({ length: count }, (_, i) => `${['amster', 'sund'][i % 2]}${'x'.repeat(i >> 1)}`).join(' ')
    expect(words(12).split(' ')).toHaveLength(12)
    const { db } = server.ctx
    const counts: number[] = []
    for (const wordCount of [2, 12]) {
      const counted = countStatements(db)
      server.ctx.db = counted.db
      await suggest(words(wordCount))
      counts.push(counted.count())
    }
    server.ctx.db = db
    expect(counts[0]).toBeGreaterThan(0)
    // A call may count itself, or extend its session.
    expect(counts[1]).toBeLessThan(counts[0]! + 3)
  })

  test('name nothing of other customers', async () => {
    const other = await server.customer()
    expect((await suggest('amster', {}, other)).options).toEqual([])
    expect((await suggest('canon', {}, other)).understood.phrases).toEqual([])
  })

  test.each([
    'text=a',
    'text=a&locale=xx',
    'text=a&locale=en-GB&today=x',
    `text=${'a'.repeat(201)}&locale=en-GB`,
    'locale=en-GB',
  ])('are 400 with %s', async query => {
    const response = await customer.fetch(`${SERVICES.photoManagement}/photo-search/suggestions?${query}`)
    expect(response.status).toBe(400)
  })
})

describe('RV-1144 a date that counts from today', () => {
  test.each<[string, string[], object]>([
    ['last weekend in july 2024', ['last weekend'], { date: ['2024-07'] }],
    ['july 2024 and yesterday', [], { date: ['2024-07', '2026-11-25'] }],
    ['yesterday, 2024', [], { date: ['2024', '2026-11-25'] }],
    ['amster and canon july 2024 yesterday', ['yesterday'], { date: ['2024-07'] }],
    ['july 2024 yesterdy', ['yesterdy'], { date: ['2024-07'] }],
    ['july 2024 last weekendd', ['last weekendd'], { date: ['2024-07'] }],
    ['last 10 days in july 2024', ['last 10 days'], { date: ['2024-07'] }],
    ['yesterday last 10 days', [], { date: ['2026-11-16..2026-11-26', '2026-11-25'] }],
    ['the nineties 2024', [], { date: ['1990..1999', '2024'] }],
    ['last weekend', [], { date: ['2026-11-21..2026-11-22'] }],
  ])(
    'of %j leaves out %j beside one with a year, unless a word joins them',
    async (text, unknown, filter) => {
      expect((await suggest(text)).understood).toMatchObject({ unknown, filter, corrected: [] })
    },
  )
})
