import { expect, test } from 'vitest'
import { toNetworkFailure } from '#web/platform/http/http-failure.ts'
import { createTestEnvironment, flushPromises, jpegFile, startUploads } from './upload-environment.testing.ts'
import type { Uploads } from './uploads.ts'

const batchOf = (uploads: Uploads) => uploads.state().queue[0]!.batchId!
/** States that the service has recorded, by file name. */
function recordedOf(t: ReturnType<typeof createTestEnvironment>, uploads: Uploads) {
  const batch = t.recorded.get(batchOf(uploads)) ?? new Map<string, string>()
  const names = new Map(uploads.state().queue.map(({ id, name }) => [id, name]))
  return Object.fromEntries([...batch].map(([id, state]) => [names.get(id) ?? 'not in the queue', state]))
}

test('0074 every chosen file is recorded: waiting, in the library, refused', async () => {
  const { t, uploads, add } = await startUploads()
  t.library.set('hash of known', { photoId: 'photo of known', state: 'already-there' })
  await add(jpegFile('a.jpg'), jpegFile('known.jpg', 'known'), jpegFile('x.gif', 'x', 'image/gif'))
  await t.runTimers()
  await t.runTimers()
  expect(recordedOf(t, uploads)).toEqual({
    'a.jpg': 'waiting',
    'known.jpg': 'already-there',
    'x.gif': 'refused',
  })
  expect(t.sent[0]!.batch).toEqual({ batchId: batchOf(uploads), fileId: uploads.state().queue[0]!.id })
})

test('0074 a file that the customer removes before it is sent is in no receipt', async () => {
  const { t, uploads, add } = await startUploads()
  await add(jpegFile('a.jpg'), jpegFile('b.jpg'))
  await t.runTimers()
  uploads.remove(uploads.state().queue[1]!.id)
  await flushPromises()
  await t.runTimers()
  expect(recordedOf(t, uploads)).toEqual({ 'a.jpg': 'waiting' })
})

test('0074 closing records at once; a restored file stays in the batch of its visit', async () => {
  const { t, uploads, add } = await startUploads()
  await add(jpegFile('a.jpg'))
  await uploads.stop()
  expect([...t.recorded.keys()]).toEqual([batchOf(uploads)])
  const second = await startUploads(t)
  await second.add(jpegFile('a.jpg'))
  await t.runTimers()
  expect([...t.recorded.keys()]).toEqual([batchOf(uploads)])
  expect(t.sent.at(-1)!.batch!.batchId).toBe(batchOf(uploads))
})

test('0074 what could not be recorded is recorded later, and the upload does not wait for it', async () => {
  const t = createTestEnvironment()
  const { recordFiles } = t.environment
  let fails = true
  t.environment.recordFiles = async (batchId, files) => {
    if (fails) throw toNetworkFailure('/api/uploads', 'offline')
    return recordFiles(batchId, files)
  }
  const { uploads, add } = await startUploads(t)
  await add(jpegFile('a.jpg'))
  await t.runTimers()
  expect(t.sent).toHaveLength(1)
  expect(t.recorded.size).toBe(0)
  fails = false
  await t.runTimers()
  expect(recordedOf(t, uploads)).toEqual({ 'a.jpg': 'waiting' })
})
