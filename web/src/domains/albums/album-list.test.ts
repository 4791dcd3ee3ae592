import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createListSequence } from '#web/gallery/photo-list/list-sequence.ts'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { EMPTY_SELECTION, selectAll, withPhotos } from '#web/gallery/selection/selection.ts'
import { toSelectionRule } from '#web/gallery/selection/use-photo-selection.ts'
import { ALBUM_GROUP, createOwnAlbumList } from './album-list.ts'
import { albumIdForTests, albumsForTests } from './albums.testing.tsx'

const OSLO = albumIdForTests(0)
const list = createOwnAlbumList(OSLO, { key: 'created', order: 'desc' })
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const service = albumsForTests([{ name: 'Oslo', count: 1500 }])
const sequence = createListSequence(queries, list, [{ key: ALBUM_GROUP, year: 0, month: 0, count: 1500 }])

afterEach(() => {
  queries.clear()
  service.calls.length = 0
})

test('PL-167 PL-062 any position of a large album is reached with one page', async () => {
  expect((await sequence.at(1499))?.imageId).toBe(photoForTests(2024, 5, 1499).imageId)
  expect(service.lines()).toEqual([
    `GET /albums/${OSLO}/photos/index?sortKey=created&sortOrder=desc`,
    `GET /albums/${OSLO}/photos?sortKey=created&sortOrder=desc&limit=240&cursor=1440`,
  ])
})

test('PL-007 a deep link finds its position with one call, an unknown photo has none', async () => {
  expect(await sequence.indexOf(photoForTests(2024, 5, 1200).imageId)).toBe(1200)
  expect(service.lines()).toHaveLength(1)
  expect(await sequence.indexOf(photoForTests(2023, 1, 1).imageId)).toBeNull()
})

test('OP-13 the whole album without some of its photos is a rule; single photos are ids', () => {
  const all = selectAll(new Map([[ALBUM_GROUP, 1500]]))
  expect(toSelectionRule(list, withPhotos(all, ALBUM_GROUP, ['a'], false))).toEqual({
    albums: [{ albumId: OSLO, except: ['a'] }],
    photoIds: [],
  })
  expect(toSelectionRule(list, withPhotos(EMPTY_SELECTION, ALBUM_GROUP, ['a'], true))).toBeUndefined()
})
