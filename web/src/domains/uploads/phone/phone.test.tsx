// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PhoneResult, SessionFile, UploadSession } from '#contract/upload-sessions.ts'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { configureCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { toasts } from '#web/ui/toasts.ts'
import { createTestEnvironment, flushPromises, jpegFile } from '../engine/upload-environment.testing.ts'
import type { FileToUpload, UploadHandlers } from '../engine/upload-environment.ts'
import { createUploads } from '../engine/uploads.ts'
import type { FileCache } from '../storage/file-cache.ts'
import type { QueueStorage, StoredItem } from '../storage/queue-storage.ts'
import { UploadDialog } from '../upload-dialog/upload-dialog.tsx'
import { chooseBy, stubScreen } from '../upload-screen.testing.ts'
import { PhonePage } from './phone-page.tsx'

vi.mock('#web/platform/push/library.ts', () => import('#web/platform/push/library.testing.ts'))
// happy-dom has neither IndexedDB nor locks, and no service that speaks tus is behind it.
const { storage, tus } = vi.hoisted(() => ({
  storage: {
    queues: new Map<string, Map<string, StoredItem>>(),
    files: new Map<string, Map<string, File>>(),
  },
  tus: { sent: [] as (FileToUpload & UploadHandlers & { endpoint: string })[] },
}))
vi.mock('../storage/queue-storage.ts', () => {
  const queueOf = (account: string) => {
    const queue = storage.queues.get(account) ?? new Map<string, StoredItem>()
    storage.queues.set(account, queue)
    return queue
  }
  return {
    openQueueStorage: async (account: string): Promise<QueueStorage> => ({
      load: async () => structuredClone([...queueOf(account).values()]),
      write: async (changes, removedIds) => {
        for (const change of changes) queueOf(account).set(change.item.id, structuredClone(change))
        for (const id of removedIds) queueOf(account).delete(id)
      },
      release: () => {},
    }),
    readStoredItems: async (account: string) => [...queueOf(account).values()].map(({ item }) => item),
    deleteStoredItems: async (account: string) => queueOf(account).clear(),
  }
})
vi.mock('../storage/file-cache.ts', () => {
  const filesOf = (account: string) => {
    const files = storage.files.get(account) ?? new Map<string, File>()
    storage.files.set(account, files)
    return files
  }
  return {
    openFileCache: async (account: string): Promise<FileCache> => ({
      load: async () => new Map(filesOf(account)),
      put: async (id, file) => void filesOf(account).set(id, file),
      delete: async ids => {
        for (const id of ids) filesOf(account).delete(id)
      },
      close: () => {},
    }),
    deleteCachedFiles: async (account: string) => filesOf(account).clear(),
  }
})
vi.mock('../hashing/file-hash.ts', () => ({ hashFile: async (file: File) => `hash of ${file.name}` }))
vi.mock('../tus/tus.ts', () => ({
  sendByTus: (endpoint: string, _: unknown, file: FileToUpload, handlers: UploadHandlers) => {
    tus.sent.push({ ...file, ...handlers, endpoint })
    return { abort: () => {} }
  },
  terminateByTus: async () => {},
}))

const FIRST = '4768ce87-c667-480c-8dcf-d03743bcf3b3'
const SECOND = 'a768ce87-c667-480c-8dcf-d03743bcf3b3'
const UPLOAD_TOKEN = 'x'.repeat(43)

/** Fake service with one upload session. */
function serviceForTests() {
  const service = {
    session: { state: 'open', opened: false, files: [] } as Pick<UploadSession, 'state' | 'opened' | 'files'>,
    opened: 0,
    revoked: 0,
    requests: [] as string[],
    /** Body of each request that created a session. */
    openedWith: [] as unknown[],
    tokens: [] as (string | null)[],
    phone: 200,
    phoneReason: 'revoked',
    phoneSessionId: FIRST,
    libraryKey: 'library-of-nora',
    arrived: 3,
    result: [] as PhoneResult['files'],
  }
  const answer = (method: string, path: string): Response => {
    service.requests.push(`${method} ${path}`)
    const session = { sessionId: service.phoneSessionId, libraryKey: service.libraryKey }
    const { arrived, phone, phoneReason: reason } = service
    if (path === '/phone/session')
      return phone === 200
        ? Response.json({
            ...session,
            owner: 'Nora',
            expiresAt: AT,
            secondsLeft: 1500,
            filesLeft: 97,
            arrived,
          })
        : refusal(phone, { fields: { reason } })
    if (path === '/phone/result') return Response.json({ ...session, state: reason, files: service.result })
    if (path === '/phone/receipts')
      return Response.json({
        receipts: tus.sent.map(({ file: { name } }) => ({
          uploadId: `u-${name}`,
          fileName: name,
          state: 'added',
        })),
      })
    if (method === 'POST') {
      service.opened++
      const sessionId = service.opened === 1 ? FIRST : SECOND
      const uploadUrl = `http://localhost/from-phone#${UPLOAD_TOKEN}`
      return Response.json({ sessionId, uploadUrl, expiresAt: AT, secondsLeft: 3600 }, { status: 201 })
    }
    if (method === 'DELETE') {
      service.revoked++
      service.session = { ...service.session, state: 'revoked' }
      return new Response(null, { status: 204 })
    }
    return Response.json({ sessionId: FIRST, expiresAt: AT, ...service.session })
  }
  configureCalls({
    token: async () => 'access-token',
    fetch: async (url, init) => {
      service.tokens.push(new Headers(init?.headers).get('authorization'))
      if (String(url).endsWith('/upload-sessions')) service.openedWith.push(JSON.parse(String(init?.body)))
      return answer(init?.method ?? 'GET', String(url).replace(/^.*\/api\/uploads/, ''))
    },
  })
  return service
}

const AT = '2026-11-21T12:00:00.000Z'
const sent = (name: string, parts: Partial<SessionFile> = {}): SessionFile => ({
  uploadId: `u-${name}`,
  fileName: name,
  size: 9,
  state: 'added',
  photoId: `00000000-0000-4000-8000-${name
    .padStart(12, '0')
    .slice(0, 12)
    .replace(/[^\da-f]/g, '0')}`,
  ...parts,
})

let service: ReturnType<typeof serviceForTests>
beforeEach(() => {
  service = serviceForTests()
  storage.queues.clear()
  storage.files.clear()
  tus.sent.length = 0
  setHostFlags({ PhotoManagementQrCodeUploadEnabled: true })
  stubScreen(1280, 'fine')
})

/** Waits for the timers too: the query client notifies asynchronously. */
const quiet = (work: () => unknown) =>
  act(async () => {
    await work()
    for (let turn = 0; turn < 3; turn++) {
      await flushPromises()
      await new Promise(resolve => setTimeout(resolve))
    }
  })

async function show(element: React.ReactNode) {
  renderScreens(
    PATHS.photos,
    { [PATHS.photos]: () => element, [PATHS.album]: () => <p>The album</p> },
    { toasts: false },
  )
  await quiet(() => {})
}

async function openModal(t = createTestEnvironment(), albumId?: string) {
  const uploads = createUploads(t.environment)
  uploads.beginImport(albumId)
  await uploads.start()
  const onClose = vi.fn()
  await show(<UploadDialog uploads={uploads} albumId={albumId} onClose={onClose} />)
  await screen.findByRole('dialog')
  return { t, uploads, onClose }
}

const tab = (name: string) => screen.getByRole('tab', { name })
const button = (name: string) => screen.getByRole('button', { name })
const openPhoneTab = () => quiet(() => fireEvent.click(tab('Transfer from Phone')))
const publish = (files: SessionFile[]) =>
  quiet(() => {
    service.session = { ...service.session, opened: true, files }
    push({ type: 'upload-session-changed', sessionId: FIRST })
  })

test("PL-039 'Transfer from Phone' is shown on all devices but phones, with its flag on (RV-810)", async () => {
  await openModal()
  expect(screen.getAllByRole('tab').map(each => each.textContent)).toEqual([
    'My Device',
    'Transfer from Phone',
  ])
  await quiet(cleanup)
  setHostFlags({})
  await openModal()
  expect(screen.getAllByRole('tab')).toHaveLength(1)
  await quiet(cleanup)
  setHostFlags({ PhotoManagementQrCodeUploadEnabled: true })
  // A zoomed page of a computer, which has a mouse.
  stubScreen(640, 'fine')
  await openModal()
  expect(screen.getAllByRole('tab')).toHaveLength(2)
  await quiet(cleanup)
  stubScreen(1000, 'coarse')
  await openModal()
  expect(screen.getAllByRole('tab')).toHaveLength(1)
  expect(service.opened).toBe(0)
})

test('PL-048 the tab opens one session and shows its code, its remaining time, and whether a phone is connected', async () => {
  await openModal()
  await openPhoneTab()
  expect(screen.getByRole('img', { name: 'QR code for your phone' })).toBeTruthy()
  expect(screen.getByText('Works for 60 more minutes.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toContain('Waiting for your phone')
  await publish([])
  expect(screen.getByRole('status').textContent).toContain('Your phone is connected.')
  await quiet(() => fireEvent.click(tab('My Device')))
  await openPhoneTab()
  expect(service.opened).toBe(1)
})

test('OP-12 photos of the phone appear without a push message: the session is read every 3 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await openModal()
  await openPhoneTab()
  service.session = { ...service.session, opened: true, files: [sent('beach.jpg')] }
  await quiet(() => vi.advanceTimersByTime(2999))
  expect(screen.queryByRole('checkbox', { name: 'Add beach.jpg' })).toBeNull()
  await quiet(() => vi.advanceTimersByTime(1))
  vi.useRealTimers()
  expect(screen.getByRole('checkbox', { name: 'Add beach.jpg' })).toBeTruthy()
})

test('PL-044 from an album the session is for that album; selected photos are added to it', async () => {
  const { t, onClose } = await openModal(createTestEnvironment(), 'oslo')
  await openPhoneTab()
  expect(service.openedWith).toEqual([{ albumId: 'oslo' }])
  await publish([sent('beach.jpg', { state: 'already-there' }), sent('sea.jpg'), sent('a.jpg')])
  await quiet(() => fireEvent.click(screen.getByRole('checkbox', { name: 'Add sea.jpg' })))
  await quiet(() => fireEvent.click(button('Upload')))
  const wanted = ['beach.jpg', 'a.jpg'].map(name => `${sent(name).photoId} to oslo`)
  expect(t.addedToAlbums.toSorted()).toEqual(wanted.toSorted())
  expect(onClose).toHaveBeenCalledOnce()
  expect(await screen.findByText('The album')).toBeTruthy()
  expect(toasts.current().map(({ text }) => text)).toEqual(['2 photos added'])
})

test('PL-048 OP-12 closing asks for confirmation, deletes the photos of the phone and revokes the session', async () => {
  const { t } = await openModal()
  await openPhoneTab()
  await publish([sent('beach.jpg')])
  await quiet(() => fireEvent.click(button('Cancel')))
  expect(screen.getByText('1 photo you added here won’t be kept.')).toBeTruthy()
  await quiet(() => fireEvent.click(button('Discard')))
  expect(t.deleted).toEqual([sent('beach.jpg').photoId])
  expect(t.confirmedSessions).toEqual([])
  expect(service.revoked).toBe(0)
  await quiet(cleanup)
  expect(service.revoked).toBe(1)
})

test('OP-12 a removed row does not reappear, and a file removed on the phone disappears', async () => {
  await openModal()
  await openPhoneTab()
  const broken = sent('diary.jpg', { state: 'refused', reason: 'broken', photoId: undefined })
  const coming = sent('sea.jpg', { state: 'receiving', photoId: undefined })
  await publish([broken, coming])
  await quiet(() => fireEvent.click(button('Remove diary.jpg')))
  await publish([broken, coming])
  expect(screen.queryByText('diary.jpg')).toBeNull()
  await publish([broken])
  expect(screen.queryByText('sea.jpg')).toBeNull()
})

test('OP-12 the owner ends the session; the tab says so and offers a new code', async () => {
  await openModal()
  await openPhoneTab()
  const late = sent('late.jpg', { state: 'refused', reason: 'expired', photoId: undefined })
  await publish([sent('beach.jpg'), late])
  expect(screen.getByText('The transfer ended before this photo had arrived.')).toBeTruthy()
  await quiet(() => fireEvent.click(button('End transfer')))
  expect(screen.getByRole('heading', { name: 'The transfer has ended' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: 'QR code for your phone' })).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Add beach.jpg' })).toBeTruthy()
  service.session = { state: 'open', opened: false, files: [] }
  await quiet(() => fireEvent.click(button('New code')))
  expect(service.opened).toBe(2)
  expect(screen.getByRole('img', { name: 'QR code for your phone' })).toBeTruthy()
})

test('OP-12 an expired code is shown as such', async () => {
  await openModal()
  await openPhoneTab()
  await quiet(() => {
    service.session = { ...service.session, state: 'expired' }
    push({ type: 'upload-session-changed', sessionId: FIRST })
  })
  expect(screen.getByRole('heading', { name: 'This code has expired' })).toBeTruthy()
})

test('PL-048 OP-12 the phone shows the owner of the library and the remaining time, with the upload token alone', async () => {
  location.hash = UPLOAD_TOKEN
  await show(<PhonePage />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Send photos' })).toBeTruthy()
  expect(screen.getByText('For the Keepsake library of Nora.')).toBeTruthy()
  expect(screen.getByText(/^Works for 25 more minutes\./)).toBeTruthy()
  expect(new Set(service.tokens)).toEqual(new Set([`Bearer ${UPLOAD_TOKEN}`]))
  // Sent before this page was loaded.
  expect(screen.getByRole('status').textContent).toContain('3 photos have arrived.')
  expect(screen.getByRole('status').textContent).toContain('only then are they kept')
  await quiet(() => chooseBy('Choose photos', [jpegFile('holiday.gif', 'x', 'image/gif')]))
  expect(
    within(screen.getByRole('main')).getByText('Only JPEG, PNG and HEIC photos can be added.'),
  ).toBeTruthy()
})

test.each([
  [410, 'expired', 'This link has expired'],
  [410, 'revoked', 'The transfer has ended'],
  [401, '', 'This link doesn’t work'],
])(
  'RV-812 OP-12 %i %s: the phone says "%s" and what to do, and nothing of photos that are safe',
  async (status, reason, title) => {
    service.phone = status
    service.phoneReason = reason
    location.hash = UPLOAD_TOKEN
    await show(<PhonePage />)
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByRole('heading', { name: title })).toBeTruthy()
    expect(alert.textContent).toContain('Open ‘Add photos’ on your computer and scan the new code.')
    expect(screen.queryByText('Choose photos')).toBeNull()
    expect(screen.queryByText(/safe|kept|arrived/)).toBeNull()
  },
)

const UPLOADED = ['a.jpg', 'b.jpg', 'c.jpg']
const chooseOnPhone = (...names: string[]) =>
  quiet(() =>
    chooseBy(
      'Choose photos',
      names.map(name => jpegFile(name)),
    ),
  )
const receive = (name: string) =>
  quiet(() => {
    const upload = tus.sent.findLast(({ file }) => file.name === name)!
    upload.onUploadUrl(`/api/uploads/phone/files/u-${name}`)
    upload.onDone()
  })
const endSession = (result: PhoneResult['files']) =>
  quiet(() => {
    service.phone = 410
    service.result = result
    tus.sent.at(-1)!.onError({ kind: 'refused', reason: 'expired' })
  })
const outcome = (name: string, outcome: PhoneResult['files'][number]['outcome']) => ({
  uploadId: `u-${name}`,
  fileName: name,
  outcome,
})
const listResult = () =>
  within(screen.getByRole('list', { name: 'Files' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

async function showPhone() {
  location.hash = UPLOAD_TOKEN
  service.arrived = 0
  await show(<PhonePage />)
  await screen.findByRole('heading', { level: 1, name: 'Send photos' })
}

test('RV-812 a sent photo has arrived, on the phone as on the computer; it is added or kept only once that is confirmed', async () => {
  await showPhone()
  await chooseOnPhone(...UPLOADED)
  for (const name of UPLOADED) await receive(name)
  await vi.waitFor(() => expect(screen.getAllByText('Arrived')).toHaveLength(3), { timeout: 60_000 })
  expect(screen.getByText('3 photos have arrived.')).toBeTruthy()
  expect(screen.queryByText(/\bAdded\b|^Kept|\d added/)).toBeNull()
  await endSession([outcome('a.jpg', 'received'), outcome('b.jpg', 'kept'), outcome('c.jpg', 'not-kept')])
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('3 photos have arrived.')
  expect(alert.textContent).toContain('1 photo was kept: it is in the library.')
  expect(alert.textContent).toContain('1 photo was not kept on the computer.')
  expect(alert.textContent).toContain(
    '1 photo is still undecided on the computer: don’t delete it from your phone yet.',
  )
  expect(listResult()).toEqual(['a.jpgArrived', 'b.jpgKept', 'c.jpgNot kept'])
})

test('RV-812 while the outcome cannot be read, nothing is kept, and the phone says not to delete', async () => {
  service.phone = 410
  location.hash = UPLOAD_TOKEN
  configureCalls({
    fetch: async url =>
      refusal(String(url).endsWith('/phone/result') ? 503 : 410, { fields: { reason: 'revoked' } }),
  })
  await show(<PhonePage />)
  expect(await screen.findByText(/Don’t delete any from your phone yet/)).toBeTruthy()
  expect(screen.queryByText(/safe|kept/)).toBeNull()
})

test('RV-813 the end in the middle names what was not sent; a new code of the same library sends it, and nothing twice', async () => {
  await showPhone()
  await chooseOnPhone(...UPLOADED, 'd.jpg')
  await receive('a.jpg')
  await endSession([outcome('a.jpg', 'received'), outcome('b.jpg', 'not-sent')])
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('1 photo has arrived.')
  expect(alert.textContent).toContain('3 photos were not sent.')
  expect(listResult()).toEqual(
    expect.arrayContaining(['a.jpgArrived', 'b.jpgNot sent', 'c.jpgNot sent', 'd.jpgNot sent']),
  )
  // Another code, in the same page or a new one.
  await quiet(cleanup)
  tus.sent.length = 0
  Object.assign(service, { phone: 200, phoneSessionId: SECOND })
  await showPhone()
  await vi.waitFor(
    () => expect(tus.sent.map(({ file }) => file.name).toSorted()).toEqual(['b.jpg', 'c.jpg', 'd.jpg']),
    {
      timeout: 60_000,
    },
  )
  for (const { uploadUrl } of tus.sent) expect(uploadUrl).toBeUndefined()
})

test('RV-813 a code of another library sends nothing of the first one; the files can be forgotten', async () => {
  await showPhone()
  await chooseOnPhone('a.jpg')
  await endSession([])
  expect(listResult()).toEqual(['a.jpgNot sent'])
  await quiet(cleanup)
  tus.sent.length = 0
  Object.assign(service, { phone: 200, phoneSessionId: SECOND, libraryKey: 'another-library' })
  await showPhone()
  expect(screen.queryByText('a.jpg')).toBeNull()
  expect(tus.sent).toEqual([])
  await quiet(cleanup)
  // Reloaded, the ended page still names them.
  Object.assign(service, { phone: 410, phoneSessionId: FIRST, libraryKey: 'library-of-nora' })
  await show(<PhonePage />)
  await vi.waitFor(() => expect(listResult()).toEqual(['a.jpgNot sent']), { timeout: 60_000 })
  await quiet(() => fireEvent.click(button('Don’t add')))
  expect(screen.queryByText('a.jpg')).toBeNull()
  expect([...storage.files.get('phone library-of-nora')!]).toEqual([])
})

test('RV-813 ending asks while the phone is sending, and ends without a question otherwise', async () => {
  await openModal()
  await openPhoneTab()
  await publish([sent('beach.jpg'), sent('sea.jpg', { state: 'receiving', photoId: undefined })])
  await quiet(() => fireEvent.click(button('End transfer')))
  const dialog = screen.getByRole('alertdialog', { name: 'End transfer while photos are being sent?' })
  expect(dialog.textContent).toContain('1 photo hasn’t arrived yet.')
  expect(service.revoked).toBe(0)
  await quiet(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' })))
  expect(service.revoked).toBe(0)
  await quiet(() => fireEvent.click(button('End transfer')))
  await quiet(() =>
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End transfer' })),
  )
  expect(service.revoked).toBe(1)
})
