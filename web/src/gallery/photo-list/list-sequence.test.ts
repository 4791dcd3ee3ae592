// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, test } from 'vitest'
import { libraryForTests } from '#web/domains/photos/library.testing.ts'
import { createLibraryList } from '#web/domains/photos/library-list.ts'
import { toMonths } from '#web/domains/photos/months.ts'
import { fetchIdsBetween } from './fetch-ids.ts'
import { createListSequence } from './list-sequence.ts'
import { photoForTests } from './photo.testing.ts'
import { evictPages } from './photo-cache.ts'
import { photoListKeys } from './photo-list-queries.ts'

const timeline = { '2024': { '5': 700, '4': 3 }, '1970': { '1': 2 } }
const list = createLibraryList({ key: 'dateTaken', order: 'desc' })
const clients: QueryClient[] = []
let library = libraryForTests(timeline)

function start() {
  library = libraryForTests(timeline)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  clients.push(queries)
  return { queries, sequence: createListSequence(queries, list, toMonths(timeline, 'desc')) }
}

afterEach(() => {
  for (const client of clients.splice(0)) client.clear()
})

describe('the library as a sequence', () => {
  test('PL-055 neighbours are loaded on demand, across pages and months', async () => {
    const { sequence } = start()
    expect(sequence.total).toBe(705)
    expect(sequence.peek(480)).toBeUndefined()
    expect((await sequence.at(480))?.imageId).toBe(photoForTests(2024, 5, 480).imageId)
    expect(sequence.peek(481)?.imageId).toBe(photoForTests(2024, 5, 481).imageId)
    expect((await sequence.at(699))?.imageId).toBe(photoForTests(2024, 5, 699).imageId)
    expect((await sequence.at(700))?.imageId).toBe(photoForTests(2024, 4, 0).imageId)
    expect((await sequence.at(704))?.imageId).toBe(photoForTests(1970, 1, 1).imageId)
  })

  test('positions outside the library have no photo', async () => {
    const { sequence } = start()
    expect(await sequence.at(-1)).toBeNull()
    expect(await sequence.at(705)).toBeNull()
    expect(sequence.peek(0.5)).toBeUndefined()
  })

  test('PL-006 a deep link finds its position with one call, without loading the photos before it', async () => {
    const { sequence } = start()
    expect(await sequence.indexOf(photoForTests(2024, 4, 1).imageId)).toBe(701)
    expect(library.requests).toHaveLength(1)
  })

  test('a cached photo is found without a call, an unknown one is null', async () => {
    const { sequence } = start()
    await sequence.at(250)
    library.requests.length = 0
    expect(await sequence.indexOf(photoForTests(2024, 5, 300).imageId)).toBe(300)
    expect(library.requests).toEqual([])
    expect(await sequence.indexOf(photoForTests(2024, 5, 9999).imageId)).toBeNull()
  })

  test('a page that cannot be loaded rejects, and can be requested again', async () => {
    const { sequence } = start()
    library.fail = path => path.includes('timeline/2024/5')
    await expect(sequence.at(0)).rejects.toThrow()
    library.fail = () => false
    expect((await sequence.at(0))?.imageId).toBe(photoForTests(2024, 5, 0).imageId)
  })
})

describe('cached photos', () => {
  test('ids of a range over three pages are complete and in order', async () => {
    const { queries } = start()
    const ids = await fetchIdsBetween(queries, list, '2024/5', 100, 650)
    expect(ids).toEqual(Array.from({ length: 551 }, (_, step) => photoForTests(2024, 5, 100 + step).imageId))
  })

  test('UI-4 pages no screen shows are evicted, the oldest first', async () => {
    const { queries, sequence } = start()
    for (const index of [0, 300, 600]) await sequence.at(index)
    queries.setQueryData(photoListKeys.page(list, '2024/5', 0), before => before, { updatedAt: 1 })
    evictPages(queries, 480)
    expect(sequence.peek(0)).toBeUndefined()
    expect(sequence.peek(300)).toBeDefined()
    expect(sequence.peek(600)).toBeDefined()
  })
})
