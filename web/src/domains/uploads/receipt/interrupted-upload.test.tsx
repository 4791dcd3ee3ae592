// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ReceiptFile } from '#contract/upload-batches.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { createTestEnvironment, jpegFile, startUploads } from '../engine/upload-environment.testing.ts'
import type { UploadEnvironment } from '../engine/upload-environment.ts'
import { currentUploads } from '../tray/current-uploads.ts'
import { chooseBy, press, quiet } from '../upload-screen.testing.ts'
import { InterruptedUpload } from './interrupted-upload.tsx'

const page = vi.hoisted(() => ({ environment: {} as UploadEnvironment }))
vi.mock('../engine/browser-environment.ts', () => ({
  createBrowserEnvironment: () => page.environment,
  getUploadEndpoint: () => 'https://keepsake.test/api/uploads/files',
}))
vi.mock('#web/platform/session/page-session.ts', () => ({ useClaims: () => ({ sub: 'owner' }) }))
vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const BATCH = 'c3c1f7a2-4f53-4a43-9a3e-3f8f5ab1c101'
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const file = (n: number, fileName: string, state: string): ReceiptFile => ({
  fileId: id(n),
  fileName,
  size: fileName.length,
  state,
  inLibrary: false,
  converted: false,
  undated: false,
})

let t: ReturnType<typeof createTestEnvironment>
let files: ReceiptFile[]
let requests: string[]
let status: number
beforeEach(() => {
  t = createTestEnvironment({ newId: () => crypto.randomUUID() })
  page.environment = t.environment
  requests = []
  status = 204
  answerCalls(({ method, path }) => {
    requests.push(`${method} ${path.replace('/api/uploads', '')}`)
    if (method !== 'PUT') return Response.json({ startedAt: '2026-05-03T10:00:00.000Z', cursor: null, files })
    return status === 204 ? new Response(null, { status }) : refusal(status)
  })
})
afterEach(async () => {
  await currentUploads.close()
})

async function show() {
  const onChanged = vi.fn()
  await quiet(() => renderElement(<InterruptedUpload batchId={BATCH} onChanged={onChanged} />))
  return onChanged
}
const choose = (...chosen: File[]) => quiet(() => chooseBy('Choose the files', chosen))

test('RV-817 the files chosen again go on in their batch, found by name and size; others are counted', async () => {
  files = [file(1, 'a.jpg', 'added'), file(2, 'b.jpg', 'waiting'), file(3, 'c.jpg', 'receiving')]
  const onChanged = await show()
  await choose(jpegFile('a.jpg'), jpegFile('b.jpg'), jpegFile('x.jpg'))
  expect(t.sent.map(({ batch }) => batch)).toEqual([{ batchId: BATCH, fileId: id(2) }])
  expect(toasts.current().map(({ text }) => text)).toEqual(['2 files aren’t part of this upload'])
  expect(onChanged).toHaveBeenCalledOnce()
  await quiet(() => t.completeAll())
  expect(t.recorded.get(BATCH)?.get(id(2))).not.toBe('removed')
  expect(currentUploads.get()!.uploads.confirmed().counts.added).toBe(1)
})

test('RV-817 an upload that this browser knows is resumed only with the same bytes, by their hash', async () => {
  const { uploads: earlier, add } = await startUploads(t)
  await add(jpegFile('a.jpg'), jpegFile('b.jpg'))
  t.sent[0]!.onUploadUrl('/api/uploads/files/u-a')
  t.sent[1]!.onUploadUrl('/api/uploads/files/u-b')
  await earlier.confirm()
  const items = earlier.confirmed().queue
  await earlier.stop()
  t.sent.length = 0
  files = items.map(({ id, name }) => ({ ...file(0, name, 'receiving'), fileId: id }))
  await show()
  await choose(jpegFile('a.jpg'), jpegFile('b.jpg', 'other'))
  await quiet(() => t.runTimers())
  expect(t.sent.map(sent => [sent.file.name, sent.uploadUrl])).toEqual([
    ['a.jpg', '/api/uploads/files/u-a'],
    ['b.jpg', undefined],
  ])
})

test('RV-817 Close ends the upload here and at the service; a failure says so and ends nothing', async () => {
  const { uploads: earlier, add } = await startUploads(t)
  await add(jpegFile('a.jpg'))
  await earlier.confirm()
  currentUploads.set({ account: 'owner', uploads: earlier, openViews: 0 })
  const [{ batchId } = { batchId: undefined }] = earlier.confirmed().queue
  const onChanged = vi.fn()
  await quiet(() => renderElement(<InterruptedUpload batchId={batchId!} onChanged={onChanged} />))
  status = 500
  await press('Close')
  expect(toasts.current().map(({ text }) => text)).toEqual([
    'The upload couldn’t be closed. Please try again.',
  ])
  expect(onChanged).not.toHaveBeenCalled()
  expect(earlier.confirmed().counts.unsent).toBe(1)
  status = 204
  await press('Close')
  expect(requests.at(-1)).toBe(`PUT /upload-batches/${batchId}/closed`)
  expect(onChanged).toHaveBeenCalledOnce()
  expect(earlier.confirmed().queue).toMatchObject([{ state: 'failed', reason: 'closed' }])
  expect(t.sent[0]!.aborted).toBe(true)
})
