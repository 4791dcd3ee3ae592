// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import Download from 'lucide-react/icons/download'
import Trash2 from 'lucide-react/icons/trash-2'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Image } from '#contract/photos.ts'
import { libraryForTests } from '#web/domains/photos/library.testing.ts'
import { createLibraryList } from '#web/domains/photos/library-list.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import type { ScreenSize } from '#web/ui/screen-size.ts'
import type { ActionOutcome, PhotoAction } from '../actions/photo-action.ts'
import { photoForTests } from '../photo-list/photo.testing.ts'
import {
  type PhotoSequence,
  type UnderlyingPhotos,
  UnderlyingPhotosContext,
} from '../photo-list/photo-sequence.ts'
import { refetchPhoto } from '../photo-list/refetch-photo.ts'
import { Preview } from './preview.tsx'

const { device } = vi.hoisted(() => ({ device: { size: 'extra-large' as ScreenSize } }))
vi.mock('#web/ui/screen-size.ts', async original => ({
  ...(await original<object>()),
  getScreenSize: () => device.size,
  useScreenSize: () => device.size,
}))
vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))

const navigation = { show: vi.fn(), leave: vi.fn(), onFailed: vi.fn() }
const close = vi.fn()
const revealPhoto = vi.fn<UnderlyingPhotos['revealPhoto']>()

beforeEach(() => {
  device.size = 'extra-large'
  revealPhoto.mockResolvedValue(true)
})
afterEach(async () => {
  cleanup()
  // The viewer restores the page in the frame after it unmounts.
  await new Promise(resolve => requestAnimationFrame(resolve))
  sessionStorage.clear()
})

const PHOTOS = Array.from({ length: 30 }, (_, index) => {
  const image = photoForTests(2024, 5, index)
  const url = `/media/1300/${image.imageId}`
  return { ...image, thumbnails: [...image.thumbnails, { id: 1300, url, width: 1300, height: 975 }] }
})
const id = (index: number) => PHOTOS[index]!.imageId

/** Photos of the page below; the first `loaded` are cached. */
function sequenceOf(images: readonly Image[], loaded = images.length) {
  const inMemory = new Set(images.slice(0, loaded).keys())
  const requested: number[] = []
  const sequence: PhotoSequence = {
    total: images.length,
    indexOf: async imageId => {
      const index = images.findIndex(image => image.imageId === imageId)
      return index < 0 ? null : index
    },
    at: async index => {
      requested.push(index)
      inMemory.add(index)
      return images[index] ?? null
    },
    peek: index => (inMemory.has(index) ? images[index] : undefined),
  }
  return { sequence, requested }
}

function open(photo: string, sequence: PhotoSequence, actions: readonly PhotoAction[] = []) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = (below: PhotoSequence, shown: string) => (
    <UnderlyingPhotosContext
      value={{
        status: 'ready',
        sequence: below,
        revealPhoto,
        findTile: () => undefined,
        refetchPhoto: imageId =>
          refetchPhoto(queries, createLibraryList({ key: 'dateTaken', order: 'desc' }), imageId),
      }}
    >
      <Preview id={shown} navigation={navigation} close={close} actions={actions} backLabel="photos.back" />
    </UnderlyingPhotosContext>
  )
  const { rerender, unmount } = renderElement(page(sequence, photo), { queries })
  return { unmount, reorder: (below: PhotoSequence) => rerender(page(below, photo)) }
}

const shows = (position: number, total = PHOTOS.length) =>
  screen.findByRole('img', { name: new RegExp(`^Photo ${position} of ${total}`) })
const layers = (picture: HTMLElement) =>
  [...picture.querySelectorAll('img')].map(image => image.getAttribute('src'))
const arrow = (name: RegExp) => screen.queryByRole('button', { name })

describe('the preview', () => {
  test('PL-055 it shows the variant 1300', async () => {
    open(id(3), sequenceOf(PHOTOS).sequence)
    expect(layers(await shows(4))).toContain(`/media/1300/${id(3)}`)
  })

  test('PL-056 shows a back button, and arrows where there is a next photo', async () => {
    open(id(0), sequenceOf(PHOTOS).sequence)
    await shows(1)
    expect(arrow(/^Previous/)).toBeNull()
    fireEvent.click(arrow(/^Next/)!)
    await shows(2)
    fireEvent.click(arrow(/^Previous/)!)
    await shows(1)
    fireEvent.click(screen.getByRole('button', { name: /^Back/ }))
    expect(close).toHaveBeenCalledOnce()
  })

  test.each(['small', 'medium'] as const)('PL-056 no arrows on %s screens', async size => {
    device.size = size
    open(id(3), sequenceOf(PHOTOS).sequence)
    await shows(4)
    expect([arrow(/^Previous/), arrow(/^Next/)]).toEqual([null, null])
    expect(screen.getByRole('button', { name: /^Back/ })).toBeDefined()
  })

  test('PL-057 Left and Right move and Escape closes, but not while a modal is open', async () => {
    open(id(3), sequenceOf(PHOTOS).sequence)
    await shows(4)
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await shows(5)
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    await shows(4)
    const modal = document.createElement('div')
    modal.setAttribute('role', 'dialog')
    modal.setAttribute('data-covers-page', '')
    document.body.append(modal)
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(close).not.toHaveBeenCalled()
    modal.remove()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(close).toHaveBeenCalledOnce()
    expect(await shows(4)).toBeDefined()
  })

  test('PL-057 AA-036 Left, Right and Escape work while a banner about cookies waits, but not from inside of it', async () => {
    open(id(3), sequenceOf(PHOTOS).sequence)
    await shows(4)
    const banner = document.createElement('div')
    banner.setAttribute('role', 'dialog')
    banner.setAttribute('aria-modal', 'true')
    const accept = banner.appendChild(document.createElement('button'))
    document.body.append(banner)
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await shows(5)
    accept.focus()
    fireEvent.keyDown(accept, { key: 'Escape' })
    expect(close).not.toHaveBeenCalled()
    accept.blur()
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(close).toHaveBeenCalledOnce()
    banner.remove()
  })

  test('PL-062 photos beyond the loaded ones are prefetched, and moving continues', async () => {
    const { sequence, requested } = sequenceOf(PHOTOS, 24)
    device.size = 'small'
    open(id(21), sequence)
    await shows(22)
    expect(requested).toEqual([])
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await shows(23)
    await waitFor(() => expect(requested).toEqual([24]))
    for (const position of [24, 25, 26]) {
      fireEvent.keyDown(document.body, { key: 'ArrowRight' })
      await shows(position)
    }
    await waitFor(() => expect(navigation.show).toHaveBeenLastCalledWith(id(25)))
    fireEvent.keyDown(document.body, { key: 'End' })
    await shows(30)
  })

  test('PL-067 OP-93 closing scrolls the tile of the photo last shown into view', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const { unmount } = open(id(3), sequenceOf(PHOTOS).sequence)
    await shows(4)
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await shows(5)
    unmount()
    await waitFor(() => expect(revealPhoto).toHaveBeenCalledExactlyOnceWith(id(4)))
    await new Promise(resolve => requestAnimationFrame(resolve))
    expect(scrolled).not.toHaveBeenCalled()
  })

  test('PL-067 without that tile the previous scroll position is restored', async () => {
    revealPhoto.mockResolvedValue(false)
    vi.stubGlobal('scrollY', 1234)
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const { unmount } = open(id(3), sequenceOf(PHOTOS).sequence)
    await shows(4)
    unmount()
    await waitFor(() => expect(scrolled).toHaveBeenCalledExactlyOnceWith(0, 1234))
    vi.unstubAllGlobals()
  })
})

describe('actions', () => {
  let outcome: ActionOutcome
  const perform = vi.fn<PhotoAction['perform']>(async () => outcome)
  const actions: PhotoAction[] = [
    { id: 'download', name: 'action.download', icon: Download, shortcut: 'd', perform },
    { id: 'delete', name: 'action.delete', icon: Trash2, shortcut: 'Delete', danger: true, perform },
  ]
  beforeEach(() => {
    outcome = 'done'
    perform.mockImplementation(async () => outcome)
  })

  test('PL-063 offers Download and Delete for the shown photo', async () => {
    outcome = 'cancelled'
    open(id(3), sequenceOf(PHOTOS).sequence, actions)
    await shows(4)
    fireEvent.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(perform).toHaveBeenCalledOnce())
    const [targets] = perform.mock.calls[0]!
    expect([targets.count, await targets.ids()]).toEqual([1, [id(3)]])
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDefined()
    await shows(4)
  })

  test.each([
    [3, 'the previous photo', 2],
    [0, 'the second photo, which is the first now', 1],
    [29, 'the previous photo', 28],
  ] as const)('PL-065 after deleting photo %i: %s', async (deleted, _, next) => {
    const rest = PHOTOS.filter(image => image.imageId !== id(deleted))
    let page: ReturnType<typeof open>
    perform.mockImplementation(async () => {
      act(() => page.reorder(sequenceOf(rest).sequence))
      return 'done'
    })
    page = open(id(deleted), sequenceOf(PHOTOS).sequence, actions)
    await shows(deleted + 1)
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const position = rest.indexOf(PHOTOS[next]!) + 1
    await waitFor(async () => expect(layers(await shows(position, 29))).toContain(`/media/1300/${id(next)}`))
    await waitFor(() => expect(navigation.show).toHaveBeenLastCalledWith(id(next)))
    expect(navigation.leave).not.toHaveBeenCalled()
  })

  test('PL-066 navigates to the list after deleting the last photo', async () => {
    let page: ReturnType<typeof open>
    perform.mockImplementation(async () => {
      act(() => page.reorder(sequenceOf([]).sequence))
      return 'done'
    })
    page = open(id(0), sequenceOf(PHOTOS.slice(0, 1)).sequence, actions)
    await shows(1, 1)
    fireEvent.keyDown(document.body, { key: 'Delete' })
    await waitFor(() => expect(navigation.leave).toHaveBeenCalled())
  })

  test.each([
    ['without photos', []],
    ['with an unknown id', PHOTOS],
  ])('PL-066 %s it leaves for the list', async (_, images) => {
    open(photoForTests(2024, 4, 0).imageId, sequenceOf(images).sequence)
    await waitFor(() => expect(navigation.leave).toHaveBeenCalled())
    expect(screen.queryByRole('img')).toBeNull()
  })

  test('PL-065 a photo deleted elsewhere is replaced by the previous one', async () => {
    const rest = PHOTOS.filter(image => image.imageId !== id(3))
    const page = open(id(3), sequenceOf(PHOTOS).sequence)
    await shows(4)
    act(() => page.reorder(sequenceOf(rest).sequence))
    act(() => push({ type: 'photos-changed', photoIds: [id(3)], change: 'removed' }))
    await waitFor(async () => expect(layers(await shows(3, 29))).toContain(`/media/1300/${id(2)}`))
  })

  test('RV-202 when changes may have been missed the photo is requested again, and at once after each change', async () => {
    const library = libraryForTests({ '2024': { '5': 30 } })
    open(id(3), sequenceOf(PHOTOS).sequence)
    await shows(4)
    library.change = image => ({ ...image, thumbnails: [{ ...image.thumbnails[0]!, url: '/media/new' }] })
    act(() => push({ type: 'ready' }))
    await waitFor(async () => expect(layers(await shows(4))).toContain('/media/new'))
    library.change = image => ({ ...image, thumbnails: [{ ...image.thumbnails[0]!, url: '/media/newer' }] })
    act(() => push({ type: 'photos-changed', photoIds: [id(3)], change: 'updated' }))
    await waitFor(async () => expect(layers(await shows(4))).toContain('/media/newer'))
  })
})
