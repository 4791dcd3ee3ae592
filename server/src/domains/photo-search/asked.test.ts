import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import type { Locale } from '#contract/brands.ts'
import { type PhotoFilter, readFilter } from '#contract/filter-query.ts'
import { searchPhotos } from '#contract/photo-search.ts'
import { updatePlaceChoice } from '#contract/places.ts'
import { getSearchSuggestions } from '#contract/search-suggestions.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { createTakenRanges } from '../photos/search/taken-ranges.ts'

/*
 * What people type to find photos (`asked/`), written before anyone looked into the parser. A phrase is answered when the filter has
 * the days and things that are meant, and names the words that it does not know.
 */

const SHARE_MIN = 0.9
const SPAN = { first: 1950, last: 2027 }
const DAY_MS = 86_400_000

interface Asked {
  today: string
  locale: Locale
  albums: string[]
  places: string[]
  titles: string[]
  phrases: Record<string, string>
}

const TOWNS: Record<string, [number, string]> = {
  London: [2643743, 'GB'],
  Edinburgh: [2650225, 'GB'],
  Köln: [2886242, 'DE'],
  München: [2867714, 'DE'],
  Lyon: [2996944, 'FR'],
  'Saint-Malo': [2978640, 'FR'],
}

const server = closeAfterAll(await testServer({ work: false, config: { rateLimits: false } }))

/** Creates a library with one photo in each album, each place, of each title, and one of none. */
async function createLibrary({ albums, places, titles }: Asked) {
  const customer = await server.customer()
  const { db } = server.ctx
  const add = async (fileName: string) => {
    await customer.upload(fileName, await jpeg({ taken: '2018:07:15 10:00:00' }))
    const { rows } = await sql<{ photo_id: string }>`
      select photo_id from photos where account_id = ${customer.accountId} and file_name = ${fileName}`.execute(
      db,
    )
    return rows[0]!.photo_id
  }
  const files = new Map<string, string>()
  for (const [i, name] of albums.entries()) {
    files.set(name, `DSC1${i}.jpg`)
    const photoIds = [await add(files.get(name)!)]
    const { albumId } = await customer.call(createAlbum, { body: { name } })
    await customer.call(addAlbumPhotos, { params: { id: albumId }, body: { photoIds } })
  }
  await customer.call(updatePlaceChoice, { body: { isOn: true } })
  for (const [i, name] of places.entries()) {
    files.set(name, `DSC2${i}.jpg`)
    const photoId = await add(files.get(name)!)
    const [placeId, country] = TOWNS[name]!
    await sql`insert into towns (place_id, name, country) values (${placeId}, ${name}, ${country}) on conflict do nothing`.execute(
      db,
    )
    await sql`update photo_facts set place_id = ${placeId}, country = ${country}
      where account_id = ${customer.accountId} and photo_id = ${photoId}`.execute(db)
  }
  for (const title of titles) {
    files.set(title, title.endsWith('.jpg') ? title : `${title}.jpg`)
    await add(files.get(title)!)
  }
  await add('DSC30.jpg')
  return { customer, files }
}

/** Days since 1970 of the span that a filter has. */
function listDays(filter: PhotoFilter): Set<number> {
  const ranges = createTakenRanges(filter, SPAN) ?? [{ from: -Infinity, to: Infinity }]
  const days = new Set<number>()
  for (let day = Date.UTC(SPAN.first) / DAY_MS; day < Date.UTC(SPAN.last + 1) / DAY_MS; day++)
    if (ranges.some(({ from, to }) => from <= day && day < to)) days.add(day)
  return days
}

const toDay = (date: string) => Date.parse(date) / DAY_MS

const withoutDates = ({ date: _date, days: _days, ...others }: PhotoFilter) => JSON.stringify(others)

describe.each(['en', 'de', 'fr'])('RV-1143 RV-1144 RV-1145 phrases that %s speakers type', language => {
  test('give what the person wants', async () => {
    const asked: Asked = JSON.parse(
      readFileSync(new URL(`./asked/${language}.json`, import.meta.url), 'utf8'),
    )
    const { customer, files } = await createLibrary(asked)
    const missed: { text: string; wanted: string; got: string; unknown: string[] }[] = []
    for (const [text, wanted] of Object.entries(asked.phrases)) {
      const { understood } = await customer.call(getSearchSuggestions, {
        query: { text, locale: asked.locale, today: asked.today },
      })
      const filter = understood.filter as PhotoFilter
      const meant = new URLSearchParams(wanted)
      const thing = meant.get('album') ?? meant.get('place') ?? meant.get('title')
      const isAnswered = async () => {
        if (understood.unknown.join() !== meant.getAll('unknown').join()) return false
        if (thing !== null) {
          const { images } = await customer.call(searchPhotos, { query: filter as never })
          return images.map(({ localFileName }) => localFileName).join() === files.get(thing)
        }
        if (meant.has('on')) {
          const days = listDays(filter)
          return (
            withoutDates(filter) === '{}' &&
            meant.getAll('on').every(day => days.has(toDay(day))) &&
            !meant.getAll('off').some(day => days.has(toDay(day)))
          )
        }
        const expected = readFilter(wanted)
        const [days, expectedDays] = [listDays(filter), listDays(expected)]
        return (
          withoutDates(filter) === withoutDates(expected) && days.symmetricDifference(expectedDays).size === 0
        )
      }
      if (!(await isAnswered()))
        missed.push({ text, wanted, got: JSON.stringify(filter), unknown: understood.unknown })
    }
    const share = 1 - missed.length / Object.keys(asked.phrases).length
    expect(share, JSON.stringify(missed, null, 2)).toBeGreaterThanOrEqual(SHARE_MIN)
    // What is not answered says so: a wrong answer that looks right is worse than none.
    expect(missed.filter(({ unknown }) => unknown.length === 0)).toEqual([])
  })
})
