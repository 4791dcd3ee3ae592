// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { albumIdForTests, albumsForTests, renderForTests } from '#web/domains/albums/albums.testing.tsx'
import { photoForTests } from '#web/gallery/photo-list/photo.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlbumPreviewPage } from '../preview-pages.tsx'
import { AlbumPage } from './album-pages.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const OSLO = albumIdForTests(0)
const id = (index: number) => photoForTests(2024, 5, index).imageId
const at = (index: number) => `/my-photos/albums/${OSLO}/preview/${id(index)}`
let service: ReturnType<typeof albumsForTests>

// Preloads a lazy component so that the first test does not wait for it.
beforeAll(() => import('#web/domains/albums/removing/remove-dialog.tsx'))
beforeEach(() => {
  // The test DOM has no layout: the grid needs a width.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(964)
})
afterEach(async () => {
  cleanup()
  // The viewer restores the page in the frame after it unmounts.
  await new Promise(resolve => requestAnimationFrame(resolve))
})

function open(path: string, count = 3) {
  service = albumsForTests([{ name: 'Oslo', count }])
  return renderForTests(path, { [PATHS.album]: AlbumPage, [PATHS.albumPhotoPreview]: AlbumPreviewPage })
}

const shows = (position: number, total: number) =>
  screen.findByRole('img', { name: new RegExp(`^Photo ${position} of ${total}`) })

test('PL-007 PL-055 a deep link opens the photo in the order of the album', async () => {
  open(at(1))
  await shows(2, 3)
  fireEvent.keyDown(screen.getByRole('dialog', { name: 'Photo preview' }), { key: 'ArrowRight' })
  await shows(3, 3)
})

test('PL-063 PL-056 Download, Copy to album and Remove from album instead of Delete; back returns to the album', async () => {
  const { router } = open(at(0))
  await shows(1, 3)
  const tools = within(screen.getByRole('toolbar', { name: 'Photo actions' }))
  const names = tools.getAllByRole('button').map(button => button.getAttribute('aria-label'))
  expect(names).toEqual([
    'Download',
    'Copy to album',
    'Use as cover',
    'Zoom in or out',
    'Details',
    'Remove from album',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Back to album' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/my-photos/albums/${OSLO}`))
})

test('PL-064 PL-065 removing one shows the previous photo; the modal offers to delete it', async () => {
  const { router } = open(at(1))
  await shows(2, 3)
  fireEvent.click(screen.getByRole('button', { name: 'Remove from album' }))
  const question = await screen.findByRole('alertdialog')
  expect(await within(question).findByRole('button', { name: 'Delete photo' })).toBeDefined()
  fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
  await shows(1, 2)
  await waitFor(() => expect(router.state.location.pathname).toBe(at(0)))
  expect(service.lines('DELETE')).toEqual([`DELETE /albums/${OSLO}/photos/${id(1)}`])
})

test('PL-066 after removing the last one, and for an unknown photo, the album is shown', async () => {
  const { router } = open(at(0), 1)
  await shows(1, 1)
  fireEvent.click(screen.getByRole('button', { name: 'Remove from album' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await screen.findByText('Your album is empty')
  expect(router.state.location.pathname).toBe(`/my-photos/albums/${OSLO}`)
  cleanup()
  const other = open(at(77))
  await waitFor(() => expect(other.router.state.location.pathname).toBe(`/my-photos/albums/${OSLO}`))
})
