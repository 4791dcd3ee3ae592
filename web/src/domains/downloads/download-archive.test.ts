// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Download } from '#contract/downloads.ts'
import type { DownloadPush } from '#contract/push.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { answerCalls, type ReceivedCall } from '#web/platform/http/http.testing.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { toasts } from '#web/ui/toasts.ts'
import { downloadArchive } from './download-archive.ts'
import { OWN_LIBRARY } from './download-source.ts'

const { push } = vi.hoisted(() => ({
  push: { listener: (_: DownloadPush) => {}, limit: 0, closed: 0 },
}))
vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))
vi.mock('#web/platform/push/downloads.ts', () => ({
  subscribeDownloads: (listener: typeof push.listener, limit: number) => {
    Object.assign(push, { listener, limit })
    return { close: () => push.closed++ }
  },
}))

const OTHER = '00000000-0000-4000-8000-000000000002'
const saved: string[] = []
let id: string
let state: Download['state']
let addressStatus: number

beforeEach(async () => {
  vi.useFakeTimers()
  Object.assign(push, { limit: 0, closed: 0 })
  saved.length = 0
  watchedWork.clear()
  state = 'requested'
  addressStatus = 200
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.getAttribute('href')} as ${this.download}`)
  })
  answerCalls(answer)
  const queries = new QueryClient()
  queries.setQueryData(libraryTotalsQuery().queryKey, { userId: 'owner' } as never)
  await downloadArchive(['a', 'b'], OWN_LIBRARY, { queries, texts: textsForTests() })
})

function answer({ method, path, body }: ReceivedCall) {
  if (method === 'POST') {
    id = body.id
    const photos = body.photos.map(() => ({ photoId: OTHER, ownerId: 'owner' }))
    return Response.json({ id, photos }, { status: 201 })
  }
  if (path === `/api/downloads/downloads/${id}/url`)
    return Response.json({ url: '/media/signed' }, { status: addressStatus })
  const created = '2026-01-01T00:00:00Z'
  const item = { id, name: null, photosCount: 2, size: null, state, created, expires: created }
  return Response.json({ items: [item] })
}

const publish = async (key: DownloadPush['key'], downloadId = id) => {
  const timestamp = '2026-01-01T00:00:00Z'
  push.listener({ id: OTHER, timestamp, key, message: { userId: 'owner', downloadId } })
  await vi.advanceTimersByTimeAsync(0)
}
const shown = () => toasts.current().map(toast => toast.text)

test("PL-111 PL-197 OP-22 'Preparing download...' stays 5 s, 'Downloading photos' 10 s", async () => {
  expect(shown()).toEqual(['Preparing download...'])
  await vi.advanceTimersByTimeAsync(4999)
  expect(shown()).toEqual(['Preparing download...'])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toEqual([])
  await publish('archive-generation-finished')
  await vi.advanceTimersByTimeAsync(9999)
  expect(shown()).toEqual(['Downloading photos'])
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toEqual([])
})

test("PL-111 PL-197 OP-22 'Download failed' stays 10 s and nothing is downloaded", async () => {
  await vi.advanceTimersByTimeAsync(5000)
  await publish('archive-generation-error')
  await vi.advanceTimersByTimeAsync(9999)
  expect(shown()).toEqual(['Download failed'])
  await vi.advanceTimersByTimeAsync(1)
  expect([shown(), saved]).toEqual([[], []])
})

test('PL-112 when it is finished the signed address is fetched and {downloadId}.zip downloads, once', async () => {
  await publish('archive-generation-finished')
  await publish('archive-generation-finished')
  expect(saved).toEqual([`/media/signed as ${id}.zip`])
  expect(push.closed).toBe(1)
})

test.each([
  ['archive-generation-finished', 1, 0],
  ['archive-generation-error', 1, 0],
  ['archive-generation-finished', 6000, 1],
  ['archive-generation-error', 6000, 1],
] as const)(
  'RV-1161 %s after %i ms: of one that takes longer than its toast the line of running work tells the rest',
  async (key, ms, watched) => {
    await vi.advanceTimersByTimeAsync(ms)
    await publish(key)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(watchedWork.get()).toEqual(watched ? [id] : [])
  },
)

test('PL-112 messages of other downloads are ignored', async () => {
  await publish('archive-generation-error', OTHER)
  await publish('archive-generation-finished', OTHER)
  expect([shown(), saved]).toEqual([['Preparing download...'], []])
})

test('PL-112 without a push message the archive is polled and downloaded', async () => {
  await vi.advanceTimersByTimeAsync(3000)
  expect(saved).toEqual([])
  state = 'ready'
  await vi.advanceTimersByTimeAsync(3000)
  expect(saved).toEqual([`/media/signed as ${id}.zip`])
})

test('PL-112 a ready archive without an address has failed', async () => {
  addressStatus = 404
  await publish('archive-generation-finished')
  expect(shown()).toEqual(['Download failed'])
  expect(saved).toEqual([])
})

test('RV-306 an archive of which nothing is left is no longer available', async () => {
  addressStatus = 410
  await publish('archive-generation-finished')
  expect(shown()).toEqual(['These photos are no longer available'])
})

test('PL-113 PL-197 listening and polling end after 30 minutes', async () => {
  expect(push.limit).toBe(30 * 60_000)
  await vi.advanceTimersByTimeAsync(30 * 60_000 - 1)
  expect([push.closed, shown()]).toEqual([0, []])
  await vi.advanceTimersByTimeAsync(1)
  expect([push.closed, shown()]).toEqual([1, ['Download failed']])
})

test('RV-106 PL-111 a download has one toast at a time, top-center', async () => {
  await publish('archive-generation-finished')
  expect(toasts.current()).toMatchObject([{ text: 'Downloading photos', place: 'top' }])
})
