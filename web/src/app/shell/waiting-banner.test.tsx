// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { JournalEntry } from '#contract/journal.ts'
import { entryForTests } from '#web/domains/activity/activity.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { createQueryClient } from '#web/platform/query/query-client.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { WaitingBanner } from './review-banner.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const NOW = new Date('2026-11-27T15:00:00Z')
const MINUTE = 60_000

let waiting: JournalEntry[]
let stopped: string[]
let isRefusing: boolean
beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
  waiting = []
  stopped = []
  isRefusing = false
  answerCalls(({ method, path }) => {
    if (method === 'GET')
      return Response.json({ lockedAt: null, doubted: null, waiting: waiting.filter(isDue) })
    if (isRefusing) return refusal(500)
    stopped.push(path)
    waiting = waiting.slice(1)
    return Response.json({ restored: 0, hasMore: false })
  })
})
const isDue = ({ effectiveAt }: JournalEntry) => Date.parse(effectiveAt!) > Date.now()
const erasure = (id: string, total: number, minutes: number) =>
  entryForTests('photos.erasure-requested', {
    id,
    total,
    at: NOW.toISOString(),
    effectiveAt: new Date(NOW.getTime() + minutes * MINUTE).toISOString(),
    undo: 'waiting',
  })

function show() {
  renderElement(
    <>
      <h1>Page</h1>
      <WaitingBanner />
      <ToastRegion label="Notifications" closeLabel="Close" undoHint="" />
    </>,
    { queries: createQueryClient() },
  )
}
const titles = () => screen.queryAllByText(/will be deleted forever/).map(({ textContent }) => textContent)

test('NX-426 NX-427 says how many photos go, until when it can be stopped, and who asked; a failed ‘Stop it’ says so, another keeps them', async () => {
  waiting = [erasure('a', 3212, 60), erasure('b', 101, 90)]
  show()
  await waitFor(() =>
    expect(titles()).toEqual(['3,212 photos will be deleted forever', '101 photos will be deleted forever']),
  )
  expect(screen.getByText(/until Friday 27 November at 16:00 you can stop it/)).toBeDefined()
  expect(screen.getAllByText(/Requested: .* Chrome on Windows, 81\.2\.69\.x/)).toHaveLength(2)
  isRefusing = true
  fireEvent.click(screen.getAllByRole('button', { name: 'Stop it' })[0]!)
  await screen.findByText(/unexpected error/)
  expect(titles()).toHaveLength(2)
  isRefusing = false
  fireEvent.click(screen.getAllByRole('button', { name: 'Stop it' })[0]!)
  await screen.findByText('Stopped. Your photos stay in ‘Recently deleted’.')
  await waitFor(() => expect(titles()).toEqual(['101 photos will be deleted forever']))
  expect(stopped).toEqual(['/api/account/journal/a/undo'])
})

test('NX-426 appears on an open page without a reload, and goes when it takes effect', async () => {
  show()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(titles()).toEqual([])
  waiting = [erasure('a', 200, 60)]
  act(() => push({ type: 'journal-changed' }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(titles()).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(59 * MINUTE - 1000))
  expect(titles()).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(MINUTE + 1000))
  expect(titles()).toEqual([])
})
