// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LibraryPush } from '#contract/push.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { useLibraryChanges } from './use-library-changes.ts'

const queries = new QueryClient()
const publish = (message: LibraryPush) => act(async () => push(message))
const isStale = () => queries.getQueryState(photoKeys.totals)?.isInvalidated
const show = (onRemoved?: (ids: string[]) => void) =>
  renderHook(() => useLibraryChanges(onRemoved), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })

// Loaded on demand: no test waits for it.
beforeEach(async () => {
  await import('./library-changes.ts')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  queries.setQueryData(photoKeys.totals, {})
})

test('RV-202 a change just before the page is left is applied', async () => {
  const { unmount } = show()
  await publish({ type: 'photos-changed', change: 'added', photoIds: ['a'] })
  unmount()
  await vi.waitFor(() => expect(isStale()).toBe(true), { timeout: 60_000 })
})

test('RV-202 a change while another page holds the socket open is applied, once', async () => {
  const removed = vi.fn()
  show(removed).unmount()
  show(removed).unmount()
  const invalidations = vi.spyOn(queries, 'invalidateQueries')
  await publish({ type: 'photos-changed', change: 'removed', photoIds: ['a'] })
  await vi.waitFor(() => expect(isStale()).toBe(true), { timeout: 60_000 })
  await vi.advanceTimersByTimeAsync(1000)
  expect(invalidations).toHaveBeenCalledOnce()
  expect(removed).not.toHaveBeenCalled()
})

test('RV-118 a page gets the ids of removed photos while it is shown', async () => {
  const removed = vi.fn()
  show(removed)
  await publish({ type: 'photos-changed', change: 'removed', photoIds: ['a'] })
  expect(removed.mock.calls).toEqual([[['a']]])
})
