// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findHostBrand } from '#brands/index.ts'
import type { HostBrand } from '#contract/brands.ts'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { stringifySearch } from '#web/platform/navigation/search.ts'
import { toasts } from '#web/ui/toasts.ts'
import { createTestEnvironment, jpegFile, startUploads } from '../engine/upload-environment.testing.ts'
import type { UploadEnvironment } from '../engine/upload-environment.ts'
import { currentUploads } from '../tray/current-uploads.ts'
import { chooseBy, press, quiet, stubScreen } from '../upload-screen.testing.ts'
import { RETURN_MS, UploadPage } from './upload-page.tsx'
import { useAddPhotos } from './use-add-photos.ts'

const page = vi.hoisted(() => ({ environment: {} as UploadEnvironment }))
vi.mock('../engine/browser-environment.ts', () => ({
  createBrowserEnvironment: () => page.environment,
  getUploadEndpoint: () => 'https://keepsake.test/api/uploads/files',
}))
vi.mock('#web/platform/session/page-session.ts', () => ({ useClaims: () => ({ sub: 'owner' }) }))

const texts = textsForTests()
const brand = findHostBrand('keepsake-gb.localhost')!
const OSLO = '/my-photos/albums/oslo?stripped=1'

beforeEach(() => stubScreen(390))
afterEach(() => {
  void currentUploads.close()
})

/** The upload page with the given query. */
const uploadPage = (search: Record<string, string> = {}) =>
  PATHS.upload + stringifySearch({ ...search, return_to: OSLO })

async function open(
  at: string,
  addresses: Partial<HostBrand['addresses']> = {},
  t = createTestEnvironment(),
) {
  page.environment = t.environment
  const modal = vi.fn()
  function Album() {
    return (
      <button type="button" onClick={useAddPhotos(modal, 'oslo')}>
        Add photos
      </button>
    )
  }
  const queries = new QueryClient()
  const refreshed = vi.spyOn(queries, 'invalidateQueries')
  const brandParts = { addresses: { ...brand.addresses, ...addresses } }
  const screens = { [PATHS.album]: Album, [PATHS.upload]: UploadPage }
  const { router } = renderScreens(at, screens, { brandParts, queries, toasts: false })
  await quiet(() => {})
  return { t, router, modal, refreshed }
}

const choose = (...files: File[]) => quiet(() => chooseBy('Choose photos', files))

test("PL-045 OP-11 on mobile 'Add photos' opens the upload page with album_id and return_to", async () => {
  const { router, modal } = await open(OSLO)
  await press('Add photos')
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/upload'))
  expect(router.state.location.search).toMatchObject({ album_id: 'oslo', return_to: OSLO })
  expect(modal).not.toHaveBeenCalled()
})

test('PL-039 on large screens it opens the modal', async () => {
  stubScreen(1280)
  const { router, modal } = await open(OSLO)
  await press('Add photos')
  expect(modal).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/my-photos/albums/oslo')
})

test.each(['ftp://upload.example', 'javascript:alert(1)', 'nowhere', ''])(
  'PL-047 an invalid configured address starts nothing and shows an error: %s',
  async upload => {
    const { router } = await open(OSLO, { upload })
    await press('Add photos')
    await waitFor(() =>
      expect(toasts.current().map(({ text }) => text)).toEqual([
        'Photos can’t be added at the moment because the upload address isn’t valid.',
      ]),
    )
    expect(router.state.location.pathname).toBe('/my-photos/albums/oslo')
  },
)

/** Presses 'Add photos' with the addresses of the brand, with a stopped clock; `opened` are the addresses that are opened. */
async function pressWith(addresses: Partial<HostBrand['addresses']>) {
  // Loaded when it is needed: the clock shall not wait for it.
  await import('./open-upload.ts')
  const opened: string[] = []
  vi.spyOn(location, 'assign').mockImplementation(address => void opened.push(String(address)))
  const { router } = await open(OSLO, addresses)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await press('Add photos')
  return { router, opened }
}

test('PL-045 OP-11 an upload address of the brand gets album_id and return_to', async () => {
  const { opened } = await pressWith({ upload: 'https://upload.example/add?theme=x' })
  expect(opened.map(address => Object.fromEntries(new URL(address).searchParams))).toEqual([
    { theme: 'x', album_id: 'oslo', return_to: location.origin + OSLO },
  ])
})

test('PL-046 PL-197 AA-120 the brand’s app is tried first, the upload page follows after 2000 ms', async () => {
  const { router, opened } = await pressWith({ uploadApp: 'keepsake://add' })
  expect(opened).toEqual([expect.stringMatching(/^keepsake:\/\/add\?album_id=oslo&return_to=/)])
  await quiet(() => vi.advanceTimersByTime(1999))
  expect(router.state.location.pathname).toBe('/my-photos/albums/oslo')
  await quiet(() => vi.advanceTimersByTime(1))
  vi.useRealTimers()
  await quiet(() => router.load())
  expect(router.state.location.pathname).toBe('/my-photos/upload')
})

test('PL-046 with the app the page does not navigate', async () => {
  const { router, opened } = await pressWith({ uploadApp: 'keepsake://add' })
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await quiet(() => vi.advanceTimersByTime(10_000))
  expect([opened.length, router.state.location.pathname]).toEqual([1, '/my-photos/albums/oslo'])
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'nothing'])(
  'PL-046 an app has no address that runs in the page: %s',
  async uploadApp => {
    const { router, opened } = await pressWith({ uploadApp })
    vi.useRealTimers()
    await quiet(() => router.load())
    expect([opened, router.state.location.pathname]).toEqual([[], '/my-photos/upload'])
  },
)

test('PL-045 PL-197 with all photos in the library it shows the result and returns to the refreshed page after 2 s', async () => {
  const { t, router, refreshed } = await open(uploadPage())
  expect(screen.queryByRole('tab', { name: 'Transfer from Phone' })).toBeNull()
  await choose(jpegFile('beach.jpg'), jpegFile('sea.jpg'))
  expect(t.sent.map(({ file }) => file.name)).toEqual(['beach.jpg', 'sea.jpg'])
  await quiet(() => t.sent[0]!.complete({}))
  await quiet(() => t.runTimers())
  expect([router.state.location.pathname, screen.queryByRole('status')]).toEqual(['/my-photos/upload', null])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await quiet(() => t.completeAll())
  expect(screen.getByRole('status').textContent).toContain('2 photos added')
  expect(refreshed).toHaveBeenCalled()
  await quiet(() => vi.advanceTimersByTime(RETURN_MS - 1))
  expect(router.state.location.pathname).toBe('/my-photos/upload')
  await quiet(() => vi.advanceTimersByTime(1))
  vi.useRealTimers()
  await quiet(() => router.load())
  expect(RETURN_MS).toBe(2000)
  expect(router.state.location.href).toBe(OSLO)
})

test("OP-11 'Add more photos' cancels the return", async () => {
  const { t, router } = await open(uploadPage())
  await choose(jpegFile('beach.jpg'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await quiet(() => t.completeAll())
  await press('Add more photos')
  await quiet(() => vi.advanceTimersByTime(10_000))
  vi.useRealTimers()
  expect(router.state.location.pathname).toBe('/my-photos/upload')
  expect(screen.getByLabelText('Choose photos', { selector: 'input' })).toBeTruthy()
})

test('OP-11 refused files stay listed and the page does not return', async () => {
  const { t, router } = await open(uploadPage())
  await choose(jpegFile('beach.jpg'), jpegFile('holiday.gif', 'x', 'image/gif'))
  await quiet(() => t.completeAll())
  expect(screen.getByText('Only JPEG, PNG and HEIC photos can be added.')).toBeTruthy()
  expect(screen.queryByText('Taking you back…')).toBeNull()
  await press('Done')
  expect(screen.getByRole('status').textContent).toContain('1 photo added')
  expect(router.state.location.pathname).toBe('/my-photos/upload')
})

test("OP-11 'Show' cancels the return", async () => {
  const { t, router } = await open(uploadPage())
  await choose(jpegFile('beach.jpg'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await quiet(() => t.completeAll())
  // The code of the timeline takes longer than that.
  const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
  await press('Show')
  await quiet(() => vi.advanceTimersByTime(10_000))
  vi.useRealTimers()
  expect(navigate.mock.calls).toEqual([[{ to: PATHS.photos }]])
})

test('RV-111 after a reload nothing is confirmed without a press, also when its files are sent by themselves', async () => {
  const cached = new Map<string, File>()
  const fileCache = async () => ({
    load: async () => new Map(cached),
    put: async (id: string, file: File) => void cached.set(id, file),
    delete: async () => {},
    close: () => {},
  })
  const t = createTestEnvironment({ fileCache })
  const { uploads: before } = await startUploads(t)
  await before.add([{ file: jpegFile('beach.jpg') }])
  await before.stop()
  await open(uploadPage(), {}, t)
  expect(t.sent.at(-1)!.file.name).toBe('beach.jpg')
  await quiet(() => t.completeAll())
  expect(screen.getByText('Ready')).toBeTruthy()
  await press('Done')
  expect(screen.getByRole('status').textContent).toContain('1 photo added')
})

test('OP-10 leaving removes files about which nothing is to be asked: the next import has its own only', async () => {
  const t = createTestEnvironment()
  t.library.set('hash of known.jpg', { photoId: 'known', state: 'already-there' })
  const { router } = await open(uploadPage({ album_id: 'oslo' }), {}, t)
  await choose(jpegFile('known.jpg'), jpegFile('holiday.gif', 'x', 'image/gif'))
  const { uploads } = currentUploads.get()!
  expect(uploads.state().counts).toMatchObject({ known: 1, refused: 1 })
  await quiet(() => router.navigate({ href: OSLO }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(uploads.state().queue).toEqual([])
  await uploads.confirm()
  expect(t.addedToAlbums).toEqual([])
  expect(t.stored.size).toBe(0)
})

test('OP-10 leaving during an upload asks for confirmation', async () => {
  const { t, router } = await open(uploadPage())
  await choose(jpegFile('beach.jpg'))
  await press('Cancel')
  expect(screen.getByRole('alertdialog', { name: 'Close without adding?' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/my-photos/upload')
  await press('Discard')
  expect(t.sent[0]!.aborted).toBe(true)
})

test('PL-044 OP-11 with album_id selected photos are added to that album, known ones too', async () => {
  const t = createTestEnvironment()
  t.library.set('hash of known.jpg', { photoId: 'known', state: 'already-there' })
  await open(uploadPage({ album_id: 'oslo' }), {}, t)
  await choose(jpegFile('beach.jpg'), jpegFile('known.jpg'))
  expect(t.sent.map(({ albumId }) => albumId)).toEqual(['oslo'])
  await quiet(() => t.completeAll())
  // The service adds what is sent.
  expect(t.addedToAlbums).toEqual(['known to oslo'])
  expect(screen.getByRole('status').textContent).toContain('2 photos added')
})

test('PL-044 photos could not be added to the album: the page shows an error and stays, a retry works', async () => {
  let fails = true
  const inAlbum: string[] = []
  const t = createTestEnvironment({
    addToAlbum: async (_album, ids) => {
      if (fails) throw new Error('away')
      inAlbum.push(...ids)
    },
  })
  t.library.set('hash of known.jpg', { photoId: 'known', state: 'already-there' })
  const { router } = await open(uploadPage({ album_id: 'oslo' }), {}, t)
  await choose(jpegFile('known.jpg'))
  expect(screen.getByRole('alert').textContent).toContain(texts.text('upload.album-failed'))
  expect(router.state.location.pathname).toBe(PATHS.upload)
  fails = false
  await press('Done')
  expect(inAlbum).toEqual(['known'])
  expect(screen.getByRole('status').textContent).toContain('1 photo added')
})
