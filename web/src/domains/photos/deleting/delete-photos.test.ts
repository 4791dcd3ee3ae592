// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Image } from '#contract/photos.ts'
import { addressesExpire, photoForTests, userForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { partQuery } from '#web/gallery/photo-list/photo-list-queries.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toTimelineList } from '../library.testing.ts'
import { createLibraryList } from '../library-list.ts'
import { libraryTotalsQuery, timelineQuery } from '../queries.ts'
import { deletePhotos, restorePhotos } from './delete-photos.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: vi.fn() }))

const LIST = createLibraryList({ key: 'dateTaken', order: 'desc' })
const MAY = Array.from({ length: 5 }, (_, index) => photoForTests(2024, 5, index))
const id = (index: number) => MAY[index]!.imageId

let service: ReturnType<typeof serviceForTests>
let queries: QueryClient
let open: (() => void)[]

beforeEach(async () => {
  service = serviceForTests()
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  // As on the page: month, counts and totals are mounted, so they are refetched when they are invalidated.
  open = [partQuery(queries, LIST, '2024/5', 'first'), timelineQuery('dateTaken'), libraryTotalsQuery()].map(
    options => new QueryObserver(queries, options as never).subscribe(() => {}),
  )
  await settled()
})
afterEach(() => {
  for (const close of open) close()
  queries.clear()
})

const reported = () => vi.mocked(reportFailure).mock.calls.map(([error]) => (error as Error).message)
const shown = () =>
  queries
    .getQueryData(partQuery(queries, LIST, '2024/5', 'first').queryKey)
    ?.images.map(image => image.imageId)
const counted = () => queries.getQueryData(timelineQuery('dateTaken').queryKey)?.counts['2024']?.['5']
const total = () => queries.getQueryData(libraryTotalsQuery().queryKey)?.photosCount

describe('deleting photos', () => {
  test('PL-100 a deleted photo leaves list and counts before the service has answered', async () => {
    const answer = service.hold()
    const deleting = deletePhotos(queries, [id(1)])
    expect(shown()).toEqual([id(0), id(2), id(3), id(4)])
    expect([counted(), total()]).toEqual([4, 4])
    answer()
    expect(await deleting).toEqual({ failed: [] })
    await settled()
    expect(shown()).toEqual([id(0), id(2), id(3), id(4)])
  })

  test('PL-100 it is restored to its position when the call fails', async () => {
    service.refuse = () => 'call'
    const answer = service.hold()
    const deleting = deletePhotos(queries, [id(1)])
    expect(shown()).toHaveLength(4)
    answer()
    expect((await deleting).failed).toEqual([id(1)])
    expect(shown()).toEqual(MAY.map(image => image.imageId))
    expect([counted(), total()]).toEqual([5, 5])
  })

  test("PL-103 one photo that the answer lists as failed is not sent again: 'Failed to delete photo!'", async () => {
    service.refuse = () => 'id'
    const { failed } = await deletePhotos(queries, [id(0)])
    expect(failed).toEqual([id(0)])
    expect(reported()).toEqual(['Failed to delete photo!'])
    expect(service.sent).toEqual([[id(0)]])
  })

  test('PL-101 of several photos only the failed ones are retried until they are deleted', async () => {
    service.refuse = (photo, call) => (photo === id(2) && call < 3 ? 'id' : undefined)
    const pauses: number[] = []
    const outcome = await deletePhotos(queries, [id(1), id(2)], { sleep: async ms => void pauses.push(ms) })
    expect(outcome).toEqual({ failed: [] })
    expect(service.sent).toEqual([[id(1), id(2)], [id(2)], [id(2)]])
    expect(pauses).toEqual([1000, 2000])
  })

  test("PL-102 used-up retries: 'Exceeded maximum amount of retries!', the rest stays deleted and counts are right", async () => {
    service.refuse = photo => (photo === id(2) ? 'id' : undefined)
    const { failed } = await deletePhotos(queries, [id(1), id(2), id(3)], { sleep: async () => {} })
    expect(failed).toEqual([id(2)])
    expect(reported()).toEqual(['Exceeded maximum amount of retries!'])
    await settled()
    expect(shown()).toEqual([id(0), id(2), id(4)])
    expect([counted(), total()]).toEqual([3, 3])
  })

  test('RV-818 of many photos list, counts and totals follow the progress, also of photos that are not loaded; when stopped the others stay', async () => {
    service.photos = Array.from({ length: 250 }, (_, index) => photoForTests(2024, 5, index))
    await queries.invalidateQueries()
    await settled()
    const ids = service.photos.map(({ imageId }) => imageId)
    const seen: unknown[] = []
    let isStopped = false
    const outcome = await deletePhotos(queries, ids, {
      groups: { list: LIST.name, ids: new Map([['2024/5', ids]]) },
      isStopped: () => isStopped,
      onProgress: done => {
        seen.push([done, 250 - counted()!, 250 - total()!, shown()!.length])
        isStopped = done === 200
      },
    })
    expect(seen).toEqual([
      [100, 100, 100, 0],
      [200, 200, 200, 0],
    ])
    expect(outcome.failed).toEqual(ids.slice(200))
    expect(service.sent.map(sent => sent.length)).toEqual([100, 100])
    expect(reported()).toEqual([])
    await settled()
    expect(shown()).toEqual(ids.slice(200, 224))
  })

  test('RV-818 a call that fails is reported although a stop was requested', async () => {
    service.refuse = () => 'call'
    const isStopped = vi.fn(() => true).mockReturnValueOnce(false)
    const { failed } = await deletePhotos(queries, [id(1), id(2)], { isStopped, sleep: async () => {} })
    expect(failed).toEqual([id(1), id(2)])
    expect(reported()).toEqual(['Exceeded maximum amount of retries!'])
  })

  test('OP-91 restoring photos shows them again at their positions', async () => {
    await deletePhotos(queries, [id(1), id(3)])
    await settled()
    expect(shown()).toEqual([id(0), id(2), id(4)])
    await restorePhotos(queries, [id(1), id(3)])
    await settled()
    expect(shown()).toEqual(MAY.map(image => image.imageId))
    expect([counted(), total()]).toEqual([5, 5])
  })
})

/** Fake service with one month of photos that can be deleted and restored. */
function serviceForTests() {
  const deleted = new Set<string>()
  let waiting: Promise<unknown> = Promise.resolve()
  const test = {
    sent: [] as string[][],
    photos: MAY,
    /** Failure of a photo at the n-th call: it is listed as failed, or the whole call fails. */
    refuse: (_photo: string, _call: number): 'id' | 'call' | undefined => undefined,
    hold: () => {
      const answered = Promise.withResolvers<void>()
      waiting = answered.promise
      return answered.resolve
    },
  }
  const left = (): Image[] => test.photos.filter(image => !deleted.has(image.imageId))
  answerCalls(async ({ method, path, body }) => {
    if (method === 'DELETE') {
      const { photoIds } = body
      const call = test.sent.push(photoIds)
      await waiting
      const troubles = photoIds.map((photo: string) => test.refuse(photo, call))
      if (troubles.includes('call')) return refusal(500)
      const failed = photoIds.filter((_: string, index: number) => troubles[index])
      for (const photo of photoIds) if (!failed.includes(photo)) deleted.add(photo)
      return Response.json({ failed })
    }
    if (path.endsWith('/bin/restore')) {
      for (const photo of body.photoIds) deleted.delete(photo)
      return Response.json({ failed: [] })
    }
    if (path.endsWith('/users')) return Response.json(userForTests(left().length))
    if (path.endsWith('/timeline')) return Response.json(toTimelineList({ 2024: { 5: left().length } }))
    return Response.json({ cursor: null, images: left().slice(0, 24), addressesExpire })
  })
  return test
}

/** Waits until all refetches are done. */
async function settled() {
  for (let turn = 0; turn < 12 || queries.isFetching() > 0; turn++)
    await new Promise(resolve => setImmediate(resolve))
}
