// @vitest-environment happy-dom
import { Outlet } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreens } from '#web/app/screens.testing.tsx'
import { setHostFlags } from '#web/platform/flags/flags.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { hasUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import {
  createTestEnvironment,
  flushPromises,
  jpegFile,
  startUploads,
} from '../engine/upload-environment.testing.ts'
import type { UploadEnvironment } from '../engine/upload-environment.ts'
import { showRequest } from '../show/show-request.ts'
import { chooseBy, press, quiet } from '../upload-screen.testing.ts'
import { currentUploads } from './current-uploads.ts'
import { CLOSE_MS } from './sent-card.tsx'
import { UploadTray } from './upload-tray.tsx'

const page = vi.hoisted(() => ({
  environment: {} as UploadEnvironment,
  stored: false,
  session: { status: 'signed-in', claims: { sub: 'owner' } } as {
    status: string
    claims?: { sub: string }
    lastCustomer?: { sub: string }
  },
  sessionListeners: new Set<() => void>(),
}))
vi.mock('../engine/browser-environment.ts', () => ({
  createBrowserEnvironment: () => page.environment,
  getUploadEndpoint: () => 'https://keepsake.test/api/uploads/files',
}))
vi.mock('../storage/queue-storage.ts', () => ({ hasStoredUploads: async () => page.stored }))
vi.mock('#web/platform/session/page-session.ts', () => ({
  useSession: () => useSyncExternalStore(subscribeSession, () => page.session),
  pageSession: () => ({ state: () => page.session }),
  useClaims: () => page.session.claims,
}))

function subscribeSession(listener: () => void) {
  page.sessionListeners.add(listener)
  return () => {
    page.sessionListeners.delete(listener)
  }
}

beforeEach(() => {
  setHostFlags({ PhotoManagementUploadViewEnabled: true, PhotoManagementQrCodeUploadEnabled: true })
  page.stored = false
  page.session = { status: 'signed-in', claims: { sub: 'owner' } }
})
afterEach(async () => {
  await currentUploads.close()
  showRequest.set(undefined)
})

/** The tray beside a page, with uploads of `names` that are confirmed while they are sent. */
async function open(names: readonly string[], t = createTestEnvironment()) {
  page.environment = t.environment
  if (names.length > 0) {
    const { uploads, add } = await startUploads(t)
    currentUploads.set({ account: 'owner', uploads, openViews: 0 })
    await add(...names.map(name => jpegFile(name, name, name.endsWith('.gif') ? 'image/gif' : undefined)))
    await uploads.confirm()
  }
  const frame = () => (
    <>
      <Outlet />
      <UploadTray />
    </>
  )
  const paths = [PATHS.photos, PATHS.albums, PATHS.activity, PATHS.uploadReceipt]
  const screens = Object.fromEntries(paths.map(path => [path, () => null]))
  const { router } = renderScreens(PATHS.albums, screens, { frame, toasts: false })
  await quiet(() => {})
  const setSession = (session: typeof page.session) =>
    quiet(() => {
      page.session = session
      for (const listener of page.sessionListeners) listener()
    })
  return { t, router, setSession }
}

const tray = () => screen.findByRole('complementary', { name: 'Adding photos' })
const noTray = () => waitFor(() => expect(screen.queryByRole('complementary')).toBeNull())

test('RV-101 the tray shows the progress of what is sent, and stays while pages change', async () => {
  const { t, router } = await open(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
  expect(within(await tray()).getByRole('heading').textContent).toBe('Adding 4 photos')
  await quiet(() => t.sent[0]!.onProgress(4))
  expect(within(await tray()).getByText('0 of 4 sent')).toBeDefined()
  expect(screen.getByText('a.jpg')).toBeDefined()
  expect(screen.getByText('80%')).toBeDefined()
  await quiet(() => t.sent[0]!.complete({ state: 'processing' }))
  const before = await tray()
  await quiet(() => router.navigate({ to: PATHS.photos as never }))
  expect(await tray()).toBe(before)
  expect(within(before).getByText('1 of 4 sent')).toBeDefined()
  expect(Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'))).toBe(25)
  expect(hasUnsavedWork()).toBe(true)
})

test('RV-101 leaving the site warns while files are sent, and not afterwards', async () => {
  const { t } = await open(['a.jpg'])
  await tray()
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isWarned()).toBe(true)
  await quiet(() => t.completeAll())
  expect(isWarned()).toBe(false)
  expect(hasUnsavedWork()).toBe(false)
})

test('RV-101 signing out in another tab reloads without a question, so that no photos stay on the screen', async () => {
  await open(['a.jpg'])
  await tray()
  const isWarned = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isWarned()).toBe(true)
  // The page is reloaded before it is rendered again.
  page.session = { status: 'signed-in', claims: { sub: 'other' } }
  expect(isWarned()).toBe(false)
  page.session = { status: 'signed-out' }
  expect(isWarned()).toBe(false)
})

test('RV-101 when sending ends, the focus of the tray goes to Close, and other focus stays', async () => {
  for (const isInTray of [true, false]) {
    const { t } = await open(['a.jpg'])
    await tray()
    if (isInTray) screen.getByRole('button', { name: 'Pause' }).focus()
    await quiet(() => t.completeAll())
    const close = screen.getByRole('button', { name: 'Close' })
    expect(document.activeElement).toBe(isInTray ? close : document.body)
    cleanup()
    await currentUploads.close()
  }
})

test('RV-101 without a connection it says what it waits for', async () => {
  const { t } = await open(['a.jpg'])
  await tray()
  t.online = false
  await quiet(() => t.sent[0]!.onError({ kind: 'broken' }))
  expect(screen.getByText('Waiting for a connection')).toBeDefined()
  await quiet(() => t.goOnline())
  expect(screen.getByText('0 of 1 sent')).toBeDefined()
})

test('RV-101 it folds to one line', async () => {
  const { t } = await open(['a.jpg', 'b.jpg'])
  await tray()
  await quiet(() => t.sent[0]!.onProgress(5))
  await press('Show less')
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(within(await tray()).getByText('50%')).toBeDefined()
  await press('Show more')
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined()
})

test('RV-101 Cancel asks first; what is sent stays in the library', async () => {
  const { t } = await open(['a.jpg', 'b.jpg', 'c.jpg'])
  await tray()
  await quiet(() => t.sent[0]!.complete())
  await press('Cancel')
  const question = screen.getByRole('alertdialog', { name: 'Stop adding photos?' })
  expect(question.textContent).toContain('2 photos won’t be added.')
  expect(question.textContent).toContain('1 photo is in your library and stays there.')
  await press('Keep adding')
  expect(t.sent.some(({ aborted }) => aborted)).toBe(false)
  await press('Cancel')
  await press('Stop adding')
  expect(t.sent.map(({ aborted }) => aborted)).toEqual([false, true, true])
  expect(t.deleted).toEqual([])
  expect(within(await tray()).getByRole('heading').textContent).toBe('1 photo added')
})

test('RV-101 RV-102 when all is sent it says so, leads to the photos, and closes after 8 s', async () => {
  const { t, router } = await open(['a.jpg', 'b.jpg'])
  await tray()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await quiet(() => {
    for (const sent of t.sent) sent.complete({ state: 'processing' })
  })
  expect(within(screen.getByRole('complementary')).getByRole('heading').textContent).toBe('2 photos added')
  await quiet(() => vi.advanceTimersByTime(CLOSE_MS - 1))
  expect(screen.getByRole('button', { name: 'Show' })).toBeDefined()
  // Time stops while it is hovered.
  await quiet(() => fireEvent.pointerEnter(screen.getByRole('region', { name: '2 photos added' })))
  await quiet(() => vi.advanceTimersByTime(60_000))
  const batchId = currentUploads.get()!.uploads.confirmed().queue[0]!.batchId
  await press('Show')
  vi.useRealTimers()
  expect(showRequest.get()).toEqual([batchId])
  expect(router.state.location.pathname).toBe(PATHS.photos)
  await noTray()
  expect(currentUploads.get()).toBeUndefined()
})

test('RV-101 files that could not be added are counted with their reason, and the tray stays', async () => {
  const { t } = await open(['a.jpg', 'b.jpg', 'c.gif'])
  await tray()
  expect(screen.getByText('1 photo couldn’t be added')).toBeDefined()
  expect(screen.getByText('Only JPEG, PNG and HEIC photos can be added.')).toBeDefined()
  await quiet(() => t.sent[1]!.onError({ kind: 'failed', reason: 'storage-full' }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await quiet(() => t.sent[0]!.complete())
  await quiet(() => vi.advanceTimersByTime(60_000))
  vi.useRealTimers()
  expect(screen.getByText('2 photos couldn’t be added')).toBeDefined()
  await press('View')
  const details = screen.getByRole('dialog', { name: '1 photo added' })
  expect(within(details).getByText(/There is no space left/)).toBeDefined()
  await quiet(() => fireEvent.click(within(details).getByRole('button', { name: 'Retry b.jpg' })))
  expect(t.sent.at(-1)!.file.name).toBe('b.jpg')
  await quiet(() => t.completeAll())
  expect(screen.getByRole('dialog', { name: '2 photos added' })).toBeDefined()
})

test('RV-817 the total stays the same with each refusal', async () => {
  const { t } = await open(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
  await tray()
  await quiet(() => t.sent[0]!.onError({ kind: 'refused', reason: 'broken' }))
  await quiet(() => t.sent[1]!.onError({ kind: 'failed', reason: 'storage-full' }))
  expect(within(await tray()).getByRole('heading').textContent).toBe('Adding 4 photos')
  expect(within(await tray()).getByText('0 of 4 sent')).toBeDefined()
  expect(screen.getByText('2 photos couldn’t be added')).toBeDefined()
})

test('RV-817 problems stay over a reload with their reason, until they are dismissed', async () => {
  const t = createTestEnvironment()
  const { uploads: before, add } = await startUploads(t)
  await add(jpegFile('a.jpg'), jpegFile('b.gif', 'b', 'image/gif'))
  await before.confirm()
  await quiet(() => t.completeAll())
  await before.stop()
  page.stored = true
  await open([], t)
  expect(within(await tray()).getByText('1 photo couldn’t be added')).toBeDefined()
  expect(screen.getByText('Only JPEG, PNG and HEIC photos can be added.')).toBeDefined()
  await press('Close')
  await noTray()
  expect(t.stored.size).toBe(0)
})

test('RV-101 after a reload it goes on with files that can be read, else asks for them', async () => {
  const t = createTestEnvironment()
  const { uploads: before, add } = await startUploads(t)
  await add(jpegFile('a.jpg'), jpegFile('b.jpg'))
  t.sent[0]!.complete()
  await flushPromises()
  await before.confirm()
  await before.stop()
  page.stored = true
  await open([], t)
  await tray()
  expect(screen.getByText('1 photo from your last visit hasn’t finished uploading')).toBeDefined()
  await press('Continue')
  screen.getByRole('dialog')
  await quiet(() => chooseBy('Choose photos', [jpegFile('b.jpg')]))
  await quiet(() => t.completeAll())
  await waitFor(() => expect(screen.getByRole('dialog', { name: '2 photos added' })).toBeDefined())
})

test('RV-111 after a reload before Upload the tray asks to go on or to discard', async () => {
  const t = createTestEnvironment()
  const { uploads: before, add } = await startUploads(t)
  await add(jpegFile('a.jpg'))
  await t.completeAll()
  await before.stop()
  page.stored = true
  await open([], t)
  expect(within(await tray()).getByRole('heading').textContent).toBe('Keep 1 photo?')
  // No name of a button: it was 'Done' where all files had been sent, as here.
  expect(within(await tray()).getByText('You left the page before finishing this upload.')).toBeDefined()
  await press('Discard')
  expect(screen.getByRole('alertdialog', { name: 'Close without adding?' })).toBeDefined()
  await quiet(() =>
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Discard' })),
  )
  expect(t.deleted).toEqual(['photo of a.jpg'])
  await noTray()
})

test('RV-101 without uploads there is no tray', async () => {
  // Once the code of the tray is loaded, nothing is waited for.
  await open(['a.jpg'])
  await tray()
  cleanup()
  await currentUploads.close()
  await open([])
  await quiet(flushPromises)
  expect(screen.queryByRole('complementary')).toBeNull()
  expect(currentUploads.get()).toBeUndefined()
})

test('RV-816 a session that ends by itself leaves the uploads as they are; they go on after the sign-in', async () => {
  const { t, setSession } = await open(['a.jpg', 'b.jpg'])
  const card = await tray()
  await quiet(() => t.sent[0]!.onError({ kind: 'broken' }))
  await setSession({ status: 'signed-out', lastCustomer: { sub: 'owner' } })
  expect(await tray()).toBe(card)
  expect(currentUploads.get()!.uploads.confirmed().counts.unsent).toBe(2)
  await setSession({ status: 'signed-in', claims: { sub: 'owner' } })
  await quiet(() => t.goOnline())
  await quiet(() => t.completeAll())
  expect(within(await tray()).getByRole('heading').textContent).toBe('2 photos added')
})

test('RV-101 signing out stops sending, and the next customer sends nothing of it', async () => {
  const { t, setSession } = await open(['a.jpg'])
  await tray()
  showRequest.set(['batch'])
  await setSession({ status: 'signed-out' })
  expect(t.sent.map(({ aborted }) => aborted)).toEqual([true])
  expect(t.stored.size).toBe(1)
  expect(showRequest.get()).toBeUndefined()
  expect(screen.queryByRole('complementary')).toBeNull()
  await setSession({ status: 'signed-in', claims: { sub: 'other' } })
  expect(t.sent).toHaveLength(1)
  expect(currentUploads.get()).toBeUndefined()
  expect(screen.queryByRole('complementary')).toBeNull()
})
