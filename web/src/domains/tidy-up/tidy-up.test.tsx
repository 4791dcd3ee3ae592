// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TidyUpGroup, TidyUpKind } from '#contract/tidy-up.ts'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import styles from './tidy-up.module.css'
import { TidyUp } from './tidy-up.tsx'

vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))
vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))
vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
}))

const toId = (name: string) => `00000000-0000-4000-8000-${String(name.length).padStart(12, '0')}`
const makeGroup = (name: string): TidyUpGroup => ({
  groupId: toId(name),
  version: 1,
  members: [1, 2].map(place => ({
    image: { ...photoForTests(2024, name.length, place), localFileName: `${name}.jpg` },
    reason: place === 1 ? 'best-version' : 'same',
    keep: place === 1,
    turn: 0,
    albumNames: [],
  })),
})

let groups: TidyUpGroup[]
let runs: string[]
/** Answers of 'decide all', in turn. */
let runAnswers: (() => Response)[]
let undone: string[]
let pendingDecisions: (() => void)[]
let queries: QueryClient

beforeEach(() => {
  groups = [makeGroup('beach'), makeGroup('garden')]
  watchedWork.clear()
  runs = []
  runAnswers = []
  undone = []
  pendingDecisions = []
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
  answerCalls(async ({ method, path, body }) => {
    const isPost = method === 'POST'
    if (path.endsWith('/undo')) {
      undone.push(path.split('/').at(-2)!)
      return Response.json({ restored: 1 })
    }
    if (isPost && path.endsWith('/all')) {
      runs.push(body.requestId)
      return runAnswers.shift()!()
    }
    if (isPost) {
      await new Promise<void>(resolve => pendingDecisions.push(resolve))
      groups = groups.filter(({ groupId }) => !path.endsWith(`/${groupId}`))
      return Response.json({ decisionId: path.split('/').at(-1), binned: 1, addedAlbums: 0, setDate: false })
    }
    const photos = groups.length
    if (path.endsWith('/all'))
      return Response.json({ groups: photos, photos, bytes: 1000, albums: 0, dates: 0, leftOut: 0 })
    const found = { similar: { groups: 0, photos: 0 }, copies: { groups: photos, photos } }
    if (path.endsWith('/tidy-up')) return Response.json({ ...found, state: 'ready', done: 4, of: 4 })
    const addressesExpire = new Date(Date.now() + 3_600_000).toISOString()
    return Response.json({ cursor: null, groups, addressesExpire })
  })
})

afterEach(() => {
  queries.clear()
})

function show(kind: TidyUpKind = 'copies', onAdd?: () => void) {
  return renderElement(<TidyUp kind={kind} onAdd={onAdd} />, { queries })
}

const region = (name: string) => screen.findByRole('region', { name: `${name}.jpg` })

test('NX-219 groups that changed while the page was left are not shown again', async () => {
  const { unmount } = show()
  await region('garden')
  unmount()
  groups = [makeGroup('beach')]
  show()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'garden.jpg' })).toBeNull())
  await screen.findByRole('button', { name: 'Tidy up all 1' })
})

test('NX-219 without groups photos can be added', async () => {
  groups = []
  const add = vi.fn()
  show('copies', add)
  await screen.findByRole('heading', { name: 'Nothing to tidy up' })
  fireEvent.click(screen.getByRole('button', { name: 'Add photos' }))
  expect(add).toHaveBeenCalledOnce()
})

test('RV-1142 copies say how they differ, and that the original is not known where it is not', async () => {
  const [known, unknown] = groups as [TidyUpGroup, TidyUpGroup]
  known.members[1]!.reason = 'light'
  unknown.members = unknown.members.map(member => ({ ...member, reason: 'undecided', keep: true }))
  Object.assign(unknown.members[1]!, { turn: 2 })
  show('copies')
  const sentence = /we can’t tell which is the original, so all are kept unless you choose/
  const decided = within(await region('beach'))
  decided.getByText('Best version')
  expect(decided.getByText(/, light or colours differ$/).className).toBe(styles.worse)
  expect(decided.queryByText(sentence)).toBeNull()
  const undecided = within(await region('garden'))
  expect(undecided.queryByText('Best version')).toBeNull()
  expect(undecided.getByText(/, turned by 180°$/).className).toBe(styles.worse)
  undecided.getByText(sentence)
})

test('NX-219 groups are loaded again after the connection was lost', async () => {
  show()
  await region('garden')
  groups = [makeGroup('beach')]
  push({ type: 'ready' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'garden.jpg' })).toBeNull())
})

const confirmAll = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Tidy up all 2' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  fireEvent.click(dialog.getByRole('button', { name }))
  return dialog
}
const answerRun = (state: string, binned: number) => () =>
  Response.json({ runId: runs.at(-1), state, groups: 2, done: binned, binned })

test('NX-226 a lost answer leaves the question open; the next press continues, and the line tells the rest', async () => {
  runAnswers = [() => refusal(500), answerRun('running', 1)]
  show()
  const dialog = await confirmAll('Bin 2 photos')
  await dialog.findByText('We couldn’t see how far it is. Please try again.')
  expect(watchedWork.get()).toEqual([])
  // The job goes on, and the page hears of it.
  groups = []
  push({ type: 'tidy-up-changed' })
  await waitFor(() => expect(screen.queryByRole('region', { hidden: true })).toBeNull())
  fireEvent.click(dialog.getByRole('button', { name: 'Bin 2 photos' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(new Set(runs).size).toBe(1)
  expect(runs).toHaveLength(2)
  expect(watchedWork.get()).toEqual([runs[0]])
})

test('NX-226 another question about all groups starts another run', async () => {
  runAnswers = [answerRun('done', 2), answerRun('done', 2)]
  show()
  await confirmAll('Bin 2 photos')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await confirmAll('Bin 2 photos')
  await waitFor(() => expect(new Set(runs).size).toBe(2))
})

test('NX-223 groups are decided beside each other, each with its own progress', async () => {
  show()
  for (const name of ['beach', 'garden']) {
    fireEvent.click(within(await region(name)).getByRole('button', { name: 'Bin 1' }))
  }
  await waitFor(() => expect(pendingDecisions).toHaveLength(2))
  for (const name of ['beach', 'garden']) {
    const button = within(await region(name)).getByRole('button', { name: 'These are not the same' })
    expect((button as HTMLButtonElement).disabled).toBe(true)
  }
  pendingDecisions[0]!()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'beach.jpg' })).toBeNull())
  const waiting = within(await region('garden')).getByRole('button', { name: 'These are not the same' })
  expect((waiting as HTMLButtonElement).disabled).toBe(true)
  pendingDecisions[1]!()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'garden.jpg' })).toBeNull())
})
