// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LibraryPush } from '#contract/push.ts'
import { libraryForTests } from '#web/domains/photos/library.testing.ts'
import { watchedWork } from '#web/platform/operations/watched-work.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { PhotoTimeline } from './photo-timeline.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

vi.mock('#web/domains/retention/storage-button.tsx', () => ({ StorageButton: () => null }))

let library: ReturnType<typeof libraryForTests>
let queries: QueryClient
const scrolled = vi.fn()

// Preloads lazy components so that the first test does not wait for them.
beforeAll(async () => {
  await import('#web/domains/photos/deleting/delete-all-dialog.tsx')
  await import('#web/ui/menu.tsx')
})
beforeEach(() => {
  watchedWork.clear()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(949)
  vi.spyOn(window, 'scrollTo').mockImplementation(scrolled as never)
})
afterEach(() => {
  queries.clear()
})

function open(timeline = { '2024': { '5': 3, '4': 30 } } as Record<string, Record<string, number>>) {
  library = libraryForTests(timeline)
  show()
}

let router: { state: { location: { pathname: string } } }

/** Renders the page as after a reload, without any cached state. */
function show(path = '/my-photos/photos') {
  const shown = renderScreens(path, { '/my-photos/photos': PhotoTimeline, '/elsewhere': PhotoTimeline })
  queries = shown.queries
  router = shown.router
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const requestsTo = (path: string) => library.requests.filter(each => each === path)

/** Opens the modal and types a word. */
async function type(word: string) {
  fireEvent.click(await button('More actions'))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete all photos' }))
  const dialog = await screen.findByRole('alertdialog')
  const field = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Type DELETE to confirm' })
  fireEvent.change(field, { target: { value: word } })
  return { dialog, field, submit: () => fireEvent.submit(field.form!) }
}

async function expectNotOffered() {
  fireEvent.click(await button('More actions'))
  expect((await screen.findAllByRole('menuitem')).map(item => item.textContent)).toEqual(['Recently deleted'])
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
}

/** The running work shows the library move of the service. */
const isWatched = () => waitFor(() => expect(watchedWork.get()).toContain(library.move!.moveId))

const publish = (message: LibraryPush) => act(async () => push(message))

test.each(['', 'delete', 'DELETE ', 'LÖSCHEN'])(
  'PL-020 PL-104 PL-105 RV-110 OP-21 the modal has its explanation; on submit only the wrong word %j shows an error at the field, and nothing is sent',
  async word => {
    open()
    const { dialog, field, submit } = await type(word)
    expect(dialog.textContent).toContain('Your 33 photos move to Recently deleted for 30 days')
    fireEvent.blur(field)
    expect(within(dialog).queryByRole('alert')).toBeNull()
    submit()
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Please type DELETE to confirm')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(requestsTo('/photos/all')).toEqual([])
  },
)

test('RV-1104 RV-505 PL-106 the right word deletes all, leads to the top of the photos and shows the running work; its end requests the timeline once', async () => {
  library = libraryForTests({ '2024': { '5': 3, '4': 30 } })
  show('/elsewhere')
  const { submit } = await type('DELETE')
  submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'))
  await isWatched()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requestsTo('/photos/all')).toHaveLength(1)
  expect(scrolled).toHaveBeenCalledWith({ top: 0 })
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()

  const move = library.move!
  library.move = { ...move, moved: 11 }
  await publish({ type: 'library-move', move: library.move })
  expect(screen.queryByRole('heading', { level: 2 })).toBeNull()

  library.timeline = {}
  library.move = undefined
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const before = library.requests.length
  await publish({ type: 'library-move', move: { ...move, state: 'done', moved: 33 } })
  await screen.findByText('Your photo library is empty')
  await act(() => vi.advanceTimersByTimeAsync(1000))
  const requested = library.requests.slice(before)
  expect(requested.filter(path => path.startsWith('/users/timeline'))).toHaveLength(1)
  vi.useRealTimers()
  await expectNotOffered()
})

test('PL-106 a failure is shown in the open modal; cancel resets it', async () => {
  open()
  library.fail = path => path === '/photos/all'
  const { dialog, submit } = await type('DELETE')
  submit()
  expect((await within(dialog).findByRole('alert')).textContent).toContain(
    'Error: Your photos could not be deleted',
  )
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const again = await type('')
  expect(within(again.dialog).queryByRole('alert')).toBeNull()
})

test('PL-106 a deletion in another tab ends the selection of this one', async () => {
  open()
  fireEvent.click(await button('Select'))
  fireEvent.click(await screen.findByRole('button', { name: /^Photo 1 of 33/ }))
  await screen.findByText('1 selected')
  const move = { moveId: crypto.randomUUID(), to: 'bin', state: 'running', photos: 33, moved: 0 } as const
  library.move = move
  await publish({ type: 'library-move', move })
  await isWatched()
  library.move = undefined
  await publish({ type: 'library-move', move: { ...move, state: 'done' } })
  await screen.findByRole('heading', { name: /May 2024/ })
  expect(screen.queryByText('1 selected')).toBeNull()
})

test('PL-106 the progress is shown after a reload and in another tab', async () => {
  library = libraryForTests({ '2024': { '5': 3 } })
  library.move = { moveId: crypto.randomUUID(), to: 'bin', state: 'running', photos: 3, moved: 1 }
  show()
  await isWatched()
  await expectNotOffered()
  library.move = undefined
  await screen.findByRole('heading', { name: /May 2024/ })
})
