// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ActivityItem } from '#contract/activity.ts'
import { RunningWork } from '#web/app/late-frame.tsx'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { entryForTests, itemForTests } from './activity.testing.ts'
import { ActivityList } from './activity-list.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))
vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))

vi.mock('#web/platform/session/page-session.ts', () => ({
  pageSession: () => ({}),
  useSession: () => ({ status: 'signed-in', claims: {} }),
  useClaims: () => ({}),
}))

let items: ActivityItem[]
let undone: string[]
let reads: number
beforeEach(() => {
  watchedWork.clear()
  undone = []
  reads = 0
  answerCalls(({ path }) => {
    if (!path.endsWith('/undo')) {
      reads++
      return Response.json({ items })
    }
    undone.push(path)
    return Response.json({ restored: 0, hasMore: false })
  })
})

/** The service has come on, and says so. */
const become = async (change: Partial<ActivityItem>) => {
  items = items.map(item => ({ ...item, ...change }))
  await act(async () => push({ type: 'photo-dates-changed' }))
}
const show = () =>
  renderScreens('/test', {
    '/test': () => (
      <>
        <ActivityList />
        <RunningWork />
      </>
    ),
  })
const findCard = async () => within(await screen.findByRole('complementary', { name: 'In progress' }))
const findRow = async () => within(await screen.findByRole('listitem'))

/** Work that a job does, how it is named meanwhile, and its end. */
const WORK = [
  {
    kind: 'dates.changed',
    running: 'The dates of 5,275 photos are being changed',
    done: 'Dates of 5,274 photos changed',
    undoing: 'The earlier dates are being restored',
  },
  {
    kind: 'library.deleted',
    running: 'Deleting all photos',
    done: '5,274 photos deleted',
    undoing: 'Restoring your photos',
  },
  {
    kind: 'photos.tidied',
    running: 'Tidy up',
    done: /^5,274 photos moved/,
    undoing: 'Restoring your photos',
  },
]

test.each(WORK)(
  'RV-1161 $kind: the page and its row in Activity say how far it is, its end, what was left out and Undo',
  async ({ kind, running, done, undoing }) => {
    const entry = entryForTests(kind, { subject: 'work', undo: 'possible' })
    items = [itemForTests(kind, { state: 'running', total: 5275, done: 1200, entry })]
    watchedWork.add('work')
    show()
    for (const find of [findCard, findRow]) {
      const place = await find()
      expect(place.getByText(running)).toBeTruthy()
      expect(place.getByText(/1,200 \/ 5,275/)).toBeTruthy()
      expect(place.queryByText(/Can be undone/)).toBeNull()
    }
    expect((await findCard()).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('23')
    expect((await findCard()).queryByRole('button', { name: 'Close' })).toBeNull()

    await become({ state: 'done', total: 5274, done: null, leftOut: 1 })
    for (const find of [findCard, findRow])
      await waitFor(async () => {
        expect((await find()).getByText(done)).toBeTruthy()
        expect((await find()).getByText(/1 photo left out/)).toBeTruthy()
        expect((await find()).queryByText(/5,275/)).toBeNull()
      })

    fireEvent.click((await findCard()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toHaveLength(1))
    const taken = entryForTests(kind, { ...entry, undo: 'done' })
    await become({ state: 'undoing', total: 5274, done: 400, leftOut: 0, entry: taken })
    for (const find of [findCard, findRow])
      await waitFor(async () => {
        expect((await find()).getByText(undoing)).toBeTruthy()
        expect((await find()).getByText(/400 \/ 5,274/)).toBeTruthy()
        expect((await find()).queryByText('Undone')).toBeNull()
        expect((await find()).queryByRole('button', { name: 'Undo' })).toBeNull()
      })

    await become({ state: 'done', total: 5274, done: null, leftOut: 1 })
    for (const find of [findCard, findRow])
      await waitFor(async () => expect((await find()).getByText(/Undone/)).toBeTruthy())
    fireEvent.click((await findCard()).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())
    expect(sessionStorage.getItem('keepsake.watched-work')).toBe('[]')
  },
)

test('RV-1161 work that another device began is shown beside that of the page; what ended before is not', async () => {
  const old = entryForTests('library.deleted', { id: 'old', subject: 'old move' })
  items = [
    itemForTests('dates.changed', { id: 'other', state: 'running', total: 2100, done: 0 }),
    itemForTests('photos.restored', { id: 'move', state: 'running', total: 3, done: 1 }),
    itemForTests('library.deleted', { id: 'old', total: 9, entry: old }),
  ]
  watchedWork.add('move')
  show()
  const card = await findCard()
  expect(card.getAllByRole('status').map(line => line.textContent)).toEqual([
    'The dates of 2,100 photos are being changed',
    'Restoring your photos',
  ])
  expect(card.getByText('You can leave this page; we’ll keep going.')).toBeTruthy()
})

test('RV-1161 an export and the parts of a download are told with the others: numbers, ends, what was left out, and where they are', async () => {
  const part = (id: string, more: Partial<ActivityItem>) =>
    itemForTests('download', { id, name: `part ${id}`, total: 100, ...more })
  items = [
    itemForTests('export', { id: 'export', state: 'running', total: 5275 }),
    part('a', { state: 'running', done: 40 }),
    part('b', { leftOut: 2 }),
  ]
  watchedWork.add('export', 'a', 'b')
  show()
  const card = await findCard()
  expect(card.getAllByRole('status').map(line => line.textContent)).toEqual([
    'Export of your library',
    'Download of 200 photos',
  ])
  expect(card.getByText('5,275 photos')).toBeTruthy()
  expect(card.getByText('140 / 200 · 2 photos left out')).toBeTruthy()
  const [ofExport, ofParts] = card.getAllByRole('progressbar')
  expect(ofExport!.getAttribute('aria-valuenow')).toBeNull()
  expect(ofParts!.getAttribute('aria-valuenow')).toBe('70')
  const [first] = screen.getAllByRole('listitem')
  expect(within(first!).getByText(/5,275 photos/)).toBeTruthy()

  items = [
    itemForTests('export', { id: 'export', state: 'failed', total: 5275 }),
    part('a', {}),
    part('b', { leftOut: 2 }),
  ]
  await act(async () => push({ type: 'archives-changed' }))
  await waitFor(() => expect(card.queryByRole('progressbar')).toBeNull())
  expect(card.getByText('Failed')).toBeTruthy()
  expect(within(screen.getAllByRole('listitem')[0]!).getByText(/Failed/)).toBeTruthy()
  expect(card.getByText('2 photos left out')).toBeTruthy()
  expect(card.getByRole('link', { name: 'Show export' }).getAttribute('href')).toContain('export')
  expect(card.getByRole('link', { name: 'Downloads' })).toBeTruthy()
})

test('RV-1161 Ctrl+Z undoes the first of two works that can be undone, once, and nothing in a field', async () => {
  const entry = (id: string) => entryForTests('library.deleted', { id, subject: id, undo: 'possible' })
  items = [
    itemForTests('library.deleted', { id: 'first', total: 9, entry: entry('first') }),
    itemForTests('dates.changed', { id: 'second', total: 4, entry: entry('second') }),
  ]
  watchedWork.add('first', 'second')
  show()
  const [first, second] = (await findCard()).getAllByRole('button', { name: 'Undo' })
  expect(first!.getAttribute('aria-keyshortcuts')).toBe('Control+Z Meta+Z')
  expect(second!.getAttribute('aria-keyshortcuts')).toBeNull()
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'z' })
  expect(undone).toEqual([])
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await waitFor(() => expect(undone).toEqual([expect.stringContaining('/first/undo')]))
  field.remove()
})

test('RV-1161 work of which no item is told is looked for twice, then no more', async () => {
  items = []
  watchedWork.add('gone')
  show()
  await waitFor(() => expect(reads).toBeGreaterThan(0))
  await act(async () => push({ type: 'journal-changed' }))
  await waitFor(() => expect(watchedWork.get()).toEqual([]))
  expect(sessionStorage.getItem('keepsake.watched-work')).toBe('[]')
})

test('RV-1161 work whose item comes with the second answer is shown', async () => {
  items = []
  watchedWork.add('move')
  show()
  await waitFor(() => expect(reads).toBeGreaterThan(0))
  items = [itemForTests('photos.restored', { id: 'move', state: 'running', total: 3, done: 1 })]
  await act(async () => push({ type: 'library-move', move: {} as never }))
  expect((await findCard()).getByText('Restoring your photos')).toBeTruthy()
  expect(watchedWork.get()).toEqual(['move'])
})
