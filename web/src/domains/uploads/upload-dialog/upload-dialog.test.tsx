// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { photoKeys } from '#web/domains/photos/index.ts'
import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { announcement } from '#web/ui/announcements.ts'
import { toasts } from '#web/ui/toasts.ts'
import { createTestEnvironment, jpegFile, startUploads } from '../engine/upload-environment.testing.ts'
import { createUploads } from '../engine/uploads.ts'
import { showRequest } from '../show/show-request.ts'
import { chooseBy, quiet } from '../upload-screen.testing.ts'
import { UploadDialog } from './upload-dialog.tsx'

afterEach(() => {
  showRequest.set(undefined)
})

async function open(t = createTestEnvironment(), path: string = PATHS.photos, albumId?: string) {
  const uploads = createUploads(t.environment)
  uploads.beginImport(albumId)
  await uploads.start()
  const onClose = vi.fn()
  const queries = new QueryClient()
  const refreshed = vi.spyOn(queries, 'invalidateQueries')
  const dialog = () => <UploadDialog uploads={uploads} albumId={albumId} onClose={onClose} />
  const screens = { '/other': dialog, [PATHS.photos]: dialog, [PATHS.album]: dialog }
  const { router } = renderScreens(path, screens, { queries, toasts: false })
  await screen.findByRole('dialog')
  return { t, uploads, onClose, refreshed, router }
}

const dialog = () => screen.getByRole('dialog', { name: 'Add photos' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const isOff = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true'
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Add ${name}` })
const choose = (...files: File[]) => chooseBy('Choose photos', files)

test('PL-040 chosen files are uploaded immediately, with their progress and state', async () => {
  const { t } = await open()
  expect(screen.getByLabelText('Choose photos', { selector: 'input' }).getAttribute('accept')).toBe(
    'image/heic,image/heif,image/jpeg,image/png,.heic,.heif,.jpg,.jpeg,.png',
  )
  await quiet(() => choose(jpegFile('beach.jpg'), jpegFile('sea.jpg')))
  expect(t.sent.map(({ file }) => file.name)).toEqual(['beach.jpg', 'sea.jpg'])
  await quiet(() => t.sent[0]!.onProgress(6))
  expect(screen.getByRole('progressbar', { name: 'Upload of beach.jpg' }).getAttribute('aria-valuenow')).toBe(
    '67',
  )
  expect(screen.getByText('66%')).toBeTruthy()
  await quiet(() => t.completeAll())
  expect(screen.getAllByText('Ready')).toHaveLength(2)
  expect(screen.getByText('2 of 2 selected')).toBeTruthy()
  expect(announcement.get().trim()).toBe('2 ready')
})

test("PL-042 'Upload' is disabled while nothing is selected; uploaded files can be deselected", async () => {
  const { t } = await open()
  expect(isOff(button('Upload'))).toBe(true)
  await quiet(() => choose(jpegFile('beach.jpg')))
  await quiet(() => t.completeAll())
  expect(isOff(button('Upload'))).toBe(false)
  await quiet(() => fireEvent.click(box('beach.jpg')))
  expect(box('beach.jpg').checked).toBe(false)
  expect(isOff(button('Upload'))).toBe(true)
})

test('RV-111 after a reload Cancel asks the same question, and discards the same photos', async () => {
  const t = createTestEnvironment()
  const { uploads: before, add } = await startUploads(t)
  await add(jpegFile('beach.jpg'))
  await t.completeAll()
  await before.stop()
  const { onClose } = await open(t)
  await quiet(() => fireEvent.click(button('Cancel')))
  const question = screen.getByRole('alertdialog', { name: 'Close without adding?' })
  expect(question.textContent).toContain('1 photo you added here won’t be kept.')
  await quiet(() => fireEvent.click(button('Discard')))
  expect(t.deleted).toEqual(['photo of beach.jpg'])
  expect(onClose).toHaveBeenCalledOnce()
})

test("PL-042 'Upload' is disabled while it saves", async () => {
  const deleted = Promise.withResolvers<void>()
  const t = createTestEnvironment({ deletePhotos: () => deleted.promise })
  const { onClose } = await open(t)
  await quiet(() => choose(jpegFile('beach.jpg'), jpegFile('sea.jpg')))
  await quiet(() => t.completeAll())
  await quiet(() => fireEvent.click(box('sea.jpg')))
  await quiet(() => fireEvent.click(button('Upload')))
  expect(isOff(button('Saving'))).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
  await quiet(() => deleted.resolve())
  expect(onClose).toHaveBeenCalledOnce()
})

test("RV-101 bytes received are enough: 'Upload' does not wait for previews, also not to delete deselected photos", async () => {
  const { t, uploads, onClose } = await open()
  await quiet(() => choose(jpegFile('beach.jpg'), jpegFile('sea.jpg')))
  await quiet(() => {
    for (const sent of t.sent) sent.complete({ state: 'processing' })
  })
  await quiet(() => fireEvent.click(box('sea.jpg')))
  await quiet(() => fireEvent.click(button('Upload')))
  expect(onClose).toHaveBeenCalledOnce()
  expect(t.deleted).toEqual(['photo of sea.jpg'])
  expect(toasts.current().map(({ text }) => text)).toEqual(['1 photo added'])
  expect(uploads.confirmed().queue).toEqual([])
})

test("RV-102 the toast's action 'Show' leads to the added photos in the timeline", async () => {
  const { t, uploads, router } = await open(createTestEnvironment(), '/my-photos/albums/oslo', 'oslo')
  await quiet(() => choose(jpegFile('beach.jpg')))
  await quiet(() => t.completeAll())
  const { batchId } = uploads.state().queue[0]!
  await quiet(() => fireEvent.click(button('Upload')))
  const [toast] = toasts.current()
  expect(toast?.action?.label).toBe('Show')
  await quiet(() => toasts.run(toast!))
  expect(showRequest.get()).toEqual([batchId])
  expect(router.state.location.pathname).toBe(PATHS.photos)
})

test('PL-043, OP-43 confirming deletes deselected photos, shows the refreshed photos and a toast with the count', async () => {
  const { t, onClose, refreshed, router } = await open(createTestEnvironment(), '/other')
  t.library.set('hash of known.jpg', { photoId: 'known', state: 'already-there' })
  await quiet(() => choose(...['beach.jpg', 'sea.jpg', 'hill.jpg', 'known.jpg'].map(name => jpegFile(name))))
  await quiet(() => t.completeAll())
  await quiet(() => fireEvent.click(box('sea.jpg')))
  await quiet(() => fireEvent.click(button('Upload')))
  expect(t.deleted).toEqual(['photo of sea.jpg'])
  expect(onClose).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe(PATHS.photos)
  expect(refreshed).toHaveBeenCalledWith({ queryKey: photoKeys.all })
  expect(toasts.current().map(({ text }) => text)).toEqual(['2 photos added'])
})

test('PL-043 a photo that could not be deleted shows an error, and the modal stays open', async () => {
  const t = createTestEnvironment({
    deletePhotos: async () => {
      throw new BulkFailure(['photo of sea.jpg'])
    },
  })
  const { onClose } = await open(t)
  await quiet(() => choose(jpegFile('beach.jpg'), jpegFile('sea.jpg')))
  await quiet(() => t.completeAll())
  await quiet(() => fireEvent.click(box('sea.jpg')))
  await quiet(() => fireEvent.click(button('Upload')))
  expect(screen.getByRole('alert').textContent).toContain('Some photos couldn’t be removed.')
  expect(onClose).not.toHaveBeenCalled()
})

test('OP-10 the final list has four groups with counts, and all failed files are retried by one press', async () => {
  const { t } = await open()
  t.library.set('hash of known.jpg', { photoId: 'p', state: 'already-there' })
  t.library.set('hash of binned.jpg', { photoId: 'q', state: 'restored' })
  await quiet(() =>
    choose(
      ...['known.jpg', 'binned.jpg', 'new.jpg', 'bad.jpg'].map(name => jpegFile(name)),
      jpegFile('holiday.gif', 'x', 'image/gif'),
    ),
  )
  t.sent[1]!.onError({ kind: 'failed', reason: 'server' })
  await quiet(() => t.sent[0]!.complete())
  await quiet(() => t.runTimers())
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '1 failed',
    '1 refused',
    '1 ready',
    '2 already in your library',
  ])
  expect(screen.getByText('Restored from Recently deleted')).toBeTruthy()
  expect(screen.getByText('3 of 3 selected, 1 refused, 1 failed')).toBeTruthy()
  await quiet(() => fireEvent.click(button('Retry all failed')))
  expect(t.sent.map(({ file }) => file.name)).toEqual(['new.jpg', 'bad.jpg', 'bad.jpg'])
})

test('OP-10 without photos of this visit it closes without confirmation', async () => {
  const { t, onClose } = await open()
  t.library.set('hash of known.jpg', { photoId: 'p', state: 'already-there' })
  await quiet(() => choose(jpegFile('known.jpg'), jpegFile('holiday.gif', 'x', 'image/gif')))
  await quiet(() => fireEvent.click(within(dialog()).getByRole('button', { name: 'Close' })))
  expect(onClose).toHaveBeenCalledOnce()
})

test('OP-10 leaving the page by the router asks for confirmation too', async () => {
  const { t, router } = await open()
  await quiet(() => choose(jpegFile('beach.jpg')))
  await quiet(() => void router.navigate({ to: '/other' as never }))
  expect(router.state.location.pathname).toBe(PATHS.photos)
  await quiet(() => fireEvent.click(button('Discard')))
  expect(router.state.location.pathname).toBe('/other')
  expect(t.sent[0]!.aborted).toBe(true)
})

test('OP-10 pause and resume, one by name or all together', async () => {
  const { t } = await open()
  await quiet(() => choose(jpegFile('beach.jpg'), jpegFile('sea.jpg')))
  await quiet(() => fireEvent.click(button('Pause beach.jpg')))
  expect(t.sent.map(({ aborted }) => aborted)).toEqual([true, false])
  await quiet(() => fireEvent.click(button('Resume beach.jpg')))
  expect(t.sent).toHaveLength(3)
  await quiet(() => fireEvent.click(button('Pause all')))
  expect(t.sent.every(({ aborted }) => aborted)).toBe(true)
  await quiet(() => fireEvent.click(button('Resume all')))
  await quiet(() => t.completeAll())
  expect(screen.getByText('2 of 2 selected')).toBeTruthy()
})

test('OP-10 a lost connection is shown', async () => {
  const { t } = await open()
  await quiet(() => choose(jpegFile('beach.jpg')))
  await quiet(() => t.sent[0]!.onError({ kind: 'broken' }))
  expect(screen.getByText(/The connection was lost/)).toBeTruthy()
  await quiet(() => t.goOnline())
  expect(screen.queryByText(/The connection was lost/)).toBeNull()
})

test('OP-10 unfinished files of the last visit are listed and can be discarded', async () => {
  const t = createTestEnvironment()
  const { uploads: before, add } = await startUploads(t)
  await add(...['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map(name => jpegFile(name)))
  await before.stop()
  const { onClose } = await open(t)
  expect(screen.getByText('4 photos from your last visit haven’t finished uploading')).toBeTruthy()
  expect(screen.getByText(/: a\.jpg, b\.jpg, c\.jpg and 1 more$/)).toBeTruthy()
  await quiet(() => choose(jpegFile('b.jpg')))
  expect(screen.getByText('3 photos from your last visit haven’t finished uploading')).toBeTruthy()
  await quiet(() => fireEvent.click(button('Don’t add')))
  expect(screen.queryByText(/from your last visit/)).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
})

test('the focus moves to the next file when one is removed', async () => {
  await open()
  await quiet(() => choose(...['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map(name => jpegFile(name))))
  button('Remove d.jpg').focus()
  await quiet(() => fireEvent.click(button('Remove d.jpg')))
  expect(document.activeElement).toBe(button('Pause c.jpg'))
})

test('of 1,000 files only those in view are rendered', async () => {
  await open()
  await quiet(() => choose(...Array.from({ length: 1000 }, (_, n) => jpegFile(`${n}.gif`, 'x', 'image/gif'))))
  const items = within(dialog()).getAllByRole('listitem')
  expect(items.length).toBeGreaterThan(5)
  expect(items.length).toBeLessThan(40)
  expect(items.at(-1)!.getAttribute('aria-setsize')).toBe('1001')
})

test('PL-044 from an album: selected photos are added to it, known or new, and the album stays open', async () => {
  const t = createTestEnvironment()
  t.library.set('hash of known.jpg', { photoId: 'known', state: 'already-there' })
  const { onClose, router } = await open(t, '/my-photos/albums/oslo', 'oslo')
  await quiet(() => choose(jpegFile('beach.jpg'), jpegFile('blurred.jpg'), jpegFile('known.jpg')))
  expect(t.sent.map(({ albumId }) => albumId)).toEqual(['oslo', 'oslo'])
  await quiet(() => t.completeAll())
  await quiet(() => fireEvent.click(box('blurred.jpg')))
  await quiet(() => fireEvent.click(button('Upload')))
  expect(t.deleted).toEqual(['photo of blurred.jpg'])
  expect(t.addedToAlbums.toSorted()).toEqual(['known to oslo', 'photo of beach.jpg to oslo'])
  expect(onClose).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe('/my-photos/albums/oslo')
  expect(toasts.current().map(toast => toast.text)).toEqual(['2 photos added'])
})

test('OP-10 PL-044 equal files are one photo: the second is already there, and the album has one more, not two', async () => {
  const { t } = await open(createTestEnvironment(), '/my-photos/albums/oslo', 'oslo')
  await quiet(() => choose(jpegFile('beach.jpg'), jpegFile('beach again.jpg', 'beach.jpg')))
  await quiet(() => t.completeAll())
  const groups = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(groups).toEqual(['1 ready', '1 already in your library'])
  await quiet(() => fireEvent.click(button('Upload')))
  expect(toasts.current().map(toast => toast.text)).toEqual(['1 photo added'])
})

test('PL-043 a photo whose first file was deselected, and whose second was not, is new all the same', async () => {
  const { t } = await open()
  await quiet(() => choose(jpegFile('beach.jpg'), jpegFile('beach again.jpg', 'beach.jpg')))
  await quiet(() => t.completeAll())
  await quiet(() => fireEvent.click(box('beach.jpg')))
  await quiet(() => fireEvent.click(button('Upload')))
  expect(t.deleted).toEqual([])
  expect(toasts.current().map(toast => toast.text)).toEqual(['1 photo added'])
})

test('PL-044 photos could not be added to the album: the modal shows an error and stays open, a retry works', async () => {
  let fails = true
  const inAlbum: string[] = []
  const t = createTestEnvironment({
    addToAlbum: async (_, ids) => {
      if (fails) throw new Error('no')
      inAlbum.push(...ids)
    },
  })
  const { onClose } = await open(t, '/my-photos/albums/oslo', 'oslo')
  await quiet(() => choose(jpegFile('beach.jpg')))
  await quiet(() => t.completeAll())
  await quiet(() => fireEvent.click(button('Upload')))
  expect(screen.getByRole('alert').textContent).toBe(
    'Some photos couldn’t be added to the album. Please try again.',
  )
  expect(onClose).not.toHaveBeenCalled()
  fails = false
  await quiet(() => fireEvent.click(button('Upload')))
  expect(inAlbum).toEqual(['photo of beach.jpg'])
  expect(onClose).toHaveBeenCalledOnce()
})

/** A handle of a file that can be read once `readable` is set. */
function handleOf(name: string, readable = true) {
  const handle = {
    kind: 'file',
    name,
    readable,
    async getFile() {
      if (!handle.readable) throw new DOMException('not downloaded', 'NotReadableError')
      return jpegFile(name)
    },
  }
  return handle
}

const dropEvent = (...handles: object[]) =>
  Object.assign(new Event('drop', { cancelable: true }), {
    dataTransfer: {
      types: ['Files'],
      items: handles.map(handle => ({
        kind: 'file',
        getAsFile: () => null,
        getAsFileSystemHandle: async () => handle,
      })),
    },
  })

test('RV-801 a file of a dropped folder that cannot be read is a row with retry, and the list adds up', async () => {
  const { t } = await open()
  const cloud = handleOf('cloud.jpg', false)
  const inside = [handleOf('a.jpg'), cloud, handleOf('b.jpg')]
  const folder = { kind: 'directory', name: 'Holiday', values: () => inside.values() }
  await quiet(() => window.dispatchEvent(dropEvent(folder)))
  expect(await screen.findByText('cloud.jpg')).toBeTruthy()
  expect(screen.getByText(/^Could not be read\./)).toBeTruthy()
  await quiet(() => t.completeAll())
  expect(screen.getByText('2 of 2 selected, 1 could not be read')).toBeTruthy()
  expect(screen.getByRole('heading', { name: '1 could not be read' })).toBeTruthy()
  expect(announcement.get()).toContain('1 could not be read')
  cloud.readable = true
  await quiet(() => fireEvent.click(button('Retry cloud.jpg')))
  await quiet(() => t.completeAll())
  expect(screen.getByText('3 of 3 selected')).toBeTruthy()
  expect(screen.queryByText(/could not be read/i)).toBeNull()
})

test('RV-801 a dropped folder that cannot be listed is named', async () => {
  await open()
  const values = async function* () {
    yield await Promise.reject(new DOMException('card pulled', 'NotFoundError'))
  }
  await quiet(() => window.dispatchEvent(dropEvent({ kind: 'directory', name: 'DCIM', values })))
  expect(await screen.findByText('DCIM')).toBeTruthy()
  expect(screen.getByText(/^This folder could not be read completely\./)).toBeTruthy()
  expect(screen.getByText('0 of 0 selected, 1 could not be read')).toBeTruthy()
})

test('RV-802 an unreadable file of the file picker is a row, the others are added, no second picker opens', async () => {
  const { t } = await open()
  const inputPicker = vi.spyOn(HTMLInputElement.prototype, 'click')
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
  // The report of the picker would fail in a later test.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const showOpenFilePicker = vi.fn(async () => [handleOf('a.jpg'), handleOf('card.jpg', false)])
  vi.stubGlobal('showOpenFilePicker', showOpenFilePicker)
  const { matchMedia } = globalThis
  vi.stubGlobal('matchMedia', (query: string) =>
    query === '(pointer: fine)' ? { matches: true } : matchMedia(query),
  )
  await quiet(() => fireEvent.click(button('Choose photos')))
  expect(await screen.findByText('card.jpg')).toBeTruthy()
  expect(t.sent.map(({ file }) => file.name)).toEqual(['a.jpg'])
  expect(screen.getByText('1 of 1 selected, 1 could not be read')).toBeTruthy()
  expect(showOpenFilePicker).toHaveBeenCalledTimes(1)
  expect(inputPicker).not.toHaveBeenCalled()
  // A picker that the browser refuses to open is replaced by the file input; one that was cancelled is not.
  showOpenFilePicker.mockRejectedValueOnce(new DOMException('cancelled', 'AbortError'))
  await quiet(() => fireEvent.click(button('choose from this device')))
  expect(inputPicker).not.toHaveBeenCalled()
  showOpenFilePicker.mockRejectedValueOnce(new DOMException('blocked', 'SecurityError'))
  await quiet(() => fireEvent.click(button('choose from this device')))
  expect(inputPicker).toHaveBeenCalledTimes(1)
  expect(reported).toHaveBeenCalled()
  inputPicker.mockRestore()
  reported.mockRestore()
})

test("NX-250 'Choose a folder' reads the folder, names what cannot be read, and opens the file input where there is no picker", async () => {
  const { t, uploads } = await open()
  const inputPicker = vi.spyOn(HTMLInputElement.prototype, 'click')
  await quiet(() => fireEvent.click(button('Choose a folder')))
  expect(inputPicker).toHaveBeenCalledTimes(1)
  const inside = [handleOf('a.jpg'), handleOf('cloud.jpg', false), handleOf('.DS_Store')]
  const folder = { kind: 'directory', name: 'Holiday', values: () => inside.values() }
  vi.stubGlobal('showDirectoryPicker', async () => folder)
  await quiet(() => fireEvent.click(button('Choose a folder')))
  expect(await screen.findByText('cloud.jpg')).toBeTruthy()
  expect(t.sent.map(({ file, folder: name }) => [file.name, name])).toEqual([['a.jpg', 'Holiday']])
  expect(screen.getByText('Hidden files are left out: .DS_Store.')).toBeTruthy()
  expect(uploads.state().counts.total).toBe(2)
  expect(inputPicker).toHaveBeenCalledTimes(1)
  inputPicker.mockRestore()
})

test('NX-247 one question for the folders of a drop, with a checkbox for each; the chosen ones become albums', async () => {
  const { t } = await open()
  const folderOf = (name: string, file: string) => ({
    kind: 'directory',
    name,
    values: () => [handleOf(file)].values(),
  })
  const holiday = {
    kind: 'directory',
    name: 'Takeout',
    values: () =>
      [
        folderOf('Norway', 'n.jpg'),
        folderOf('Garden', 'g.jpg'),
        folderOf('Photos from 2019', 'y.jpg'),
      ].values(),
  }
  await quiet(() => window.dispatchEvent(dropEvent(holiday)))
  const question = await screen.findByRole('region', { name: 'Make 2 albums' })
  const boxes = within(question).getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false])
  await quiet(() => fireEvent.click(boxes[0]!))
  expect(boxes.map(({ checked }) => checked)).toEqual([true, true, true])
  await quiet(() => fireEvent.click(within(question).getByRole('checkbox', { name: /Garden/ })))
  expect(boxes[0]!.indeterminate).toBe(true)
  await quiet(() => t.completeAll())
  await quiet(() => fireEvent.click(button('Upload')))
  expect(t.albums).toEqual(['Norway'])
  expect(t.addedToAlbums).toEqual(['photo of n.jpg to album Norway'])
})

test('RV-1152 RV-1082 an export is named with what comes along and what does not, and announced', async () => {
  const { uploads } = await open()
  const inPart = (part: number, name: string, value?: object) => ({
    folder: `takeout-00${part}/Takeout/Google Photos/Norway`,
    file: value
      ? new File([JSON.stringify(value)], name, { type: 'application/json' })
      : jpegFile(name, name),
  })
  const taken = (title: string) => ({ title, photoTakenTime: { timestamp: '1556971255' } })
  await quiet(() =>
    uploads.add([
      inPart(1, 'a.jpg'),
      inPart(1, 'b.jpg'),
      inPart(2, 'a.jpg.json', taken('a.jpg')),
      inPart(2, 'c.jpg.json', taken('c.jpg')),
      inPart(2, 'metadata.json', { title: 'Norwegen', date: {} }),
      { file: new File(['x'], 'letter.pdf', { type: 'application/pdf' }) },
      { file: new File(['x'], 'film.mp4', { type: 'video/mp4' }) },
    ]),
  )
  const summary = await screen.findByRole('region', { name: 'What comes along' })
  const sentences = [
    'An export of Google Photos, parts 1 and 2',
    '1 date and 1 album come along.',
    '1 photo keeps its own date and place if it has them.',
    '1 companion file has no photo: the photo isn’t among your files, but may be in another part.',
  ]
  for (const sentence of sentences) expect(summary.textContent).toContain(sentence)
  expect(summary.textContent).not.toContain('What is missing')
  expect(screen.getByText('2 files are no photos and aren’t added')).toBeTruthy()
  expect(dialog().textContent).toMatch(/7 files = .* \+ 1 video \+ 1 document/)
  expect(screen.getByRole('region', { name: 'Make 1 album' })).toBeTruthy()
  expect(announcement.get()).toContain(sentences[0])
  expect(announcement.get()).toContain(sentences[3])
})
