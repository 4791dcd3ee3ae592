// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ReceiptFile } from '#contract/upload-batches.ts'
import { answerCalls } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { UploadReceiptPage } from './activity-pages.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const { saved } = vi.hoisted(() => ({
  saved: [] as { blob: Blob; name: string }[],
}))
vi.mock('#web/platform/files/save-blob.ts', () => ({
  saveBlob: (blob: Blob, name: string) => void saved.push({ blob, name }),
}))

const BATCH = 'c3c1f7a2-4f53-4a43-9a3e-3f8f5ab1c101'

let answer: () => Response | Promise<Response>
let requests: string[]
beforeEach(() => {
  saved.length = 0
  requests = []
  answerCalls(({ path }) => {
    requests.push(path)
    return answer()
  })
})

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const file = (n: number, fileName: string, state: string, more: Partial<ReceiptFile> = {}): ReceiptFile => ({
  fileId: id(n),
  fileName,
  size: 2 * 1024 * 1024,
  state,
  inLibrary: false,
  converted: false,
  undated: false,
  ...more,
})
const answerWith = (files: ReceiptFile[], cursor: string | null = null) => {
  answer = () => Response.json({ startedAt: '2026-05-03T10:00:00.000Z', cursor, files })
}
function open(batchId = BATCH) {
  const screens = { [PATHS.uploadReceipt]: UploadReceiptPage, [PATHS.activity]: () => <p>The activity</p> }
  return renderScreens(PATHS.uploadReceipt.replace('$batchId', batchId), screens, { toasts: false })
}

const groups = () =>
  screen.getAllByRole('region').map(region => ({
    name: within(region).getByRole('heading', { level: 2 }).textContent,
    files: within(region)
      .getAllByRole('listitem')
      .map(row => row.textContent),
  }))

test('0074 a skeleton with the heading until the receipt is there', async () => {
  const held = Promise.withResolvers<Response>()
  answer = () => held.promise
  open()
  await screen.findByRole('heading', { level: 1, name: 'Upload receipt' })
  const skeletons = () => document.querySelectorAll('[class*=skeleton]').length
  await waitFor(() => expect(skeletons()).toBeGreaterThan(0))
  expect(screen.queryByRole('region')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  held.resolve(Response.json({ startedAt: '2026-05-03T10:00:00.000Z', cursor: null, files: [] }))
  await screen.findByText('3 May 2026')
  expect(skeletons()).toBe(0)
})

test('0074 each file with its result and why; what needs attention comes first', async () => {
  answerWith([
    file(1, 'beach.jpg', 'added', { photoId: id(91), inLibrary: true }),
    file(2, 'IMG_1.HEIC', 'added', { photoId: id(92), inLibrary: true, converted: true, undated: true }),
    file(3, 'copy.jpg', 'already-there', { photoId: id(91), inLibrary: true }),
    file(4, 'back.jpg', 'restored', { photoId: id(94), inLibrary: true }),
    file(5, 'notes.txt', 'refused', { reason: 'unsupported-type' }),
    file(6, 'gone.jpg', 'failed', { reason: 'file-gone' }),
    file(7, 'later.jpg', 'waiting'),
    file(8, 'deleted.jpg', 'added', { photoId: id(98) }),
    file(9, 'new.jpg', 'refused', { reason: 'a-reason-of-the-future' }),
  ])
  const { router } = open()
  await screen.findByRole('heading', { name: 'Refused 2' })
  expect(groups()).toEqual([
    { name: 'Not uploaded 1', files: [expect.stringContaining('gone.jpg')] },
    {
      name: 'Refused 2',
      files: ['new.jpg2.0 MB', expect.stringContaining('Only JPEG, PNG and HEIC photos can be added.')],
    },
    { name: 'Unfinished 1', files: ['later.jpg2.0 MB'] },
    {
      name: 'Added 3',
      files: [
        'beach.jpg2.0 MBShow',
        'deleted.jpg2.0 MB · Deleted since then.',
        'IMG_1.HEIC2.0 MB · HEIC: kept as it is, shown as JPEG. · No date taken.Show',
      ],
    },
    { name: 'Restored from Recently deleted 1', files: ['back.jpg2.0 MBShow'] },
    { name: 'Already there 1', files: ['copy.jpg2.0 MBShow'] },
  ])
  fireEvent.click(screen.getByRole('link', { name: 'Show beach.jpg' }))
  await screen.findByText('Elsewhere')
  expect(router.state.location.pathname).toBe(`/my-photos/photos/preview/${id(91)}`)
})

test('0074 a failure says so, and Try again loads it; another tab of the account sees a file end', async () => {
  answer = () => Response.json({ code: 'unexpected' }, { status: 500 })
  open()
  await screen.findByRole('alert')
  answerWith([file(1, 'beach.jpg', 'waiting')])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Unfinished 1' })
  expect(screen.queryByRole('alert')).toBeNull()
  answerWith([file(1, 'beach.jpg', 'added', { photoId: id(91), inLibrary: true })])
  push({ type: 'upload-batch-changed', batchId: BATCH })
  await screen.findByRole('heading', { name: 'Added 1' })
})

test('0074 a burst of push messages refetches once, and what changes meanwhile once more', async () => {
  answerWith([file(1, 'beach.jpg', 'added')])
  open()
  await screen.findByRole('heading', { name: 'Added 1' })
  const held = Promise.withResolvers<void>()
  answer = async () => {
    await held.promise
    return Response.json({ startedAt: '2026-05-03T10:00:00.000Z', cursor: null, files: [] })
  }
  for (let n = 0; n < 50; n++) push({ type: 'photos-changed', photoIds: [], change: 'added' })
  await waitFor(() => expect(requests).toHaveLength(2))
  for (let n = 0; n < 50; n++) push({ type: 'photos-changed', photoIds: [], change: 'added' })
  held.resolve()
  await waitFor(() => expect(requests).toHaveLength(3))
})

test.each([
  ['unknown, foreign or too old', BATCH, { code: 'not-found' }, 404],
  ['no id', 'no-id', { code: 'bad-request', fields: { id: 'not-valid' } }, 400],
])('0074 a receipt that is %s: what that means, and the way back', async (_, batchId, body, status) => {
  answer = () => Response.json(body, { status })
  open(batchId)
  await screen.findByRole('heading', { name: 'This receipt is no longer available' })
  expect(screen.getByText('Receipts are kept for 30 days.')).toBeDefined()
  fireEvent.click(screen.getAllByRole('link', { name: 'Activity' })[0]!)
  await screen.findByText('The activity')
})

test('0074 a long receipt is shown in parts; the CSV has all of it', async () => {
  answerWith(Array.from({ length: 250 }, (_, n) => file(n, `photo-${n}.jpg`, 'added')))
  open()
  await screen.findByRole('heading', { name: 'Added 250' })
  expect(screen.getAllByRole('listitem')).toHaveLength(100)
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(250)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }))
  expect(saved[0]!.name).toBe('upload-2026-05-03.csv')
  expect((await saved[0]!.blob.text()).trim().split('\r\n')).toHaveLength(251)
})
