// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LibraryPush } from '#contract/push.ts'
import { albumIdForTests, albumsForTests, renderForTests } from '#web/domains/albums/albums.testing.tsx'
import { stubIntersections } from '#web/gallery/page/more-pages.testing.ts'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { AlbumsPage } from '../albums/albums-page.tsx'
import { SharedAlbumPreviewPage } from '../preview-pages.tsx'
import { SharedAlbumPage } from './album-pages.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

vi.mock('#web/domains/retention/storage-button.tsx', () => ({ StorageButton: () => null }))
vi.mock('#web/platform/push/downloads.ts', () => ({ subscribeDownloads: () => ({ close: () => {} }) }))

let service: ReturnType<typeof albumsForTests>
let downloaded: string[]

// Preloads lazy components so that the first test does not wait for them. One after the other: Node fails now and then
// where several imports need the same packages ('that is not linked').
beforeAll(async () => {
  await import('#web/ui/operation-dialog.tsx')
  await import('#web/ui/menu.tsx')
  await import('#web/ui/select-list.tsx')
})
beforeEach(() => {
  downloaded = []
  // The test DOM has no layout: the grid needs a width.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(964)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloaded.push(this.download)
  })
  vi.stubGlobal('fetch', async () => new Response('x', { status: 206 }))
  setHostFlags(ALL_ON)
})
afterEach(async () => {
  cleanup()
  // The viewer restores the page in the frame after it unmounts.
  await new Promise(resolve => requestAnimationFrame(resolve))
})

const ALL_ON = {
  PhotoManagementAlbumViewEnabled: true,
  PhotoManagementSharedAlbumsViewEnabled: true,
  PhotoManagementOrderPrintsEnabled: true,
  PhotoManagementUploadViewEnabled: true,
}
/** An own shared album, one shared by a friend, and an album that is not shared. */
const [MINE, THEIRS] = [albumIdForTests(0), albumIdForTests(1)]
const at = (album: string) => `/my-photos/shared-albums/${album}`
const id = (index: number) => photoForTests(2024, 5, index).imageId

function open(path: string, count = 3, prepare: (made: typeof service) => void = () => {}) {
  service = albumsForTests([
    { name: 'By the sea', count, shared: true },
    { name: 'Guests', count, shared: true, owner: 'friend' },
    { name: 'Garden', count: 1 },
  ])
  prepare(service)
  return renderForTests(path, {
    [PATHS.albums]: AlbumsPage,
    [PATHS.sharedAlbum]: SharedAlbumPage,
    [PATHS.sharedAlbumPhotoPreview]: SharedAlbumPreviewPage,
  })
}

const photo = (position: number) =>
  screen.findByRole('button', { name: new RegExp(`^Photo ${position} of .*taken`) })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => fireEvent.click(button(name))
const chooseAction = async (name: string) => {
  press('More actions')
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}
const bar = () => screen.queryByRole('region', { name: 'Actions for the selected photos' })
const publish = (message: LibraryPush) => act(async () => push(message))
const hintOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent

describe('the shared album page', () => {
  test('PL-087 PL-004 is read-only, says that shared albums are over, and shows all photos', async () => {
    open(at(THEIRS))
    await photo(3)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Guests')
    expect(screen.getByText('Shared albums are no longer supported')).toBeDefined()
    expect(screen.getByText(/you can’t share new ones/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'My albums' }).getAttribute('href')).toBe('/my-photos/albums')
    for (const name of ['Rename album', 'Add photos'])
      expect(screen.queryByRole('button', { name }), name).toBeNull()
    expect(screen.getByText('3 photos')).toBeDefined()
  })

  test("PL-087 an empty one says 'This album is empty' and offers nothing", async () => {
    open(at(MINE), 0)
    expect(await screen.findByText('This album is empty')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Select' })).toBeNull()
  })

  test('PL-088 OP-17 its owner sees with whom it is shared', async () => {
    open(at(MINE), 3, made => {
      made.participants = Array.from({ length: 10 }, (_, index) => `guest-${index}`)
    })
    expect(await screen.findByRole('heading', { name: 'Shared with 10 people' })).toBeDefined()
    const emails = () => screen.getAllByText(/@keepsake\.test$/).map(each => each.textContent)
    expect(emails()).toHaveLength(8)
    press('Show more')
    expect(emails()).toHaveLength(10)
    expect(emails()[9]).toBe('guest-9@keepsake.test')
  })

  test('PL-088 OP-17 a participant sees whose it is, and nobody else', async () => {
    open(at(THEIRS), 3, made => {
      made.participants = ['owner', 'somebody-else']
    })
    expect(await screen.findByRole('heading', { name: 'Shared by friend@keepsake.test' })).toBeDefined()
    expect(screen.queryByText(/Shared with/)).toBeNull()
    expect(screen.queryByText(/somebody-else/)).toBeNull()
  })

  test('PL-088 participants that cannot be had say so, and can be asked for again', async () => {
    open(at(MINE), 3, made => {
      made.participants = ['friend']
      made.fail = line => line.endsWith('/participants')
    })
    expect(await screen.findByText('The participants couldn’t be loaded.')).toBeDefined()
    await photo(1)
    service.fail = () => false
    press('Try again')
    expect(await screen.findByText('Shared with 1 person')).toBeDefined()
    cleanup()
    open(at(MINE), 1, made => {
      made.participants = ['friend', 'other']
    })
    expect(await screen.findByText('Shared with 2 people')).toBeDefined()
  })

  test.each([
    ['owner', MINE],
    ['participant', THEIRS],
  ])(
    "PL-089 PL-093 copy, remove and prints are off for the %s: 'Unavailable for shared albums'",
    async (_, album) => {
      open(at(album))
      await photo(1)
      press('Select')
      fireEvent.click(await photo(1))
      expect(
        within(bar()!)
          .getAllByRole('button')
          .map(each => each.textContent),
      ).toEqual(expect.arrayContaining(['Download', 'Copy to album', 'Order prints', 'Remove from album']))
      const off = ['Copy to album', 'Order prints', 'Remove from album'].flatMap(name =>
        screen.getAllByRole('button', { name }),
      )
      // Prints are offered twice: for the selection and for the whole album.
      expect(off).toHaveLength(4)
      for (const each of off) {
        expect(each.getAttribute('aria-disabled'), each.textContent).toBe('true')
        expect(hintOf(each), each.textContent).toBe('Unavailable for shared albums')
        fireEvent.click(each)
      }
      fireEvent.keyDown(document.body, { key: 'Delete' })
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('alertdialog')).toBeNull()
      expect(
        within(bar()!).getByRole('button', { name: 'Download' }).getAttribute('aria-disabled'),
      ).toBeNull()
      expect(service.calls.filter(({ line }) => !line.startsWith('GET'))).toEqual([])
    },
  )

  test('PL-052 without its flag there are no prints to order', async () => {
    setHostFlags({ ...ALL_ON, PhotoManagementOrderPrintsEnabled: false })
    open(at(MINE))
    await photo(1)
    press('Select')
    expect(screen.queryByRole('button', { name: 'Order prints' })).toBeNull()
  })

  test('PL-114 PL-090 several are downloaded with the call for shared albums, each with its owner', async () => {
    open(at(THEIRS))
    await photo(1)
    press('Select')
    fireEvent.click(await photo(1))
    fireEvent.click(await photo(2))
    press('Download')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(bar()).toBeNull())
    expect(service.calls.filter(({ line }) => line.startsWith('POST'))).toEqual([
      {
        line: 'POST /shared-album-downloads',
        body: {
          albumId: THEIRS,
          photos: [
            { photoId: id(0), ownerId: 'owner' },
            { photoId: id(1), ownerId: 'friend' },
          ],
        },
      },
    ])
    expect(await screen.findByText('Preparing download...')).toBeDefined()
  })

  test('PL-107 PL-090 a single one is downloaded unchanged for any owner', async () => {
    open(at(THEIRS))
    await photo(2)
    press('Select')
    fireEvent.click(await photo(2))
    press('Download')
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(downloaded).toEqual([photoForTests(2024, 5, 1).localFileName]))
    expect(service.lines(`GET /shared-albums/${THEIRS}/photos/${id(1)}`)).toHaveLength(1)
    expect(service.lines('GET /photos/')).toEqual([])
  })

  test('PL-021 PL-022 PL-023 it has its own sort preference, which is saved', async () => {
    localStorage.setItem('keepsake.sort.albumPhotos', JSON.stringify({ key: 'dateTaken', order: 'asc' }))
    open(at(MINE))
    await photo(1)
    const pages = () => service.lines(`GET /shared-albums/${MINE}/photos?`)
    expect(pages()[0]).toContain('sortKey=created&sortOrder=desc')
    fireEvent.click(button(/Date added, new to old|Date added/))
    fireEvent.click(await screen.findByRole('option', { name: /Date taken, old/ }))
    await waitFor(() => expect(pages().at(-1)).toContain('sortKey=dateTaken&sortOrder=asc'))
    expect(JSON.parse(localStorage.getItem('keepsake.sort.sharedAlbumPhotos')!)).toEqual({
      key: 'dateTaken',
      order: 'asc',
    })
  })

  test('PL-174 one the customer may not see, or that is not shared, is reported as unknown', async () => {
    open(at(albumIdForTests(2)))
    expect(await screen.findByText('This album no longer exists.')).toBeDefined()
  })
})

describe('deleting', () => {
  test('an album its owner deletes elsewhere closes this page and shows the reason', async () => {
    const { router } = open(at(THEIRS))
    await photo(1)
    service.albums.splice(1, 1)
    await publish({ type: 'albums-changed', albumIds: [THEIRS], change: 'removed' })
    expect(await screen.findByText('This album no longer exists.')).toBeDefined()
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'))
  })

  const ask = async (album: string) => {
    const opened = open(at(album))
    await photo(1)
    await chooseAction('Delete album')
    return { ...opened, question: within(await screen.findByRole('alertdialog')) }
  }

  test.each([
    [
      'PL-091 by the owner it is deleted for all participants, photos remain',
      MINE,
      'This deletes the shared album ‘By the sea’ for all participants. The photos remain in the libraries they belong to.',
      'Albums 2',
    ],
    [
      'PL-092 by a participant their uploads to it are removed, their own photos remain',
      THEIRS,
      'You’ll lose the photos you uploaded to ‘Guests’: they’ll disappear from it for everyone, and you’ll no longer see the album. Your own photos remain in your library.',
      'Albums 2',
    ],
  ])('%s; confirming does so', async (_, album, text, tab) => {
    const { question, router } = await ask(album)
    expect(question.getByText(text)).toBeDefined()
    fireEvent.click(question.getByRole('button', { name: 'Delete album' }))
    expect(await screen.findByText('Album deleted')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(router.state.location.pathname).toBe('/my-photos/albums')
    expect(service.lines('DELETE')).toEqual([`DELETE /shared-albums/${album}`])
    expect((await screen.findByRole('link', { name: /^Albums/ })).textContent).toBe(tab)
    expect(screen.queryByRole('link', { name: album === MINE ? /^By the sea/ : /^Guests/ })).toBeNull()
    // Through an older history entry or a saved link.
    await act(() => router.navigate({ to: at(album) }))
    expect(await screen.findByText('This album no longer exists.')).toBeDefined()
    expect(screen.queryByRole('grid')).toBeNull()
  })

  test("PL-084 PL-196 a failure is shown in the open modal: 'Unable to remove album. Please try again'", async () => {
    const { question, router } = await ask(THEIRS)
    service.fail = line => line.startsWith('DELETE')
    fireEvent.click(question.getByRole('button', { name: 'Delete album' }))
    expect(await question.findByText('Unable to remove album. Please try again')).toBeDefined()
    expect(router.state.location.pathname).toBe(at(THEIRS))
    service.fail = () => false
    fireEvent.click(question.getByRole('button', { name: 'Delete album' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'))
  })

  test('photos of a participant who leaves are removed immediately, from the selection too', async () => {
    open(at(MINE))
    await photo(3)
    press('Select')
    fireEvent.click(await photo(1))
    fireEvent.click(await photo(2))
    expect(screen.getByText('2 selected')).toBeDefined()
    service.albums[0]!.photos.splice(1, 1)
    await publish({ type: 'album-photos-changed', albumId: MINE, photoIds: [id(1)], change: 'removed' })
    await publish({ type: 'albums-changed', albumIds: [MINE], change: 'updated' })
    expect(await screen.findByText('1 selected')).toBeDefined()
    expect(await screen.findByText('2 photos')).toBeDefined()
  })
})

describe('the preview in a shared album', () => {
  const shows = (position: number, total: number) =>
    screen.findByRole('img', { name: new RegExp(`^Photo ${position} of ${total}`) })

  test('PL-008 PL-055 a deep link opens the photo, its neighbours are those of the album', async () => {
    open(`${at(THEIRS)}/preview/${id(1)}`)
    await shows(2, 3)
    fireEvent.keyDown(screen.getByRole('dialog', { name: 'Photo preview' }), { key: 'ArrowRight' })
    await shows(3, 3)
    expect(service.lines('GET /photos/')).toEqual([])
  })

  test('PL-068 PL-063 copying and removing are disabled, downloading is enabled', async () => {
    open(`${at(THEIRS)}/preview/${id(1)}`)
    await shows(2, 3)
    const tools = within(screen.getByRole('toolbar', { name: 'Photo actions' }))
    for (const name of ['Copy to album', 'Remove from album']) {
      const tool = tools.getByRole('button', { name })
      expect(tool.getAttribute('aria-disabled'), name).toBe('true')
      expect(hintOf(tool), name).toBe('Unavailable for shared albums')
      fireEvent.click(tool)
    }
    expect(screen.queryByRole('alertdialog')).toBeNull()
    fireEvent.click(tools.getByRole('button', { name: 'Download' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(downloaded).toEqual([photoForTests(2024, 5, 1).localFileName]))
  })

  test('OP-33 expired addresses are renewed through the album', async () => {
    open(`${at(THEIRS)}/preview/${id(1)}`, 3, made => {
      const large = { id: 1300, url: '/media/shared/token/large', width: 1300, height: 975 }
      made.albums[1]!.photos = made.albums[1]!.photos.map(each => ({
        ...each,
        thumbnails: [...each.thumbnails, large],
      }))
    })
    const picture = await shows(2, 3)
    const before = service.lines(`GET /shared-albums/${THEIRS}/photos/${id(1)}`).length
    fireEvent.error([...picture.querySelectorAll('img')].at(-1)!)
    await waitFor(() =>
      expect(service.lines(`GET /shared-albums/${THEIRS}/photos/${id(1)}`).length).toBeGreaterThan(before),
    )
    await shows(2, 3)
    expect(service.lines('GET /photos/')).toEqual([])
  })

  test('PL-066 the id of a photo that is not in the album redirects to the album', async () => {
    const { router } = open(`${at(THEIRS)}/preview/${id(7)}`)
    await waitFor(() => expect(router.state.location.pathname).toBe(at(THEIRS)))
    await photo(1)
  })
})

describe('the albums list', () => {
  const section = () => screen.queryByRole('region', { name: 'Shared with you' })
  const tab = async () => (await screen.findByRole('link', { name: /^Albums/ })).textContent

  test('PL-070 PL-071 PL-172 PL-019 albums of others are listed in their own section, link to their page and are counted in the tab', async () => {
    open(PATHS.albums)
    const shared = within(await screen.findByRole('region', { name: 'Shared with you' }))
    const links = shared.getAllByRole('link')
    expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Guests3 photosCreated 19 Nov 2026', at(THEIRS)],
    ])
    // An own shared album is listed among the own albums, marked as shared.
    const own = within(screen.getByRole('list', { name: 'Albums' })).getAllByRole('link')
    expect(own.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['By the sea3 photosCreated 19 Nov 2026Shared', at(MINE)],
      ['Garden1 photoCreated 19 Nov 2026', `/my-photos/albums/${albumIdForTests(2)}`],
    ])
    expect(service.lines('GET /shared-albums?')).toEqual(['GET /shared-albums?limit=50'])
    await waitFor(async () => expect(await tab()).toBe('Albums 3'))
  })

  test("PL-019 it shows '-' until both are known, and only own albums if the other count fails", async () => {
    const late = Promise.withResolvers<void>()
    open(PATHS.albums, 3, made => {
      const isLate = () => made.calls.at(-1)?.line === 'GET /shared-summary'
      Object.defineProperty(made, 'pending', { get: () => (isLate() ? late.promise : undefined) })
      made.fail = line => line === 'GET /shared-summary'
    })
    expect(await screen.findByRole('link', { name: 'Photos 60' })).toBeDefined()
    expect(await tab()).toBe('Albums -')
    late.resolve()
    await waitFor(async () => expect(await tab()).toBe('Albums 2'))
  })

  test('PL-070 PL-143 there is no such section without a readable album until one is shared, nor without the flag', async () => {
    open(PATHS.albums, 3, made => {
      made.albums.splice(1, 1)
    })
    await screen.findByRole('link', { name: /^Garden/ })
    await waitFor(() => expect(service.lines('GET /shared-albums?')).toHaveLength(1))
    await waitFor(async () => expect(await tab()).toBe('Albums 2'))
    expect(section()).toBeNull()
    service.albums.push({ ...service.albums[0]!, name: 'Guests', owner: 'friend', id: THEIRS })
    await publish({ type: 'albums-changed', albumIds: [THEIRS], change: 'added' })
    expect(await screen.findByRole('link', { name: /^Guests/ })).toBeDefined()
    cleanup()
    setHostFlags({ ...ALL_ON, PhotoManagementSharedAlbumsViewEnabled: false })
    open(PATHS.albums)
    await screen.findByRole('link', { name: /^Garden/ })
    expect(await tab()).toBe('Albums 2')
    expect(section()).toBeNull()
    expect(service.lines('GET /shared')).toEqual([])
  })

  test('PL-076 PL-196 a list that fails shows a message, the other one stays usable', async () => {
    open(PATHS.albums, 3, made => {
      made.fail = line => line.startsWith('GET /shared-albums?')
    })
    const failure = 'Unable to display shared albums. Please refresh the page or try again later.'
    expect(await screen.findByText(failure)).toBeDefined()
    expect(screen.getByRole('link', { name: /^Garden/ })).toBeDefined()
    service.fail = () => false
    press('Try again')
    expect(await screen.findByRole('link', { name: /^Guests/ })).toBeDefined()
  })

  test('PL-197 OP-16 more than 50 are loaded page by page', async () => {
    stubIntersections()
    open(PATHS.albums, 1, made => {
      const [, otherAlbum] = made.albums
      for (let index = 0; index < 60; index++)
        made.albums.push({ ...otherAlbum!, name: `More ${index}`, id: albumIdForTests(100 + index) })
    })
    const shared = within(await screen.findByRole('region', { name: 'Shared with you' }))
    expect(shared.getAllByRole('link')).toHaveLength(50)
    fireEvent.click(shared.getByRole('button', { name: /Load more|more/i }))
    await waitFor(() => expect(shared.getAllByRole('link')).toHaveLength(61))
    expect(service.lines('GET /shared-albums?')).toEqual([
      'GET /shared-albums?limit=50',
      'GET /shared-albums?limit=50&cursor=50',
    ])
  })
})
