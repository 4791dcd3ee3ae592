// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { albumIdForTests, albumsForTests, renderForTests } from '#web/domains/albums/albums.testing.tsx'
import { stubIntersections } from '#web/gallery/page/more-pages.testing.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { AlbumsPage } from './albums-page.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

vi.mock('#web/domains/retention/storage-button.tsx', () => ({ StorageButton: () => null }))

let service: ReturnType<typeof albumsForTests>
let intersections: ReturnType<typeof stubIntersections>

// Preloads lazy components so that the first test does not wait for them.
beforeAll(async () => {
  await import('#web/domains/albums/editing/create-album-dialog.tsx')
  await import('#web/ui/select-list.tsx')
})
beforeEach(() => {
  setHostFlags({ PhotoManagementAlbumViewEnabled: true, PhotoManagementUploadViewEnabled: true })
  intersections = stubIntersections()
})

function open(
  given: Parameters<typeof albumsForTests>[0],
  prepare: (made: typeof service) => void = () => {},
) {
  service = albumsForTests(given)
  prepare(service)
  return renderForTests(PATHS.albums, { [PATHS.albums]: () => <AlbumsPage /> })
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Album ${index}`, count: 1 }))
const list = () => screen.findByRole('list', { name: 'Albums' })
const links = async () => within(await list()).getAllByRole('link')
const lists = () => service.lines('GET /albums?')

describe('the albums list', () => {
  test("PL-069 PL-071 a 'New album' tile, then albums with cover or placeholder, count, name and date; each links to its page, a shared one to the shared page", async () => {
    open([
      { name: 'Oslo', count: 1 },
      { name: 'Plans', count: 0, shared: true },
    ])
    const items = within(await list()).getAllByRole('listitem')
    expect(items.map(item => item.textContent)).toEqual([
      'New album',
      'Oslo1 photoCreated 19 Nov 2026',
      'Plans0 photosCreated 19 Nov 2026Shared',
    ])
    expect(items[1]!.querySelector('img')?.getAttribute('src')).toContain('/media/')
    expect([items[1], items[2]].map(item => item!.querySelector('[data-no-cover]') !== null)).toEqual([
      false,
      true,
    ])
    expect((await links()).map(link => link.getAttribute('href'))).toEqual([
      `/my-photos/albums/${albumIdForTests(0)}`,
      `/my-photos/shared-albums/${albumIdForTests(1)}`,
    ])
  })

  test('PL-075 PL-197 PL-038 first 49, then 50 when the end scrolls into view, until there are no more', async () => {
    open(many(110))
    expect(await links()).toHaveLength(49)
    intersections.see(false)
    expect(await links()).toHaveLength(49)
    expect(lists()).toHaveLength(1)
    intersections.see()
    await waitFor(async () => expect(await links()).toHaveLength(99))
    intersections.see()
    await waitFor(async () => expect(await links()).toHaveLength(110))
    expect(lists().map(line => /limit=(\d+)/.exec(line)?.[1])).toEqual(['49', '50', '50'])
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test("PL-076 PL-196 'Unable to display albums. Please refresh the page or try again later.'", async () => {
    open([{ name: 'Oslo', count: 1 }], made => {
      made.fail = line => line.startsWith('GET /albums')
    })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(
      'Unable to display albums. Please refresh the page or try again later.',
    )
    service.fail = () => false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await links()).toHaveLength(1)
  })

  test('PL-148 a loader while albums are loading, and an empty state if there are none', async () => {
    const held = Promise.withResolvers<void>()
    open([], made => {
      made.pending = held.promise
    })
    expect((await screen.findByText('Loading your albums')).closest('[role=status]')).not.toBeNull()
    held.resolve()
    expect(await screen.findByText('No albums yet')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'New album' }))
    expect(await screen.findByRole('dialog', { name: 'Create new album' })).toBeDefined()
  })

  test('PL-165 newest first, or another order that is saved on this device', async () => {
    open([{ name: 'Oslo', count: 1 }])
    await links()
    expect(lists()[0]).toContain('sortKey=created&sortOrder=desc')
    fireEvent.click(screen.getByRole('button', { name: 'Sort by: Newest first' }))
    fireEvent.click(await screen.findByRole('option', { name: 'Name, A to Z' }))
    await waitFor(() => expect(lists().at(-1)).toContain('sortKey=albumName&sortOrder=asc'))
    cleanup()
    open([{ name: 'Oslo', count: 1 }])
    await links()
    expect(lists()[0]).toContain('sortKey=albumName&sortOrder=asc')
  })

  test("PL-019 the tab 'Albums' is the current one and has its count, '-' until it is known", async () => {
    const held = Promise.withResolvers<void>()
    open(many(3), made => {
      made.pending = held.promise
    })
    const tab = await screen.findByRole('link', { name: /^Albums/ })
    expect([tab.textContent, tab.getAttribute('aria-current')]).toEqual(['Albums -', 'page'])
    const photosTab = screen.getByRole('link', { name: /^Photos/ })
    expect(photosTab.getAttribute('href')).toBe('/my-photos/photos')
    expect(photosTab.getAttribute('aria-current')).toBeNull()
    held.resolve()
    await waitFor(() => expect(tab.textContent).toBe('Albums 3'))
  })

  test('OP-05 PL-143 without the album flag there is no such tab', async () => {
    setHostFlags({ PhotoManagementAlbumViewEnabled: false })
    open(many(1))
    await links()
    expect(screen.queryByRole('link', { name: /^Albums/ })).toBeNull()
  })

  test('an album created elsewhere is shown without a reload', async () => {
    open([{ name: 'Oslo', count: 1 }])
    await links()
    service.albums.unshift({
      ...service.albums[0]!,
      name: 'From the phone',
      photos: [],
      id: albumIdForTests(7),
    })
    push({ type: 'albums-changed', albumIds: [albumIdForTests(7)], change: 'added' })
    expect(await screen.findByText('From the phone')).toBeDefined()
  })
})

describe('a new album', () => {
  let page: ReturnType<typeof open>
  const begin = async () => {
    page = open([{ name: 'Oslo', count: 1 }])
    await links()
    fireEvent.click(screen.getByRole('button', { name: 'New album' }))
    await screen.findByRole('dialog', { name: 'Create new album' })
    return screen.getByRole<HTMLInputElement>('textbox', { name: 'Album name' })
  }
  const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
  const submit = () => fireEvent.submit(screen.getByRole('textbox').closest('form')!)

  test("PL-072 OP-15 'Create album' creates it and navigates to it", async () => {
    const field = await begin()
    const { calls } = service
    expect(screen.getByRole('button', { name: 'Create album' }).getAttribute('type')).toBe('submit')
    type(field, 'Summer  ')
    submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const made = calls.find(({ line }) => line === 'POST /albums')?.body as { name: string; albumId: string }
    expect(made.name).toBe('Summer')
    expect(made.albumId).toMatch(/^[\da-f-]{36}$/)
    await waitFor(() => expect(page.router.state.location.pathname).toBe(`/my-photos/albums/${made.albumId}`))
  })

  test.each([
    ['', 'Please give your album a name'],
    [' Summer', 'Name not valid'],
    ['Summer; again', 'Name not valid'],
    ['<b>', 'Name not valid'],
    ['x'.repeat(256), 'Album name can have at most 255 characters'],
  ])(
    'PL-073 PL-074 OP-15 RV-840 the name %j: %s, on submit only, and nothing is sent',
    async (name, problem) => {
      const field = await begin()
      expect(field.placeholder).toBe('Untitled album')
      type(field, name)
      fireEvent.blur(field)
      expect(screen.queryByRole('alert')).toBeNull()
      submit()
      expect(screen.getByRole('alert').textContent).toBe(problem)
      expect(service.lines('POST')).toEqual([])
      type(field, 'Good')
      expect(screen.getByRole('alert').textContent).toBe(problem)
      submit()
      await waitFor(() => expect(service.lines('POST')).toHaveLength(1))
    },
  )

  test('PL-072 a failure is shown in the open modal; the retry is for the same album', async () => {
    const field = await begin()
    service.fail = line => line.startsWith('POST')
    type(field, 'Summer')
    submit()
    expect((await screen.findByRole('alert')).textContent).toContain('The album couldn’t be created.')
    service.fail = () => false
    submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const ids = service.calls
      .filter(({ line }) => line === 'POST /albums')
      .map(({ body }) => (body as { albumId: string }).albumId)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })
})
