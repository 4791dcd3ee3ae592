// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Activation } from '#contract/activation.ts'
import type { Timeline } from '#contract/photos.ts'
import type { ImportPush } from '#contract/push.ts'
import { IMPORT_RUN, libraryForTests } from '#web/domains/photos/library.testing.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { TRACKED } from '#web/platform/tracking/tracking.ts'
import { AreaScreen } from '../../screens/area-screen.tsx'
import { renderScreens } from '../../screens.testing.tsx'
import { PhotoTimeline } from './photo-timeline.tsx'

interface FakeSocket {
  accepted: () => void
  receive: (message: ImportPush) => void
  open: boolean
  closedAt: number
}
const sockets: FakeSocket[] = []

vi.mock('#web/platform/push/import.ts', () => ({
  subscribeImport: (accepted: () => void, receive: FakeSocket['receive']) => {
    const socket = { accepted, receive, open: true, closedAt: 0 }
    sockets.push(socket)
    return {
      close: () => {
        socket.open = false
        socket.closedAt = Date.now()
      },
    }
  },
}))
vi.mock('#web/domains/retention/storage-button.tsx', () => ({ StorageButton: () => null }))

const tracked: string[] = []
const onTracked = (event: Event) => tracked.push((event as CustomEvent<{ name: string }>).detail.name)
let library: ReturnType<typeof libraryForTests>
let queries: QueryClient

// Preloads lazy components so that the first test does not wait for them.
beforeAll(() =>
  Promise.all([
    import('#web/domains/activation/activation-note.tsx'),
    import('#web/domains/activation/replaced-library.tsx'),
    import('#web/domains/activation/refused-dialog.tsx'),
  ]),
)
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(949)
  setHostFlags({ PhotoManagementReactivationEnabled: true, PhotoManagementUploadViewEnabled: true })
  document.addEventListener(TRACKED, onTracked)
})
afterEach(() => {
  queries.clear()
  document.removeEventListener(TRACKED, onTracked)
  tracked.length = 0
  sockets.length = 0
})

function open(activation: Activation, timeline: Timeline = {}) {
  library = libraryForTests(timeline)
  library.activation = activation
  const screens = { '/my-photos/photos': PhotoTimeline }
  queries = renderScreens('/my-photos/photos', screens, { frame: AreaScreen }).queries
}

const WAITING: Activation = { status: 'NOT_ACTIVE', waitingCount: 60 }
const DONE: Activation = {
  status: 'ACTIVE',
  import: { ...IMPORT_RUN, endedAt: '2026-01-01T00:01:00Z', photosCount: 60, added: 60 },
}
const reactivate = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Reactivate my photos' })
/** The bar of an import, whose socket the page has opened, too. */
async function bar() {
  await waitFor(() => expect(sockets.length).toBeGreaterThan(0))
  return screen.findByRole('progressbar', { name: 'Importing your photos from the archive' })
}
const countRequests = (path: string) => library.requests.filter(each => each === path).length
const say = (type: ImportPush['type'], payload: Activation) =>
  act(async () =>
    sockets.at(-1)!.receive({
      id: crypto.randomUUID(),
      type,
      data: { payload, timestamp: '2026-01-01T00:01:00Z' },
    }),
  )
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

describe('PL-133 reactivation', () => {
  test('PL-133 OP-26 it tracks the event, opens the socket first, starts after OK, then polls every 5 s and shows the progress', async () => {
    open(WAITING)
    expect(
      (await screen.findByRole('heading', { name: 'Your photos are in our archive' })).parentElement
        ?.textContent,
    ).toContain('60 photos')
    fireEvent.click(await reactivate())
    expect(tracked).toEqual(['library-reactivation-started'])
    await bar()
    expect(sockets).toHaveLength(1)
    expect(countRequests('POST /users/activate')).toBe(0)
    await act(async () => sockets[0]!.accepted())
    await waitFor(() => expect(countRequests('POST /users/activate')).toBe(1))
    const before = countRequests('/users/activate')
    library.activation = { status: 'IMPORTING', import: { ...IMPORT_RUN, photosCount: 60, added: 15 } }
    await pass(5000)
    await waitFor(() => expect(countRequests('/users/activate')).toBeGreaterThan(before))
    await screen.findByText('15 / 60')
    expect((await bar()).getAttribute('aria-valuenow')).toBe('25')
    fireEvent.click(screen.getByRole('button', { name: 'More actions' }))
    await screen.findByRole('menuitem', { name: 'Recently deleted' })
    expect(screen.queryByRole('menuitem', { name: 'Delete all photos' })).toBeNull()
  })

  test('PL-133 a socket that does not answer blocks nothing: a push message is only a hint', async () => {
    open(WAITING)
    fireEvent.click(await reactivate())
    await pass(9000)
    expect(countRequests('POST /users/activate')).toBe(0)
    await pass(1500)
    expect(countRequests('POST /users/activate')).toBe(1)
    await act(async () => sockets[0]!.accepted())
    expect(countRequests('POST /users/activate')).toBe(1)
    // Polling detects the end.
    library.activation = DONE
    library.timeline = { '2012': { '7': 60 } }
    await pass(6000)
    await screen.findByRole('heading', { name: /July 2012/ })
    expect([screen.queryByRole('progressbar'), sockets[0]!.open]).toEqual([null, false])
  })

  test('PL-134 after a page load during an import: progress, socket and polling, and no second start', async () => {
    open({ status: 'IMPORTING', import: IMPORT_RUN })
    await bar()
    expect(sockets).toHaveLength(1)
    await act(async () => sockets[0]!.accepted())
    const before = countRequests('/users/activate')
    await pass(5200)
    expect(countRequests('/users/activate')).toBeGreaterThan(before)
    expect(countRequests('POST /users/activate')).toBe(0)
  })

  test('PL-134 another open page is notified of the start and shows the progress', async () => {
    open(WAITING)
    await reactivate()
    library.activation = { status: 'IMPORTING', import: { ...IMPORT_RUN, photosCount: 60, added: 3 } }
    act(() => {
      push({ type: 'import-started' })
    })
    await screen.findByText('3 / 60')
    expect([sockets.length, tracked, countRequests('POST /users/activate')]).toEqual([1, [], 0])
  })

  test('PL-135 PL-136 PL-197 import-finished: 10 s later the status is fetched, the progress ends, the socket closes, everything is refetched', async () => {
    open({ status: 'IMPORTING', import: IMPORT_RUN })
    await bar()
    queries.setQueryData(['shared-albums', 'list'], [])
    const finishedAt = Date.now()
    await say('import-finished', DONE)
    library.activation = { status: 'IMPORTING', import: { ...IMPORT_RUN, photosCount: 60, added: 60 } }
    await pass(9000)
    expect([screen.queryAllByRole('progressbar').length, sockets[0]!.open]).toEqual([1, true])
    library.activation = DONE
    library.timeline = { '2012': { '7': 60 } }
    await pass(1000)
    await screen.findByRole('heading', { name: /July 2012/ })
    await screen.findByText('60 photos are back in your library')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(sockets[0]!.open).toBe(false)
    expect(sockets[0]!.closedAt - finishedAt).toBeGreaterThanOrEqual(10_000)
    expect(queries.getQueryState(['shared-albums', 'list'])?.isInvalidated).toBe(true)
  })

  test('PL-135 OP-26 import-error: an alert with try again, the socket is closed, and trying again starts; a rejected start shows one, too', async () => {
    open({ status: 'IMPORTING', import: IMPORT_RUN })
    await bar()
    const failed: Activation = {
      status: 'NOT_ACTIVE',
      waitingCount: 60,
      import: { ...IMPORT_RUN, problem: 'store-unavailable' },
    }
    library.activation = failed
    await say('import-error', failed)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('couldn’t import all of your photos')
    expect([screen.queryByRole('progressbar'), sockets[0]!.open]).toEqual([null, false])
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await bar()
    library.fail = path => path === '/users/activate'
    await act(async () => sockets[1]!.accepted())
    await waitFor(() => expect(countRequests('POST /users/activate')).toBe(1))
    await screen.findByRole('alert')
    expect(sockets[1]!.open).toBe(false)
  })
})

describe('OP-26 what a state shows', () => {
  test('with PhotoManagementReactivationEnabled off nothing is offered', async () => {
    setHostFlags({})
    open(WAITING)
    await screen.findByText('Your photo library is empty')
    expect(screen.queryByRole('button', { name: 'Reactivate my photos' })).toBeNull()
  })

  test('own photos beside the archive are shown, with a note about the archived ones', async () => {
    open(WAITING, { '2024': { '5': 3 } })
    await screen.findByRole('heading', { name: /May 2024/ })
    await screen.findByText('60 photos are still in our archive.')
    await reactivate()
  })

  test('DELETING: the library is hidden, nothing can be added', async () => {
    open({ status: 'DELETING' }, { '2024': { '5': 3 } })
    await screen.findByRole('heading', { level: 1, name: 'Your photo library is being deleted' })
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
    expect(screen.queryByRole('heading', { name: /May 2024/ })).toBeNull()
  })

  test('photos that could not be imported are listed with their reasons, until dismissed', async () => {
    const refused = { ...DONE, import: { ...DONE.import!, added: 58, refused: 2 } }
    open(refused, { '2024': { '5': 3 } })
    library.refused = [
      { fileName: 'a.jpg', reason: 'missing' },
      { fileName: 'b.jpg', reason: 'truncated' },
    ]
    await screen.findByText('58 photos are back in your library. 2 files couldn’t be imported.')
    fireEvent.click(screen.getByRole('button', { name: 'Show details' }))
    const dialog = await screen.findByRole('dialog', { name: '2 files couldn’t be imported' })
    const items = await within(dialog).findAllByRole('listitem')
    expect(items.map(item => item.textContent)).toEqual([
      'a.jpgThis file is no longer in the archive.',
      'b.jpgThis photo is incomplete: part of the file is missing.',
    ])
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/couldn’t be imported/)).toBeNull()
    cleanup()
    open(refused, { '2024': { '5': 3 } })
    await screen.findByRole('heading', { name: /May 2024/ })
    expect(screen.queryByText(/couldn’t be imported/)).toBeNull()
  })

  test.each([{ status: 'ARCHIVED' }, {}, { status: 'active' }])(
    'PL-137 an answer of %j is no status: Failed to parse response!',
    async answer => {
      open(answer as Activation, { '2024': { '5': 3 } })
      await screen.findByRole('heading', { name: /May 2024/ })
      await waitFor(() =>
        expect(String(queries.getQueryState(['activation'])?.error)).toContain('Failed to parse response!'),
      )
    },
  )
})
