import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { activationQuery } from '#web/domains/activation/index.ts'
import { deleteAlbum } from '#web/domains/albums/album-mutations.ts'
import { albumQuery } from '#web/domains/albums/album-queries.ts'
import { albumIdForTests, albumsForTests } from '#web/domains/albums/albums.testing.tsx'
import { photoKeys } from '#web/domains/photos/index.ts'
import { libraryForTests } from '#web/domains/photos/library.testing.ts'
import { createLibraryList } from '#web/domains/photos/library-list.ts'
import { timelineQuery } from '#web/domains/photos/queries.ts'
import { trackRemoval } from '#web/gallery/index.ts'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { partQuery } from '#web/gallery/photo-list/photo-list-queries.ts'
import { applyChanges, createLibraryChanges, toChange } from './library-changes.ts'

const list = createLibraryList({ key: 'dateTaken', order: 'desc' })
const library = libraryForTests({ '2024': { '5': 3, '4': 3 } })
const queries = new QueryClient()
const id = photoForTests(2024, 5, 1).imageId

afterEach(() => queries.clear())

test('a processed photo refetches the page that contains it, in the background if in view', async () => {
  await queries.fetchQuery(partQuery(queries, list, '2024/4', 'first'))
  const observer = new QueryObserver(queries, partQuery(queries, list, '2024/5', 'first'))
  const seen: string[] = []
  const stop = observer.subscribe(({ status }) => seen.push(status))
  await vi.waitFor(() => expect(observer.getCurrentResult().isSuccess).toBe(true), { timeout: 60_000 })
  library.requests.length = 0
  seen.length = 0
  applyChanges(queries, [toChange({ type: 'photos-changed', change: 'updated', photoIds: [id] })!])
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false), { timeout: 60_000 })
  expect(library.requests).toHaveLength(1)
  expect(library.requests[0]).toContain('/photos/timeline/2024/5')
  expect(seen).not.toContain('pending')
  stop()
})

test('added and removed photos make counts and pages stale', async () => {
  await queries.fetchQuery(timelineQuery('dateTaken'))
  await queries.fetchQuery(partQuery(queries, list, '2024/4', 'first'))
  applyChanges(queries, [toChange({ type: 'photos-changed', change: 'removed', photoIds: [id] })!])
  expect(queries.getQueryState(timelineQuery('dateTaken').queryKey)?.isInvalidated).toBe(true)
  expect(queries.getQueryState(partQuery(queries, list, '2024/4', 'first').queryKey)?.isInvalidated).toBe(
    true,
  )
})

test('PL-134 photos added during an import refetch its progress, others do not', async () => {
  const { queryKey } = activationQuery
  const asks = () => {
    applyChanges(queries, [toChange({ type: 'photos-changed', change: 'added', photoIds: [id] })!])
    return queries.getQueryState(queryKey)?.isInvalidated
  }
  queries.setQueryData(queryKey, { status: 'ACTIVE' })
  expect(asks()).toBe(false)
  queries.setQueryData(queryKey, { status: 'IMPORTING' })
  expect(asks()).toBe(true)
})

test('RV-202 when changes may have been missed, counts and pages in view are refetched, others when they are shown', async () => {
  const inView = new QueryObserver(queries, partQuery(queries, list, '2024/5', 'first'))
  const stop = inView.subscribe(() => {})
  await vi.waitFor(() => expect(inView.getCurrentResult().isSuccess).toBe(true), { timeout: 60_000 })
  await queries.fetchQuery(timelineQuery('dateTaken'))
  await queries.fetchQuery(partQuery(queries, list, '2024/4', 'first'))
  queries.setQueryData(activationQuery.queryKey, { status: 'NOT_ACTIVE' })
  library.requests.length = 0
  vi.useFakeTimers()
  createLibraryChanges(queries)({ type: 'ready' })
  vi.runAllTimers()
  vi.useRealTimers()
  await vi.waitFor(() => expect(inView.getCurrentResult().isFetching).toBe(false), { timeout: 60_000 })
  expect(library.requests).toHaveLength(1)
  expect(library.requests[0]).toContain('/photos/timeline/2024/5')
  for (const { queryKey } of [
    timelineQuery('dateTaken'),
    partQuery(queries, list, '2024/4', 'first'),
    activationQuery,
  ])
    expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
  stop()
})

test('RV-202 a page that is still loading when a change comes is requested again when it has loaded', async () => {
  const answer = Promise.withResolvers<void>()
  library.pending = answer.promise
  const page = new QueryObserver(queries, partQuery(queries, list, '2024/5', 'first'))
  const stop = page.subscribe(() => {})
  library.requests.length = 0
  await vi.waitFor(() => expect(page.getCurrentResult().isFetching).toBe(true), { timeout: 60_000 })
  applyChanges(queries, [toChange({ type: 'photos-changed', change: 'removed', photoIds: [id] })!])
  answer.resolve()
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0), { timeout: 60_000 })
  await vi.waitFor(() => expect(library.requests.filter(path => path.includes('2024/5'))).toHaveLength(2), {
    timeout: 60_000,
  })
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0), { timeout: 60_000 })
  expect(queries.getQueryState(partQuery(queries, list, '2024/5', 'first').queryKey)?.isInvalidated).toBe(
    false,
  )
  stop()
})

test('RV-202 a change while photos are being removed is fetched when the page is next shown', async () => {
  await queries.fetchQuery(partQuery(queries, list, '2024/4', 'first'))
  const inView = new QueryObserver(queries, partQuery(queries, list, '2024/5', 'first'))
  const stop = inView.subscribe(() => {})
  await vi.waitFor(() => expect(inView.getCurrentResult().isSuccess).toBe(true), { timeout: 60_000 })
  const isStale = () =>
    queries.getQueryState(partQuery(queries, list, '2024/4', 'first').queryKey)?.isInvalidated
  library.requests.length = 0
  vi.useFakeTimers()
  await trackRemoval(queries, async () => {
    createLibraryChanges(queries)({ type: 'photos-changed', change: 'added', photoIds: [id] })
    await vi.advanceTimersByTimeAsync(2000)
    expect(isStale()).toBe(false)
  })
  await vi.advanceTimersByTimeAsync(500)
  vi.useRealTimers()
  expect(isStale()).toBe(true)
  expect(library.requests).toEqual([])
  stop()
})

test('RV-118 a removed album is not requested again by its page, which may still be shown; other albums are', async () => {
  const invalidated = (albumId: string) =>
    queries.getQueryState([...photoKeys.albums, 'album', albumId])?.isInvalidated
  const removal = toChange({ type: 'albums-changed', change: 'removed', albumIds: ['removed'] })!
  for (const changes of [[removal], [removal, 'all'] as const]) {
    for (const albumId of ['removed', 'other'])
      queries.setQueryData([...photoKeys.albums, 'album', albumId], { albumId })
    applyChanges(queries, changes)
    expect([invalidated('removed'), invalidated('other')]).toEqual([false, true])
  }
})

test('RV-118 the page of an album requests nothing of it from the moment it deletes the album', async () => {
  const service = albumsForTests([{ name: 'Oslo', count: 3 }])
  const albumId = albumIdForTests(0)
  const answer = Promise.withResolvers<void>()
  service.pending = answer.promise
  const page = new QueryObserver(queries, { ...albumQuery(queries, albumId), retry: false })
  const stop = page.subscribe(() => {})
  await vi.waitFor(() => expect(service.lines('GET')).toHaveLength(1), { timeout: 60_000 })

  const deletion = deleteAlbum(queries, albumId)
  await vi.waitFor(() => expect(service.lines('DELETE')).toHaveLength(1), { timeout: 60_000 })
  const late = toChange({ type: 'albums-changed', change: 'added', albumIds: [albumId] })!
  for (const changes of [[late], ['all'], [{ album: albumId }]] as const) applyChanges(queries, changes)
  expect(queries.isFetching({ queryKey: albumQuery(queries, albumId).queryKey })).toBe(0)
  answer.resolve()
  await deletion
  expect(service.lines(`GET /albums/${albumId}`)).toHaveLength(1)
  stop()
})

test('RV-118 an album that could not be deleted is requested again', async () => {
  const service = albumsForTests([{ name: 'Oslo', count: 3 }])
  const albumId = albumIdForTests(0)
  service.fail = line => line.startsWith('DELETE')
  const page = new QueryObserver(queries, albumQuery(queries, albumId))
  const stop = page.subscribe(() => {})
  await expect(deleteAlbum(queries, albumId)).rejects.toThrow()
  await vi.waitFor(() => expect(page.getCurrentResult().data?.albumName).toBe('Oslo'), { timeout: 60_000 })
  stop()
})
