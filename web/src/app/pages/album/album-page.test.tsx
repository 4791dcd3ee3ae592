// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LibraryPush } from '#contract/push.ts'
import { albumIdForTests, albumsForTests, renderForTests } from '#web/domains/albums/albums.testing.tsx'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { AlbumPage } from './album-pages.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const { device } = vi.hoisted(() => ({ device: { width: 964 } }))
vi.mock('#web/domains/uploads/upload-dialog/upload-modal.tsx', () => ({
  UploadModal: ({ albumId }: { albumId?: string }) => <div role="dialog">Upload into {albumId}</div>,
}))

let service: ReturnType<typeof albumsForTests>
const OSLO = albumIdForTests(0)
const AT = `/my-photos/albums/${OSLO}`

// Preloads lazy components so that the first test does not wait for them.
beforeAll(async () => {
  await import('#web/domains/albums/removing/remove-dialog.tsx')
  await import('#web/ui/operation-dialog.tsx')
  await import('#web/domains/albums/copying/copy-dialog.tsx')
  await import('#web/domains/temp-selections/handoff-overlay.tsx')
  await import('#web/ui/menu.tsx')
  await import('#web/ui/select-list.tsx')
  await import('#web/domains/albums/editing/rename-form.tsx')
})
beforeEach(() => {
  // The test DOM has no layout: the grid needs a width.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => device.width)
  setHostFlags({ PhotoManagementUploadViewEnabled: true, PhotoManagementSharedAlbumsViewEnabled: true })
})

function open(count: number, prepare: (made: typeof service) => void = () => {}, path = AT) {
  service = albumsForTests([
    { name: 'Oslo', count },
    { name: 'Shared', count: 2, shared: true },
    { name: 'Garden', count: 3 },
  ])
  prepare(service)
  return renderForTests(path, { [PATHS.album]: AlbumPage })
}

const photo = (position: number) =>
  screen.findByRole('button', { name: new RegExp(`^Photo ${position.toLocaleString('en-GB')} of .*taken`) })
const tiles = () => screen.getAllByRole('button', { name: /^Photo \d/ })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
const chooseAction = async (name: string) => {
  press('More actions')
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}
const bar = () => screen.queryByRole('region', { name: 'Actions for the selected photos' })
const id = (index: number) => photoForTests(2024, 5, index).imageId
const publish = (message: LibraryPush) => act(async () => push(message))

describe('the album page', () => {
  test.each([
    ['2026-11-21T09:00:00Z', 'Created today'],
    ['2026-11-20T23:30:00Z', 'Created yesterday'],
    ['2026-11-19T23:30:00Z', 'Created 19 Nov 2026'],
    ['2026-05-03T10:00:00Z', 'Created 03 May 2026'],
    ['2026-09-03T10:00:00Z', 'Created 03 Sep 2026'],
  ])('PL-077 breadcrumb, name, count, and for %s: %s', async (created, text) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] })
    open(3, made => {
      made.created = created
    })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Oslo')
    expect(screen.getByRole('link', { name: 'My albums' }).getAttribute('href')).toBe('/my-photos/albums')
    expect(screen.getByText('3 photos')).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
  })

  test('PL-083 RV-114 RV-819 photos are grouped in sections of 24, in the columns of the timeline, and rows are named by their positions', async () => {
    open(50)
    await photo(1)
    const sections = screen.getAllByRole('rowgroup')
    expect(sections.map(section => section.getAttribute('aria-label')).slice(0, 2)).toEqual([
      'Photos 1 to 24',
      'Photos 25 to 48',
    ])
    expect(within(sections[0]!).getAllByRole('button')).toHaveLength(24)
    const rows = within(sections[0]!).getAllByRole('row')
    expect(rows.map(row => within(row).getAllByRole('button').length)).toEqual([5, 5, 5, 5, 4])
    expect(rows.map(row => row.getAttribute('aria-label'))).toEqual([
      'Photos 1 to 5',
      'Photos 6 to 10',
      'Photos 11 to 15',
      'Photos 16 to 20',
      'Photos 21 to 24',
    ])
    const [beside] = within(sections[1]!).getAllByRole('row')
    const last = rows.at(-1)!
    expect(within(beside!).getAllByRole('button')).toHaveLength(1)
    expect(beside!.getAttribute('aria-rowindex')).toBe(last.getAttribute('aria-rowindex'))
    expect(beside!.getAttribute('aria-colindex')).toBe('5')
    expect([beside!.style.transform, beside!.style.left, last.style.right]).toEqual([
      last.style.transform,
      'calc((100% + 4px) * 4 / 5)',
      'calc((100% + 4px) * 1 / 5)',
    ])
  })

  test("PL-021 OP-07 PL-022 'Date added' and 'Date taken'; albums have their own preference", async () => {
    open(3)
    await photo(1)
    press('Sort by: Date added, new to old')
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual([
      'Date added, new to old',
      'Date added, old to new',
      'Date taken, new to old',
      'Date taken, old to new',
    ])
    fireEvent.click(screen.getByRole('option', { name: 'Date taken, old to new' }))
    await waitFor(() =>
      expect(service.lines(`GET /albums/${OSLO}/photos?`).at(-1)).toContain(
        'sortKey=dateTaken&sortOrder=asc',
      ),
    )
    expect(Object.keys(localStorage)).toEqual(['keepsake.sort.albumPhotos'])
  })

  test('PL-081 PL-018 PL-143 an empty album shows an empty state that adds photos to the album, with the upload flag only', async () => {
    setHostFlags({})
    open(0)
    await screen.findByText('Your album is empty')
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
    cleanup()
    setHostFlags({ PhotoManagementUploadViewEnabled: true, PhotoManagementOrderPrintsEnabled: true })
    open(0)
    expect(await screen.findByText('Your album is empty')).toBeDefined()
    for (const name of ['Select', 'Order prints'])
      expect(screen.queryByRole('button', { name }), name).toBeNull()
    const adding = screen.getAllByRole('button', { name: 'Add photos' })
    expect(adding).toHaveLength(2)
    fireEvent.click(adding.at(-1)!)
    expect((await screen.findByRole('dialog')).textContent).toBe(`Upload into ${OSLO}`)
  })

  test('PL-082 a shared album redirects to the shared page, unless its flag is off', async () => {
    const shared = `/my-photos/albums/${albumIdForTests(1)}`
    const { router } = open(3, undefined, shared)
    await waitFor(() =>
      expect(router.state.location.pathname).toBe(`/my-photos/shared-albums/${albumIdForTests(1)}`),
    )
    cleanup()
    setHostFlags({})
    open(3, undefined, shared)
    expect(await screen.findByRole('heading', { level: 1, name: 'Shared' })).toBeDefined()
  })

  test('PL-082 PL-093 with the flag off it cannot be changed either, and deleting it applies to all participants', async () => {
    setHostFlags({ PhotoManagementUploadViewEnabled: true, PhotoManagementAlbumViewEnabled: true })
    const { router } = open(3, undefined, `/my-photos/albums/${albumIdForTests(1)}`)
    await photo(1)
    for (const name of ['Rename album', 'Add photos'])
      expect(screen.queryByRole('button', { name }), name).toBeNull()
    press('Select')
    fireEvent.click(await photo(1))
    for (const name of ['Copy to album', 'Remove from album'])
      expect(button(name).getAttribute('aria-disabled'), name).toBe('true')
    expect(screen.queryByRole('button', { name: 'Use as cover' })).toBeNull()
    await chooseAction('Delete album')
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/deletes the shared album ‘Shared’ for all participants/)).toBeDefined()
    fireEvent.click(question.getByRole('button', { name: 'Delete album' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(PATHS.albums))
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test.each([
    [/^GET .*\/albums\/[\w-]+$/, 'Unable to display album. Please refresh the page or try again later.'],
    [/\/photos\?/, 'Unable to display album photos. Please refresh the page or try again later.'],
  ])('PL-085 PL-196 when %s fails: %s', async (failing, message) => {
    open(3, made => {
      made.fail = line => failing.test(line)
    })
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    service.fail = () => false
    press('Try again')
    await photo(1)
  })

  test('an unknown album, or one of another customer, shows a message with a link back', async () => {
    open(3, undefined, `/my-photos/albums/${albumIdForTests(99)}`)
    expect(await screen.findByText('This album no longer exists.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'My albums' }).getAttribute('href')).toBe('/my-photos/albums')
  })

  test('PL-034 PL-007 a photo opens in the preview of the album', async () => {
    const { router } = open(3)
    fireEvent.click(await photo(2))
    await screen.findByText('The preview')
    expect(router.state.location.pathname).toBe(`${AT}/preview/${id(1)}`)
  })
})

describe('the name', () => {
  const rename = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: 'Rename album' }))
    const field = await screen.findByRole('textbox', { name: 'Album name' })
    fireEvent.change(field, { target: { value: name } })
    fireEvent.submit(field.closest('form')!)
    return field
  }
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent

  test('PL-078 is edited in place, shown optimistically, and saved', async () => {
    open(3)
    await photo(1)
    const held = Promise.withResolvers<void>()
    service.pending = held.promise
    await rename('Bergen ')
    await waitFor(() => expect(heading()).toBe('Bergen'))
    expect(service.albums[0]?.name).toBe('Oslo')
    held.resolve()
    await waitFor(() => expect(service.albums[0]?.name).toBe('Bergen'))
    expect(service.calls.find(({ line }) => line.startsWith('PATCH'))?.body).toEqual({ name: 'Bergen' })
    expect(document.activeElement).toBe(button('Rename album'))
  })

  test('PL-078 a failure shows a message and restores the old name; a retry works', async () => {
    open(3)
    await photo(1)
    // Reading it again fails, too.
    service.fail = () => true
    await rename('Bergen')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Unable to save changes. Please try again',
    )
    expect(heading()).toBe('Oslo')
    service.fail = () => false
    press('Try again')
    await waitFor(() => expect(heading()).toBe('Bergen'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('PL-073 PL-078 is validated like any album name; Escape cancels', async () => {
    open(3)
    await photo(1)
    const field = await rename('')
    expect(screen.getByRole('alert').textContent).toBe('Please give your album a name')
    fireEvent.change(field, { target: { value: 'a > b' } })
    fireEvent.submit(field.closest('form')!)
    expect(screen.getByRole('alert').textContent).toBe('Name not valid')
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(heading()).toBe('Oslo')
    expect(service.lines('PATCH')).toEqual([])
  })
})

describe('deleting the album', () => {
  test("PL-084 failure: 'Unable to remove album. Please try again' in the open modal; deleted, Back does not return to it, and its URL shows that it does not exist", async () => {
    const { router } = open(3, made => {
      made.fail = line => line.startsWith('DELETE')
    })
    await photo(1)
    await chooseAction('Delete album')
    const question = await screen.findByRole('alertdialog')
    fireEvent.click(within(question).getByRole('button', { name: 'Delete album' }))
    expect((await within(question).findByRole('alert')).textContent).toBe(
      'Unable to remove album. Please try again',
    )
    expect(router.state.location.pathname).toBe(AT)
    service.fail = () => false
    const steps = router.history.length
    fireEvent.click(within(question).getByRole('button', { name: 'Delete album' }))
    await screen.findByText('Album deleted')
    expect(router.history.length).toBe(steps)
    expect(router.state.location.pathname).toBe(PATHS.albums)
    await act(() => router.navigate({ to: `/my-photos/albums/${OSLO}` }))
    expect(await screen.findByText('This album no longer exists.')).toBeDefined()
    expect(screen.queryByRole('grid')).toBeNull()
    press('Undo')
    await waitFor(() => expect(service.lines('POST')).toEqual([`POST /albums/${OSLO}/restore`]))
  })
})

describe('photos of the album', () => {
  const select = async (...positions: number[]) => {
    await photo(1)
    press('Select')
    for (const position of positions) fireEvent.click(await photo(position))
  }
  const confirm = async (name: string) => {
    const question = screen.queryByRole('alertdialog') ?? (await screen.findByRole('alertdialog'))
    fireEvent.click(within(question).getByRole('button', { name }))
    return question
  }

  describe('PL-079 PL-080 order prints', () => {
    const prints = () => screen.queryByRole('button', { name: 'Order prints' })
    const withPrints = { PhotoManagementOrderPrintsEnabled: true }
    afterEach(() => history.replaceState(null, '', '/'))

    test('PL-138 the page’s button orders the whole album by rule, loaded or not', async () => {
      setHostFlags(withPrints)
      open(600)
      await photo(1)
      press('Order prints')
      expect((await screen.findByRole('alertdialog')).textContent).toContain('Adding 600 photos to editor...')
      const line = 'POST /api/temp-selections/temp-selections'
      await waitFor(() => expect(service.lines(line)).toHaveLength(1))
      expect(service.calls.find(call => call.line === line)).toMatchObject({
        body: { selection: { albums: [{ albumId: OSLO, except: [] }] } },
      })
      press('Cancel')
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    })

    test.each([
      ['with the flag off', {}, ''],
      ['PL-016 OP-06 in stripped mode', withPrints, '?stripped'],
    ])('%s is not there', async (_when, flags, search) => {
      history.replaceState(null, '', `/${search}`)
      setHostFlags(flags)
      open(3)
      await photo(1)
      expect(prints()).toBeNull()
      press('Select')
      expect(within(bar()!).queryByText('Order prints')).toBeNull()
    })

    test("PL-082 PL-089 a shared album on this page shows 'Unavailable for shared albums'", async () => {
      setHostFlags(withPrints)
      open(3, () => {}, `/my-photos/albums/${albumIdForTests(1)}`)
      await photo(1)
      expect(prints()!.getAttribute('aria-disabled')).toBe('true')
      expect(screen.getByText('Unavailable for shared albums')).toBeDefined()
      press('Order prints')
      expect(screen.queryByRole('alertdialog')).toBeNull()
    })
  })

  test('PL-079 PL-080 PL-052 the bar of an album, with prints as its first action; its actions are disabled while nothing is selected', async () => {
    setHostFlags({ PhotoManagementOrderPrintsEnabled: true })
    open(3)
    await select()
    const names = within(bar()!)
      .getAllByRole('button')
      .map(each => each.textContent)
    expect(names.filter(Boolean)).toEqual([
      'Select all',
      'Order prints',
      'Download',
      'Copy to album',
      'Set date',
      'Use as cover',
      'Remove from album',
    ])
    for (const name of ['Download', 'Copy to album', 'Remove from album'])
      expect(button(name).getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(await photo(1))
    for (const name of ['Download', 'Copy to album', 'Remove from album'])
      expect(button(name).getAttribute('aria-disabled')).toBeNull()
  })

  test('PL-079 OP-13 select all counts photos that are not loaded; one can be deselected', async () => {
    open(1500)
    await select()
    press('Select all')
    expect(screen.getByText('1,500 selected')).toBeDefined()
    expect(service.lines(`GET /albums/${OSLO}/photos?`)).toHaveLength(1)
    fireEvent.click(await photo(5))
    expect(screen.getByText('1,499 selected')).toBeDefined()
    press('Select all')
    press('Deselect all')
    expect(screen.getByText('0 selected')).toBeDefined()
  })

  test("RV-1109 PL-086 PL-169 one: removed optimistically, 'Photo removed from Oslo', and Undo restores it", async () => {
    open(4)
    await select(2)
    press('Remove from album')
    const held = Promise.withResolvers<void>()
    service.pending = held.promise
    await confirm('Remove')
    await waitFor(() => expect(tiles()).toHaveLength(3))
    expect(screen.getByText('3 photos')).toBeDefined()
    held.resolve()
    await screen.findByText('Photo removed from Oslo')
    expect(service.lines('DELETE')).toEqual([`DELETE /albums/${OSLO}/photos/${id(1)}`])
    await waitFor(() => expect(bar()).toBeNull())
    press('Undo')
    await screen.findByText('Photo is back in Oslo')
    expect(service.calls.find(({ line }) => line.startsWith('POST'))?.body).toEqual({ photoIds: [id(1)] })
  })

  test("RV-1109 PL-086 PL-101 several: a whole large album but one is removed by rule, '2,099 photos removed from Oslo'", async () => {
    open(2100)
    await select()
    press('Select all')
    fireEvent.click(await photo(1))
    press('Remove from album')
    await confirm('Remove')
    await screen.findByText('2,099 photos removed from Oslo')
    expect(service.calls.find(({ line }) => line.startsWith('DELETE'))?.body).toEqual({ allExcept: [id(0)] })
  })

  test('PL-098 PL-099 PL-053 one that fails: the alert in the open modal, photo and selection are restored', async () => {
    open(4)
    await select(2)
    press('Remove from album')
    await screen.findByRole('alertdialog')
    // Reading the album again fails, too.
    service.fail = () => true
    const question = await confirm('Remove')
    expect((await within(question).findByRole('alert')).textContent).toBe(
      'Error: Your photo could not be removed from the album',
    )
    expect(tiles()).toHaveLength(4)
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByText('1 selected')).toBeDefined()
  })

  test('PL-098 PL-099 PL-101 several that fail: tried four times, then the alert', async () => {
    open(4, made => {
      made.fail = line => line.startsWith('DELETE')
    })
    await select(2, 3)
    press('Remove from album')
    await screen.findByRole('alertdialog')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const question = await confirm('Remove')
    await act(() => vi.advanceTimersByTimeAsync(8000))
    vi.useRealTimers()
    expect((await within(question).findByRole('alert')).textContent).toBe(
      'Error: Your photos could not be removed from the album',
    )
    expect(service.lines('DELETE')).toHaveLength(4)
  })

  test('PL-064 an own photo can be deleted from the library instead; several cannot', async () => {
    open(4)
    await select(2)
    press('Remove from album')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete photo' }))
    expect(await screen.findByText('Delete this photo?')).toBeDefined()
    press('Cancel')
    fireEvent.click(await photo(3))
    press('Remove from album')
    await screen.findByText('Remove 2 photos from Oslo?')
    expect(screen.queryByRole('button', { name: 'Delete photo' })).toBeNull()
  })

  test("PL-064 another customer's photo is only removed from the album", async () => {
    open(4, made => {
      made.albums[0]!.photos = made.albums[0]!.photos.map(image => ({ ...image, ownerId: 'somebody' }))
    })
    await select(2)
    press('Remove from album')
    await screen.findByText('It stays in your library.')
    await waitFor(() => expect(service.lines('GET /users')).not.toEqual([]))
    expect(screen.queryByRole('button', { name: 'Delete photo' })).toBeNull()
  })

  test('PL-164 the cover is one photo of choice, and Undo brings the one before', async () => {
    open(4)
    await select(2, 3)
    expect(button('Use as cover').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(await photo(2))
    press('Use as cover')
    await screen.findByText('Album cover changed')
    const covers = () => service.calls.filter(({ line }) => line.startsWith('PATCH')).map(({ body }) => body)
    expect(covers()).toEqual([{ coverPhotoId: id(2) }])
    press('Undo')
    await waitFor(() => expect(covers()).toEqual([{ coverPhotoId: id(2) }, { coverPhotoId: null }]))
  })
})

describe('what happens elsewhere', () => {
  test('photos that come into the album, or leave it, do so here without a reload, and another name shows', async () => {
    open(3)
    await photo(3)
    service.albums[0]!.photos.push(photoForTests(2024, 5, 3))
    await publish({ type: 'album-photos-changed', albumId: OSLO, photoIds: [id(3)], change: 'added' })
    await publish({ type: 'albums-changed', albumIds: [OSLO], change: 'updated' })
    await photo(4)
    press('Select')
    fireEvent.click(await photo(1))
    service.albums[0]!.photos.shift()
    await publish({ type: 'album-photos-changed', albumId: OSLO, photoIds: [id(0)], change: 'removed' })
    await publish({ type: 'albums-changed', albumIds: [OSLO], change: 'updated' })
    await waitFor(() => expect(tiles()).toHaveLength(3))
    expect(screen.getByText('0 selected')).toBeDefined()
    service.albums[0]!.name = 'Bergen'
    await publish({ type: 'albums-changed', albumIds: [OSLO], change: 'updated' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Bergen' })).toBeDefined()
  })

  test('RV-117 the tiles of an album that was empty meanwhile have their tooltips', async () => {
    open(1)
    await photo(1)
    const photos = service.albums[0]!.photos.splice(0)
    await publish({ type: 'albums-changed', albumIds: [OSLO], change: 'updated' })
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    service.albums[0]!.photos.push(...photos)
    await publish({ type: 'albums-changed', albumIds: [OSLO], change: 'updated' })
    const tile = await photo(1)
    // A tile is there before the grid listens: a mouse that rests on it moves again.
    await waitFor(() => {
      fireEvent.pointerMove(tile, { pointerType: 'mouse' })
      expect(screen.getByRole('tooltip', { hidden: true }).textContent).toMatch(/^Taken on/)
    })
  })

  test('an album that is deleted leads to the list and says why', async () => {
    const { router } = open(3)
    await photo(1)
    service.albums.shift()
    await publish({ type: 'albums-changed', albumIds: [OSLO], change: 'removed' })
    await screen.findByText('This album no longer exists.')
    expect(router.state.location.pathname).toBe('/my-photos/albums')
    await act(() => router.navigate({ to: `/my-photos/albums/${OSLO}` }))
    expect(await screen.findByRole('heading', { name: 'This album no longer exists.' })).toBeDefined()
    expect(screen.queryByRole('grid')).toBeNull()
  })
})
