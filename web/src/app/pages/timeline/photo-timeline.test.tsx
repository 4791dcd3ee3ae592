// @vitest-environment happy-dom
import type { QueryClient } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Timeline } from '#contract/photos.ts'
import { deletePhotos } from '#web/domains/photos/deleting/delete-photos.ts'
import { libraryForTests } from '#web/domains/photos/library.testing.ts'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { markFirstScreenShown } from '#web/platform/lazy/first-screen.tsx'
import { renderScreens } from '../../screens.testing.tsx'
import { PhotoTimeline } from './photo-timeline.tsx'

vi.mock('#web/domains/retention/storage-button.tsx', () => ({ StorageButton: () => 'The storage status' }))
vi.mock('#web/domains/uploads/upload-dialog/upload-modal.tsx', () => ({
  UploadModal: ({ droppedFiles }: { droppedFiles?: { file: File }[] }) => (
    <div role="dialog">{droppedFiles?.map(({ file }) => file.name).join()}</div>
  ),
}))

let library: ReturnType<typeof libraryForTests>
let queries: QueryClient

// Preloads a lazy component so that the first test does not wait for it.
beforeAll(() => import('#web/ui/select-list.tsx'))
beforeEach(() => {
  // The test DOM has no layout: the grid needs a width.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(949)
  setHostFlags({ PhotoManagementUploadViewEnabled: true })
})

afterEach(() => {
  queries.clear()
})

const TIMELINE: Timeline = { '2024': { '5': 3, '4': 30, '1': 500 }, '1970': { '1': 2 } }

function open(timeline: Timeline = TIMELINE, prepare: (made: typeof library) => void = () => {}) {
  library = libraryForTests(timeline)
  prepare(library)
  const shown = renderScreens('/my-photos/photos', {
    '/my-photos/photos': PhotoTimeline,
    '/my-photos/photos/preview/$id': () => <div>The preview</div>,
  })
  queries = shown.queries
  return shown.router
}

const photo = (name: RegExp) => screen.findByRole('button', { name })
const months = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
/** A window, px, that shows 48 photos. */
const TALL = 2400
const requestedPages = () => library.requests.filter(path => path.startsWith('/photos/timeline'))

describe('photos page', () => {
  test("PL-026 PL-019 a loader while the counts are loading, then the months; the tab shows '-' and then the number of photos", async () => {
    const held = Promise.withResolvers<void>()
    open(TIMELINE, made => {
      made.pending = held.promise
    })
    expect((await screen.findByText('Loading your photos')).closest('[role=status]')).not.toBeNull()
    expect(screen.queryByRole('grid')).toBeNull()
    const tabs = await screen.findByRole('navigation', { name: 'My photos' })
    expect(within(tabs).getByRole('link').textContent).toBe('Photos -')
    held.resolve()
    expect(await screen.findByRole('grid')).toBeDefined()
    expect(screen.queryByText('Loading your photos')).toBeNull()
    await waitFor(() => expect(within(tabs).getByRole('link').textContent).toBe('Photos 535'))
  })

  test('PL-027 a failure shows a message with a working retry', async () => {
    open(TIMELINE, made => {
      made.fail = path => path === '/users/timeline'
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Error: Your photos could not be loaded')
    library.fail = () => false
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('grid')).toBeDefined()
  })

  test('PL-018 PL-027 an empty library shows an empty state that offers to add photos while the flag is on', async () => {
    open({})
    expect(await screen.findByRole('heading', { name: 'Your photo library is empty' })).toBeDefined()
    expect(screen.getAllByRole('button', { name: 'Add photos' })).toHaveLength(2)
    cleanup()
    setHostFlags({})
    open({})
    await screen.findByRole('heading', { name: 'Your photo library is empty' })
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
    cleanup()
    open()
    await screen.findByRole('grid')
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
  })

  test('PL-017 storage status and title; the link back is for small screens only', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'My photos' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Overview' })).toBeNull()
    markFirstScreenShown()
    expect(await screen.findByText('The storage status')).toBeDefined()
    cleanup()
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('width <'),
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    open()
    expect((await screen.findByRole('link', { name: 'Overview' })).getAttribute('href')).toBe('/')
  })

  test('PL-020 the rest of the introduction is shown and hidden', async () => {
    open()
    const toggle = await screen.findByRole('button', { name: 'Show more' })
    const rest = document.getElementById(toggle.getAttribute('aria-controls')!)!
    expect(rest.hidden).toBe(true)
    fireEvent.click(toggle)
    expect(rest.hidden).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Show less' }))
    expect(rest.hidden).toBe(true)
  })

  test('PL-031 months in view request their first 24 photos once, the others request nothing', async () => {
    open()
    await photo(/^Photo 1 of 535, taken 28 May 2024/)
    await photo(/^Photo 4 of 535, taken 28 April 2024/)
    expect(requestedPages()).toHaveLength(2)
    for (const path of requestedPages())
      expect(path).toMatch(/2024\/(5|4)\?sortKey=dateTaken&sortOrder=desc&groupBy=dateTaken&limit=24$/)
  })

  test('PL-032 a month that fails to load shows an error with a retry; the others are not affected', async () => {
    open(TIMELINE, made => {
      made.fail = path => path.endsWith('/2024/4')
    })
    await photo(/^Photo 1 of 535, taken 28 May 2024/)
    const alert = await screen.findByRole('alert')
    expect(alert.closest('[role=rowgroup]')?.textContent).toContain('April 2024')
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    library.fail = () => false
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await photo(/^Photo 4 of 535, taken 28 April 2024/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test("PL-033 OP-09 '+N' counts all that are not loaded; it is gone when all are", async () => {
    vi.stubGlobal('innerHeight', TALL)
    open({ '2024': { '5': 30 } })
    const more = await screen.findByRole('button', { name: 'Show 6 more photos' })
    expect(more.textContent).toBe('+6')
    fireEvent.click(more)
    await photo(/^Photo 30 of 30, taken 27 May 2024/)
    expect(screen.queryByRole('button', { name: /more photo/ })).toBeNull()
  })

  test("RV-843 a press on '+N' requests the next page of 24, and no other", async () => {
    vi.stubGlobal('innerHeight', TALL)
    open({ '2024': { '5': 300 } })
    fireEvent.click(await screen.findByRole('button', { name: 'Show 276 more photos' }))
    await photo(/^Photo 48 of 300, taken/)
    await screen.findByRole('button', { name: 'Show 252 more photos' })
    const query = 'sortKey=dateTaken&sortOrder=desc&groupBy=dateTaken&limit=24'
    expect(requestedPages()).toEqual([
      `/photos/timeline/2024/5?${query}`,
      `/photos/timeline/2024/5?${query}&cursor=24`,
    ])
  })

  test('PL-034 a press opens the preview above the grid, which stays mounted', async () => {
    const router = open()
    fireEvent.click(await photo(/^Photo 2 of 535, taken/))
    expect(await screen.findByText('The preview')).toBeDefined()
    expect(router.state.location.pathname).toBe(
      `/my-photos/photos/preview/${photoForTests(2024, 5, 1).imageId}`,
    )
    expect(document.querySelector('[role=grid]')?.closest('[inert]')).not.toBeNull()
  })

  test('PL-030 short months beside each other can be selected as a whole in selection mode only', async () => {
    open({ '2024': { '3': 2, '2': 1 } })
    await photo(/^Photo 1 of 3, taken/)
    expect(screen.queryByRole('button', { name: /^Select all photos of/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Select' }))
    expect(screen.getAllByRole('button', { name: /^Select all photos of/ })).toHaveLength(2)
    fireEvent.click(screen.getByRole('button', { name: 'Select all photos of March 2024' }))
    expect(await screen.findByText('2 selected')).toBeDefined()
  })

  test('PL-030 PL-034 PL-049 in selection mode presses select, and months can be selected whole', async () => {
    open()
    await photo(/^Photo 1 of 535, taken/)
    expect(screen.queryByRole('button', { name: /^Select all photos of/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Select' }))
    fireEvent.click(await photo(/^Photo 2 of 535, taken/))
    expect((await photo(/^Photo 2 of 535/)).closest('[aria-selected=true]')).not.toBeNull()
    expect(await screen.findByText('1 selected')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Select all photos of April 2024' }))
    expect(screen.getByText('31 selected')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Deselect all photos of April 2024' }))
    expect(screen.getByText('1 selected')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel selection' }))
    expect(screen.queryByText('1 selected')).toBeNull()
  })

  test('Shift and click selects a range over photos that are not loaded', async () => {
    open({ '2024': { '5': 30, '4': 4 } })
    fireEvent.click(screen.queryByRole('button', { name: 'Select' }) ?? (await photo(/^Select$/)))
    fireEvent.click(await photo(/^Photo 2 of 34/))
    fireEvent.click(await photo(/^Photo 33 of 34/), { shiftKey: true })
    await waitFor(() => expect(screen.getByText('32 selected')).toBeDefined())
  })

  test('PL-100 while a photo is being deleted the counts are not refetched: they would still include it', async () => {
    open()
    // Its page has to be loaded: a photo on none is not subtracted.
    await photo(/^Photo 1 of 535, taken/)
    const countRequests = () => library.requests.filter(path => path.startsWith('/users/timeline')).length
    const before = countRequests()
    const held = Promise.withResolvers<void>()
    library.pending = held.promise
    const deleting = deletePhotos(queries, [photoForTests(2024, 5, 1).imageId])
    await photo(/^Photo 1 of 534/)
    library.timeline = { ...TIMELINE, '2024': { ...TIMELINE['2024'], '5': 2 } }
    held.resolve()
    await deleting
    await waitFor(() => expect(countRequests()).toBeGreaterThan(before))
    // Once, after the removal.
    expect(countRequests()).toBe(before + 1)
  })

  test('PL-040 files dropped anywhere on the timeline open the import with them', async () => {
    open()
    await screen.findByRole('grid')
    const file = new File(['x'], 'beach.jpg', { type: 'image/jpeg' })
    const drop = new Event('drop', { cancelable: true })
    Object.assign(drop, { dataTransfer: { types: ['Files'], files: [file] } })
    fireEvent(window, drop)
    expect((await screen.findByRole('dialog')).textContent).toBe('beach.jpg')
    expect(drop.defaultPrevented).toBe(true)
  })
})

describe('sorting', () => {
  const SORTED = { '2024': { '5': 3, '1': 4 }, '1970': { '1': 2 } }
  const select = () => screen.findByRole('button', { name: /^Sort by/ })
  const countRequests = (query: string) => library.requests.filter(path => path.includes(query)).length
  async function choose(name: string) {
    fireEvent.click(await select())
    fireEvent.click(await screen.findByRole('option', { name }))
  }

  test('PL-024 PL-025 OP-08 another sort loads the months in view again in its order, Unknown Date stays last', async () => {
    open(SORTED)
    await photo(/^Photo 1 of 9, taken 28 May 2024/)
    expect(months()).toEqual(['May 2024', 'January 2024', 'Unknown Date'])
    await choose('Date taken, old to new')
    await photo(/^Photo 1 of 9, taken 28 January 2024/)
    expect(months()).toEqual(['January 2024', 'May 2024', 'Unknown Date'])
    expect(countRequests('/timeline/2024/5?sortKey=dateTaken&sortOrder=asc')).toBe(1)
    await choose('Date uploaded, new to old')
    await waitFor(() =>
      expect(countRequests('/timeline/2024/5?sortKey=created&sortOrder=desc&groupBy=created')).toBe(1),
    )
    expect(countRequests('/users/timeline?groupBy=created')).toBe(1)
    await choose('Date taken, old to new')
    await waitFor(() => expect(countRequests('/timeline/2024/5?sortKey=dateTaken&sortOrder=asc')).toBe(2))
  })

  test('PL-024 PL-031 photos in view are loaded when the sort changes in the middle of a fling', async () => {
    open(SORTED)
    await photo(/^Photo 1 of 9, taken 28 May 2024/)
    fireEvent.click(await select())
    const option = await screen.findByRole('option', { name: 'Date uploaded, new to old' })
    const edge = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    edge.mockReturnValue({ ...new DOMRect(0, -innerHeight, 949, 0).toJSON(), top: -innerHeight })
    window.dispatchEvent(new Event('scroll'))
    edge.mockRestore()
    library.timeline = { '2025': { '2': 9 } }
    fireEvent.click(option)
    await waitFor(() => expect(countRequests('/timeline/2025/2?sortKey=created')).toBe(1))
  })

  test('PL-021 PL-022 OP-07 photos are sorted by date uploaded or taken; the choice is used again after a reload', async () => {
    open(SORTED)
    await photo(/^Photo 1 of 9/)
    fireEvent.click(await select())
    const options = await screen.findAllByRole('option')
    expect(options.map(option => option.textContent)).toEqual([
      'Date uploaded, new to old',
      'Date uploaded, old to new',
      'Date taken, new to old',
      'Date taken, old to new',
    ])
    fireEvent.click(options.at(-1)!)
    cleanup()
    open(SORTED)
    await photo(/^Photo 1 of 9, taken 28 January 2024/)
    expect((await select()).textContent).toBe('Date taken, old to new')
    expect(countRequests('sortOrder=desc')).toBe(0)
  })
})
