import { expect, test } from 'vitest'
import type { PickedSource } from '#web/platform/files/dropped-sources.ts'
import { BulkFailure } from '#web/platform/http/bulk-failure.ts'
import { toNetworkFailure } from '#web/platform/http/http-failure.ts'
import { createTestEnvironment, flushPromises, jpegFile, startUploads } from './upload-environment.testing.ts'

const names = (files: { file: File }[]) => files.map(({ file }) => file.name)

test('PL-040 chosen files are uploaded immediately, three at a time, and added with their receipt', async () => {
  const { t, uploads, states, add } = await startUploads()
  await add(...['a', 'b', 'c', 'd', 'e'].map(name => jpegFile(name)))
  expect(names(t.sent)).toEqual(['a', 'b', 'c'])
  expect(t.sent[0]!.sha256).toBe('hash of a')
  t.sent[0]!.complete()
  await flushPromises()
  expect(states()).toEqual({ a: 'processing', b: 'sending', c: 'sending', d: 'sending', e: 'waiting' })
  await t.runTimers()
  expect(states().a).toBe('added')
  await t.completeAll()
  await t.completeAll()
  expect(uploads.state().counts).toMatchObject({ total: 5, ready: 5, active: 0 })
})

test('PL-041 an unsupported file is refused and never sent, later files are appended', async () => {
  const { t, uploads, add } = await startUploads()
  await add(jpegFile('holiday.gif', 'x', 'image/gif'), jpegFile('empty.jpg', ''))
  await add(jpegFile('a.jpg'))
  expect(uploads.state().queue.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['holiday.gif', 'refused', 'unsupported-type'],
    ['empty.jpg', 'refused', 'empty'],
    ['a.jpg', 'sending', undefined],
  ])
  expect(names(t.sent)).toEqual(['a.jpg'])
})

test('RV-116 a JPEG without type and extension is uploaded', async () => {
  const { t, states, add } = await startUploads()
  await add(new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'IMG_0042'), new File(['text'], 'notes'))
  expect(states()).toEqual({ IMG_0042: 'sending', notes: 'left-out' })
  expect(names(t.sent)).toEqual(['IMG_0042'])
})

test('OP-10, OP-91 a photo that is in the library or in the bin is not uploaded again', async () => {
  const { t, states, add } = await startUploads()
  t.library.set('hash of a', { photoId: 'p1', state: 'already-there' })
  t.library.set('hash of b', { photoId: 'p2', state: 'restored' })
  await add(jpegFile('a'), jpegFile('b'), jpegFile('c'), jpegFile('same as c', 'c'))
  expect(names(t.sent)).toEqual(['c'])
  await t.completeAll()
  expect(states()).toEqual({ a: 'already-there', b: 'restored', c: 'added', 'same as c': 'already-there' })
})

test('PL-171 a push message about a finished photo fetches its receipt before the next poll', async () => {
  const { t, states, add } = await startUploads()
  await add(jpegFile('a'))
  await t.completeAll({ state: 'processing', photoId: 'p' })
  expect(t.delays()).toEqual([3000])
  t.receipts.set('u-a', { uploadId: 'u-a', fileName: 'a', state: 'added', photoId: 'p' })
  t.push({ type: 'photos-changed', photoIds: ['p'], change: 'updated' })
  expect(t.delays()).toEqual([100])
  await t.runTimers()
  expect(states()).toEqual({ a: 'added' })
})

test('OP-10 a lost connection pauses all uploads; they resume when the device is online again', async () => {
  const { t, uploads, states, add } = await startUploads()
  await add(jpegFile('a'), jpegFile('b'))
  t.sent[0]!.onUploadUrl('/api/uploads/files/u-a')
  t.online = false
  for (const sent of t.sent) sent.onError({ kind: 'broken' })
  await flushPromises()
  expect(states()).toEqual({ a: 'waiting', b: 'waiting' })
  expect(uploads.state()).toMatchObject({ offline: true, queue: [{ reason: 'network' }, {}] })
  t.goOnline()
  await flushPromises()
  expect(uploads.state().offline).toBe(false)
  expect(t.sent.slice(2).map(({ uploadUrl }) => uploadUrl)).toEqual(['/api/uploads/files/u-a', undefined])
})

test('OP-10 without a connection nothing waits for it once all uploads are over', async () => {
  const { t, uploads, states, add } = await startUploads()
  await add(jpegFile('a'))
  await t.completeAll({ state: 'added', photoId: 'p' })
  expect(states()).toEqual({ a: 'added' })
  t.online = false
  uploads.select(uploads.state().queue[0]!.id, false)
  expect(uploads.state().offline).toBe(false)
  await add(jpegFile('b'))
  expect(uploads.state().offline).toBe(true)
})

test('OP-10 the back-off doubles up to a minute while the service is unavailable', async () => {
  const { t, add } = await startUploads()
  await add(jpegFile('a'))
  const pauses: number[] = []
  for (let round = 0; round < 6; round++) {
    t.sent.at(-1)!.onError({ kind: 'broken' })
    await flushPromises()
    pauses.push(...t.delays())
    await t.runTimers()
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
})

test('OP-10 a file that was deleted from the device fails with that reason', async () => {
  const { t, uploads, add } = await startUploads()
  const file = jpegFile('a')
  await add(file)
  file.slice = () => {
    throw new DOMException('gone', 'NotFoundError')
  }
  t.sent[0]!.onError({ kind: 'broken' })
  await flushPromises()
  expect(uploads.state().queue[0]).toMatchObject({ state: 'failed', reason: 'file-gone' })
})

test('OP-10 pause, resume and retry, one or all', async () => {
  const { t, uploads, idOf, add } = await startUploads()
  await add(...['a', 'b', 'c', 'd'].map(name => jpegFile(name)))
  uploads.pause([idOf('a')])
  await flushPromises()
  expect(t.sent[0]!.aborted).toBe(true)
  expect(names(t.sent.filter(({ aborted }) => !aborted))).toEqual(['b', 'c', 'd'])
  t.sent[0]!.onProgress(1)
  t.sent[0]!.onDone()
  expect(uploads.state().queue[0]).toMatchObject({ state: 'paused', sent: 0 })
  t.sent[1]!.onError({ kind: 'failed', reason: 'server' })
  t.sent[2]!.onError({ kind: 'failed', reason: 'storage-full' })
  await flushPromises()
  expect(uploads.state().counts).toMatchObject({ failed: 2, paused: 1, active: 1 })
  uploads.retry([idOf('b'), idOf('c')])
  uploads.resume([idOf('a')])
  await t.completeAll()
  await t.completeAll()
  expect(uploads.state().counts).toMatchObject({ added: 4, failed: 0 })
  expect(t.hashed).toEqual(['a', 'b', 'c', 'd'])
})

test('PL-170 a file refused for its content is final; after a checksum mismatch it is sent again from its first byte', async () => {
  const { t, uploads, states, add } = await startUploads()
  await add(jpegFile('a'), jpegFile('b'))
  t.sent[0]!.complete({ state: 'refused', reason: 'truncated' })
  t.sent[1]!.complete({ state: 'refused', reason: 'checksum-mismatch' })
  await flushPromises()
  await t.runTimers()
  expect(states()).toEqual({ a: 'refused', b: 'failed' })
  expect(uploads.state().queue.map(({ sent }) => sent)).toEqual([1, 0])
  uploads.retry(uploads.state().queue.map(({ id }) => id))
  await flushPromises()
  expect(states()).toEqual({ a: 'refused', b: 'sending' })
  expect(t.sent.at(-1)!.uploadUrl).toBeUndefined()
  expect(t.hashed).toEqual(['a', 'b', 'b'])
})

test("PL-043 'Upload' deletes deselected photos, none that was in the library before, and empties the queue", async () => {
  const { t, uploads, idOf, add } = await startUploads()
  t.library.set('hash of known', { photoId: 'p', state: 'already-there' })
  await add(jpegFile('a'), jpegFile('b'), jpegFile('known'))
  await t.completeAll()
  for (const name of ['b', 'known']) uploads.select(idOf(name), false)
  const { batchId } = uploads.state().queue[0]!
  expect(await uploads.confirm()).toEqual({ added: 1, known: 0, batchIds: [batchId], unfinishedCount: 0 })
  expect(batchId).toBeTruthy()
  expect(t.deleted).toEqual(['photo of b'])
  expect(uploads.state().queue).toEqual([])
  await flushPromises()
  expect(t.stored.size).toBe(0)
})

test('PL-043 a photo that could not be deleted stays in the queue and can be deleted again', async () => {
  const t = createTestEnvironment({
    deletePhotos: async () => {
      throw new BulkFailure(['photo of b'])
    },
  })
  const { uploads, states, idOf, add } = await startUploads(t)
  await add(jpegFile('a'), jpegFile('b'), jpegFile('c'))
  await t.completeAll()
  uploads.select(idOf('b'), false)
  uploads.select(idOf('c'), false)
  await expect(uploads.confirm()).rejects.toThrow(BulkFailure)
  expect(states()).toEqual({ a: 'added', b: 'added' })
})

test('RV-101 confirmed files go on after a reload, in their album, and are not asked about again', async () => {
  const t = createTestEnvironment()
  const { uploads: first, add } = await startUploads(t)
  first.beginImport('oslo')
  await add(jpegFile('a'), jpegFile('b'))
  t.sent[0]!.complete()
  await flushPromises()
  expect(await first.confirm()).toMatchObject({ added: 1, unfinishedCount: 1 })
  await first.stop()

  const second = await startUploads(t)
  expect(second.uploads.state().queue).toEqual([])
  expect(second.uploads.confirmed().counts).toMatchObject({ total: 2, received: 1, missing: 1 })
  await second.uploads.addMissing([{ file: jpegFile('b') }])
  await flushPromises()
  expect(t.sent.at(-1)).toMatchObject({ albumId: 'oslo' })
  await t.completeAll()
  expect(second.uploads.confirmed().counts).toMatchObject({ added: 2, unsent: 0 })
  second.uploads.clearSent()
  await flushPromises()
  expect(t.stored.size).toBe(0)
})

test('RV-101 two imports at once: discarding the second does not touch what the first is sending', async () => {
  const { t, uploads, add } = await startUploads()
  await add(jpegFile('first'))
  await uploads.confirm()
  uploads.beginImport('oslo')
  await add(jpegFile('second'))
  t.sent[1]!.onUploadUrl('/api/uploads/files/u-second')
  await uploads.discard()
  expect(t.terminated).toEqual(['/api/uploads/files/u-second'])
  expect(t.sent.map(({ aborted }) => aborted)).toEqual([false, true])
  expect(new Set(t.sent.map(({ batch }) => batch?.batchId)).size).toBe(2)
  expect(t.sent.map(({ albumId }) => albumId)).toEqual([undefined, 'oslo'])
  await t.completeAll()
  expect(uploads.confirmed().counts).toMatchObject({ added: 1, unsent: 0 })
})

test('RV-101 a confirmed file that proves to be in the library is added to its album, also after no answer', async () => {
  let away = true
  const hashed = Promise.withResolvers<void>()
  const t = createTestEnvironment()
  const { hash, addToAlbum } = t.environment
  t.environment.hash = async file => {
    await hashed.promise
    return hash(file)
  }
  t.environment.addToAlbum = async (album, ids) => {
    if (away) throw toNetworkFailure('/albums', new Error('offline'))
    return addToAlbum(album, ids)
  }
  t.library.set('hash of known', { photoId: 'p', state: 'already-there' })
  const { uploads } = await startUploads(t)
  uploads.beginImport('oslo')
  await uploads.add([{ file: jpegFile('known') }])
  expect(await uploads.confirm()).toMatchObject({ unfinishedCount: 1 })
  hashed.resolve()
  await flushPromises()
  expect(uploads.confirmed().counts).toMatchObject({ known: 1, unsent: 0 })
  // Neither closing the result nor a reload may lose it.
  uploads.clearSent()
  expect(uploads.confirmed().counts.total).toBe(1)
  await uploads.stop()
  const second = await startUploads(t)
  expect(second.uploads.confirmed().counts).toMatchObject({ known: 1, unsent: 0 })
  expect(t.addedToAlbums).toEqual([])
  away = false
  await t.runTimers()
  expect(t.addedToAlbums).toEqual(['p to oslo'])
  second.uploads.clearSent()
  await flushPromises()
  expect(t.stored.size).toBe(0)
})

test('RV-101 a file that proves to be in the library while others are added to the album is added to it, too', async () => {
  const hashed = Promise.withResolvers<void>()
  const added = Promise.withResolvers<void>()
  const t = createTestEnvironment()
  const { hash, addToAlbum } = t.environment
  t.environment.hash = async file => {
    if (file.name === 'late') await hashed.promise
    return hash(file)
  }
  t.environment.addToAlbum = async (album, ids) => {
    await added.promise
    return addToAlbum(album, ids)
  }
  for (const name of ['early', 'late'])
    t.library.set(`hash of ${name}`, { photoId: `p-${name}`, state: 'already-there' })
  const { uploads, states, add } = await startUploads(t)
  uploads.beginImport('oslo')
  await add(jpegFile('early'), jpegFile('late'))
  const confirming = uploads.confirm()
  await flushPromises()
  hashed.resolve()
  await flushPromises()
  expect(states()).toEqual({ early: 'already-there', late: 'already-there' })
  added.resolve()
  expect(await confirming).toMatchObject({ unfinishedCount: 1 })
  await flushPromises()
  expect(t.addedToAlbums).toEqual(['p-early to oslo', 'p-late to oslo'])
})

test('RV-101 a photo whose preview is finished while others are added to the album needs no tray', async () => {
  const added = Promise.withResolvers<void>()
  const t = createTestEnvironment({ addToAlbum: () => added.promise })
  t.library.set('hash of known', { photoId: 'p', state: 'already-there' })
  const { uploads, states, add } = await startUploads(t)
  uploads.beginImport('oslo')
  await add(jpegFile('known'), jpegFile('new'))
  t.sent[0]!.complete()
  await flushPromises()
  const confirming = uploads.confirm()
  await flushPromises()
  await t.runTimers()
  expect(states()).toEqual({ known: 'already-there', new: 'added' })
  added.resolve()
  expect(await confirming).toMatchObject({ added: 1, known: 1, unfinishedCount: 0 })
})

test('RV-101 a file that failed is confirmed as well, to be retried in the tray', async () => {
  const { t, uploads, add } = await startUploads()
  await add(jpegFile('a'), jpegFile('b'))
  t.sent[0]!.complete()
  t.sent[1]!.onError({ kind: 'failed', reason: 'storage-full' })
  await flushPromises()
  expect(await uploads.confirm()).toMatchObject({ added: 1, unfinishedCount: 1 })
  expect(uploads.confirmed().counts).toMatchObject({ received: 1, failed: 1 })
  uploads.retry(uploads.confirmed().queue.map(({ id }) => id))
  await t.completeAll()
  expect(uploads.confirmed().counts).toMatchObject({ added: 2, failed: 0 })
})

/** A file without a type, whose bytes cannot be read until `arrive`. */
function slowFile(name: string) {
  const bytes = Promise.withResolvers<void>()
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], name)
  const slice = file.slice.bind(file)
  file.slice = (...range) => {
    const part = slice(...range)
    const read = part.arrayBuffer.bind(part)
    part.arrayBuffer = () => bytes.promise.then(read)
    return part
  }
  return { file, arrive: () => bytes.resolve() }
}

test('RV-101 files that are still being read belong to the import they were chosen in, and to its Upload or Discard', async () => {
  for (const answer of ['confirm', 'discard'] as const) {
    const { t, uploads } = await startUploads()
    uploads.beginImport('oslo')
    const slow = slowFile('IMG_0042')
    const adding = uploads.add([{ file: slow.file }])
    const answered = uploads[answer]()
    uploads.beginImport('rome')
    slow.arrive()
    await Promise.all([adding, answered])
    await flushPromises()
    expect(uploads.state().queue).toEqual([])
    expect(uploads.confirmed().queue.map(({ albumId }) => albumId)).toEqual(
      answer === 'confirm' ? ['oslo'] : [],
    )
    expect(t.sent.filter(({ aborted }) => !aborted)).toHaveLength(answer === 'confirm' ? 1 : 0)
  }
})

test('OP-12 a phone that begins to send while photos are confirmed does not keep the tray waiting', async () => {
  const deleted = Promise.withResolvers<void>()
  const { uploads, idOf, add, t } = await startUploads(
    createTestEnvironment({ deletePhotos: () => deleted.promise }),
  )
  await add(jpegFile('a'), jpegFile('b'), jpegFile('c'))
  t.sent[0]!.complete()
  t.sent[1]!.complete()
  await flushPromises()
  await t.runTimers()
  uploads.select(idOf('b'), false)
  const confirming = uploads.confirm()
  await flushPromises()
  const late = { uploadId: 'late', fileName: 'late', size: 9, state: 'receiving' as const }
  uploads.syncPhoneFiles('session', [late])
  deleted.resolve()
  expect(await confirming).toMatchObject({ unfinishedCount: 1 })
  const all = [...uploads.state().queue, ...uploads.confirmed().queue]
  expect(all.map(({ name }) => name)).toEqual(['a', 'c'])
})

test('RV-101 retrying a file that the page does not have asks for it', async () => {
  const t = createTestEnvironment()
  const first = await startUploads(t)
  await first.add(jpegFile('a'), jpegFile('b'))
  t.sent[0]!.complete({ state: 'processing' })
  await first.uploads.confirm()
  await first.uploads.stop()
  t.receipts.set('u-a', { uploadId: 'u-a', fileName: 'a', state: 'refused', reason: 'checksum-mismatch' })
  const { uploads } = await startUploads(t)
  await flushPromises()
  await t.runTimers()
  expect(uploads.confirmed().counts).toMatchObject({ failed: 1, missing: 1 })
  uploads.retry(uploads.confirmed().queue.map(({ id }) => id))
  expect(uploads.confirmed().counts).toMatchObject({ failed: 0, missing: 2 })
  await uploads.addMissing([{ file: jpegFile('a') }])
  await flushPromises()
  expect(names(t.sent).at(-1)).toBe('a')
})

test('RV-101 a file that is chosen for missing ones and is none of them is not confirmed', async () => {
  const t = createTestEnvironment()
  const { uploads: first, add } = await startUploads(t)
  first.beginImport('oslo')
  await add(jpegFile('a'))
  await first.confirm()
  const { batchId } = first.confirmed().queue[0]!
  await first.stop()
  const { uploads } = await startUploads(t)
  uploads.beginImport('rome')
  await uploads.addMissing([{ file: jpegFile('a') }, { file: jpegFile('other') }])
  await flushPromises()
  expect(uploads.confirmed().queue.map(({ name }) => name)).toEqual(['a'])
  expect(uploads.state().queue).toMatchObject([{ name: 'other', albumId: 'oslo', batchId }])
})

test('RV-101 cancelling stops what is not sent and keeps what is', async () => {
  const { t, uploads, add } = await startUploads()
  await add(jpegFile('done'), jpegFile('half'), jpegFile('late'))
  t.sent[0]!.complete()
  t.sent[1]!.onUploadUrl('/api/uploads/files/u-half')
  await uploads.confirm()
  await uploads.cancelUnsent()
  await flushPromises()
  expect(t.terminated).toEqual(['/api/uploads/files/u-half'])
  expect(t.sent.slice(1).every(({ aborted }) => aborted)).toBe(true)
  expect(t.deleted).toEqual([])
  expect(uploads.confirmed().counts).toMatchObject({ total: 1, received: 1, unsent: 0 })
})

test('OP-10 closing deletes photos this modal added, not those that were there or were restored', async () => {
  const { t, uploads, add } = await startUploads()
  t.library.set('hash of known', { photoId: 'p1', state: 'already-there' })
  t.library.set('hash of binned', { photoId: 'p2', state: 'restored' })
  await add(jpegFile('known'), jpegFile('binned'), jpegFile('new'))
  await t.completeAll()
  await add(jpegFile('half'), jpegFile('just in time'))
  const [half, last] = t.sent.slice(-2)
  half!.onUploadUrl('/api/uploads/files/u-half')
  // The service has received all bytes, but its answer has not arrived yet.
  last!.onUploadUrl('/api/uploads/files/u-last')
  t.receipts.set('u-last', { uploadId: 'u-last', fileName: 'x', state: 'processing', photoId: 'p3' })
  await uploads.discard()
  expect(half!.aborted).toBe(true)
  expect(t.terminated).toEqual(['/api/uploads/files/u-half', '/api/uploads/files/u-last'])
  expect(t.deleted.toSorted()).toEqual(['p3', 'photo of new'])
  expect(uploads.state().queue).toEqual([])
})

test('OP-10 removing a file that is being sent terminates its upload', async () => {
  const { t, uploads, idOf, add } = await startUploads()
  await add(jpegFile('a'))
  t.sent[0]!.onUploadUrl('/api/uploads/files/u-a')
  uploads.remove(idOf('a'))
  await flushPromises()
  expect(t.sent[0]!.aborted).toBe(true)
  expect(t.terminated).toEqual(['/api/uploads/files/u-a'])
  expect(t.deleted).toEqual([])
})

test('OP-10 RV-111 after a reload unfinished files are listed and resumed at their offset without hashing again', async () => {
  const t = createTestEnvironment()
  const first = await startUploads(t)
  await first.add(jpegFile('done'))
  await t.completeAll()
  await first.add(jpegFile('half'), jpegFile('moved'), jpegFile('holiday.gif', 'x', 'image/gif'))
  t.sent.at(-2)!.onUploadUrl('/api/uploads/files/u-half')
  await first.uploads.stop()

  const second = await startUploads(t)
  const refused = { 'holiday.gif': 'refused' }
  expect(second.states()).toEqual({ done: 'added', half: 'missing', moved: 'missing', ...refused })
  expect(second.uploads.state().counts).toMatchObject({ missing: 2, active: 0 })
  t.hashed.length = 0
  t.sent.length = 0
  const moved = new File(['moved'], 'renamed', { type: 'image/jpeg', lastModified: 99 })
  await second.add(jpegFile('done'), jpegFile('half'), moved)
  expect(second.states()).toEqual({ done: 'added', half: 'sending', moved: 'sending', ...refused })
  expect(t.sent.map(({ uploadUrl, sha256 }) => [uploadUrl, sha256])).toEqual([
    ['/api/uploads/files/u-half', 'hash of half'],
    [undefined, 'hash of moved'],
  ])
  expect(t.hashed).toEqual(['renamed'])
  // Discarding after a reload is discarding before it (RV-111).
  await second.uploads.discard()
  expect(t.deleted).toContain('photo of done')
  await flushPromises()
  expect(t.stored.size).toBe(0)
})

test('OP-10 files of an earlier visit are found by their name, size and time, each once', async () => {
  const t = createTestEnvironment()
  const first = await startUploads(t)
  await first.add(jpegFile('a', '1'), jpegFile('a', '2'), jpegFile('b', '3'))
  t.sent[0]!.complete()
  await flushPromises()
  await t.runTimers()
  await first.uploads.stop()
  const { uploads, add } = await startUploads(t)
  const later = new File(['4'], 'b', { type: 'image/jpeg', lastModified: 8 })
  await add(jpegFile('a', '1'), jpegFile('a', '2'), jpegFile('b', 'larger'), later)
  const now = uploads.state().queue.map(({ name, state }) => `${name} ${state}`)
  expect(now).toEqual(['a added', 'a sending', 'b missing', 'b sending', 'b sending'])
})

test('RV-111 a reload before confirming decides nothing: the photos are confirmed or discarded afterwards', async () => {
  for (const answer of ['confirm', 'discard'] as const) {
    const t = createTestEnvironment()
    const first = await startUploads(t)
    await first.add(jpegFile('a'), jpegFile('b'))
    await t.completeAll()
    first.uploads.select(first.idOf('b'), false)
    await first.uploads.stop()
    const second = await startUploads(t)
    expect(second.states()).toEqual({ a: 'added', b: 'added' })
    expect(second.uploads.state().counts).toMatchObject({ selectable: 2, selected: 1 })
    await second.uploads[answer]()
    expect(t.deleted).toEqual(answer === 'confirm' ? ['photo of b'] : ['photo of a', 'photo of b'])
    await flushPromises()
    expect(t.stored.size).toBe(0)
  }
})

test('OP-10 a queue that is confirmed, that changed nothing or is a week old is not restored', async () => {
  const t = createTestEnvironment()
  const first = await startUploads(t)
  await first.add(jpegFile('done'))
  await t.completeAll()
  await first.uploads.confirm()
  t.library.set('hash of known', { photoId: 'p', state: 'already-there' })
  first.uploads.beginImport('oslo')
  await first.add(jpegFile('known'))
  await first.uploads.stop()
  expect(t.stored.size).toBe(1)
  expect((await startUploads(t)).uploads.state().queue).toEqual([])
  expect(t.stored.size).toBe(0)

  const old = await startUploads(t)
  await old.add(jpegFile('half'))
  await old.uploads.stop()
  const later = createTestEnvironment({ ...t.environment, now: () => 1000 + 8 * 86_400_000 })
  expect((await startUploads(later)).uploads.state().queue).toEqual([])
})

test('RV-111 photos that failed are not restored alone, but with others and where Upload was pressed', async () => {
  const restored = async (before: (first: Awaited<ReturnType<typeof startUploads>>) => Promise<unknown>) => {
    const t = createTestEnvironment()
    const first = await startUploads(t)
    await first.add(jpegFile('failing'))
    await before(first)
    t.sent[0]!.onError({ kind: 'failed', reason: 'storage-full' })
    await flushPromises()
    await first.uploads.stop()
    const { uploads } = await startUploads(t)
    return [uploads.state().counts.missing, uploads.confirmed().counts.missing]
  }
  expect(await restored(async () => {})).toEqual([0, 0])
  expect(await restored(({ add }) => add(jpegFile('half')))).toEqual([2, 0])
  expect(await restored(({ uploads }) => uploads.confirm())).toEqual([0, 1])
})

test('OP-10 a stored handle is read immediately with permission, else after the customer granted it', async () => {
  const handle = (permission: string, file: File) => ({
    kind: 'file',
    name: file.name,
    queryPermission: async () => permission,
    requestPermission: async () => 'granted',
    getFile: async () => file,
  })
  const items = (permission: string) => {
    const t = createTestEnvironment()
    const stored = ['a', 'b'].map(id => ({
      item: {
        ...{ id, name: id, size: 1, lastModified: 7, type: 'image/jpeg', since: 1000, sent: 0 },
        ...{ state: 'waiting', compared: true, deselected: false, earlier: false },
      },
      handle: handle(permission, id === 'a' ? jpegFile('a') : jpegFile('b', 'changed')),
    }))
    const storage = { load: async () => stored, write: async () => {}, release: () => {} }
    return createTestEnvironment({
      ...t.environment,
      storage: async () => storage as never,
      send: t.environment.send,
    })
  }
  const allowed = await startUploads(items('granted'))
  await flushPromises()
  expect(allowed.states()).toEqual({ a: 'sending', b: 'missing' })
  expect(allowed.uploads.state().needsPermission).toBe(0)

  const asking = await startUploads(items('prompt'))
  expect(asking.states()).toEqual({ a: 'missing', b: 'missing' })
  expect(asking.uploads.state().needsPermission).toBe(2)
  await asking.uploads.resumeInterrupted()
  await flushPromises()
  expect(asking.states()).toEqual({ a: 'sending', b: 'missing' })
})

test('OP-10 OP-91 the duplicate check is retried after no answer; of equal files only one has restored the photo', async () => {
  let away = true
  const t = createTestEnvironment()
  const { findDuplicates } = t.environment
  t.environment.findDuplicates = async files => {
    if (away) throw toNetworkFailure('/known', new Error('offline'))
    return findDuplicates(files)
  }
  const { states, add } = await startUploads(t)
  t.library.set('hash of a', { photoId: 'p', state: 'restored' })
  await add(jpegFile('a'), jpegFile('same as a', 'a'))
  expect(states()).toEqual({ a: 'checking', 'same as a': 'checking' })
  away = false
  await t.runTimers()
  await t.runTimers()
  expect(states()).toEqual({ a: 'restored', 'same as a': 'already-there' })
  expect(t.sent).toEqual([])
})

test('OP-10 without storage and without a hash it still uploads', async () => {
  const t = createTestEnvironment({
    storage: async () => {
      throw new Error('denied')
    },
    hash: async () => {
      throw new Error('no cryptography')
    },
  })
  const { states, add } = await startUploads(t)
  await add(jpegFile('a'))
  await t.completeAll()
  expect(states()).toEqual({ a: 'added' })
  expect(t.reported.map(String)).toEqual(['Error: denied', 'Error: no cryptography'])
})

test('OP-12 cached files resume automatically after a reload, and are deleted once the service has them', async () => {
  const kept = new Map<string, File>()
  const fileCache = async () => ({
    load: async () => new Map(kept),
    put: async (id: string, file: File) => void kept.set(id, file),
    delete: async (ids: readonly string[]) => {
      for (const id of ids) kept.delete(id)
    },
    close: () => {},
  })
  const t = createTestEnvironment({ fileCache })
  const before = await startUploads(t)
  await before.add(jpegFile('beach.jpg'), jpegFile('no.gif', 'x', 'image/gif'))
  expect([...kept.values()].map(({ name }) => name)).toEqual(['beach.jpg'])
  t.sent[0]!.onUploadUrl('/api/uploads/files/u-1')
  await before.uploads.stop()

  const { uploads: after } = await startUploads(t)
  await flushPromises()
  expect(t.sent.at(-1)).toMatchObject({ uploadUrl: '/api/uploads/files/u-1' })
  expect(after.state().counts.missing).toBe(0)
  await t.completeAll()
  expect(after.state().counts.added).toBe(1)
  expect(kept.size).toBe(0)
})

/** A chosen file that cannot be read until `readable` is set. */
function unreadableSource(name: string) {
  const source = {
    name,
    kind: 'file' as const,
    readable: false,
    read: async (): Promise<PickedSource[]> => [
      source.readable ? { file: jpegFile(name), read: source.read } : source,
    ],
  }
  return source
}

test('RV-801 an unreadable file is a failed item that is sent, or refused, once it can be read', async () => {
  const { t, uploads, states, idOf, add } = await startUploads()
  const cloud = unreadableSource('cloud.jpg')
  const notes = unreadableSource('notes.gif')
  await add(jpegFile('a.jpg'), cloud, notes, jpegFile('z.jpg'))
  expect(states()).toEqual({
    'a.jpg': 'sending',
    'cloud.jpg': 'failed',
    'notes.gif': 'failed',
    'z.jpg': 'sending',
  })
  expect(uploads.state().counts).toMatchObject({ total: 4, unreadable: 2, failed: 0, problems: 2 })
  const [batch] = t.recorded.values()
  expect(batch?.get(idOf('cloud.jpg'))).toBe('unreadable')
  const ids = [idOf('cloud.jpg'), idOf('notes.gif')]
  uploads.retry(ids)
  await flushPromises()
  expect(uploads.state().counts).toMatchObject({ unreadable: 2, active: 2 })
  cloud.readable = true
  uploads.retry(ids)
  await flushPromises()
  expect(
    uploads
      .state()
      .queue.map(({ id }) => id)
      .slice(1, 3),
  ).toEqual(ids)
  await t.completeAll()
  expect(states()).toMatchObject({ 'cloud.jpg': 'added', 'notes.gif': 'failed' })
  const { total, added, known, refused, unreadable } = uploads.state().counts
  expect(added + known + refused + unreadable).toBe(total)
})

test('RV-801 the files of a folder that could not be listed take its place, in its import', async () => {
  const { t, uploads, states, idOf, add } = await startUploads()
  uploads.beginImport('oslo')
  const read = async () => [{ file: jpegFile('b.jpg') }, { file: jpegFile('c.jpg') }]
  await add({ name: 'DCIM', kind: 'folder', read }, jpegFile('z.jpg'))
  expect(uploads.state().queue[0]).toMatchObject({
    name: 'DCIM',
    state: 'failed',
    reason: 'folder-unreadable',
  })
  uploads.beginImport('rome')
  uploads.retry([idOf('DCIM')])
  await flushPromises()
  expect(Object.keys(states())).toEqual(['b.jpg', 'c.jpg', 'z.jpg'])
  expect(t.sent.map(({ albumId }) => albumId)).toEqual(['oslo', 'oslo', 'oslo'])
})

test('RV-801 a file whose bytes cannot be read is unreadable, read anew by its retry, and not refused unseen', async () => {
  const { uploads, states, add } = await startUploads()
  const unread = (name: string, type: string) =>
    Object.assign(jpegFile(name, name, type), {
      slice: () => {
        throw new DOMException('locked', 'NotReadableError')
      },
      text: () => Promise.reject(new DOMException('locked', 'NotReadableError')),
    })
  const read = async () => [{ file: jpegFile('a.jpg') }]
  await add({ file: unread('a.jpg', 'image/jpeg'), read }, unread('IMG_1', ''))
  expect(uploads.state().queue.map(({ reason }) => reason)).toEqual(['unreadable', 'unreadable'])
  uploads.retry(uploads.state().queue.map(({ id }) => id))
  await flushPromises()
  expect(states()).toEqual({ 'a.jpg': 'sending', IMG_1: 'failed' })
})

test('RV-801 after a reload an unreadable file is resumed when it is chosen again by its name', async () => {
  const t = createTestEnvironment()
  const first = await startUploads(t)
  await first.add(jpegFile('a.jpg'), unreadableSource('cloud.jpg'))
  await first.uploads.stop()
  const { uploads, states, add } = await startUploads(t)
  expect(states()).toEqual({ 'a.jpg': 'missing', 'cloud.jpg': 'missing' })
  await add(jpegFile('cloud.jpg'))
  expect(uploads.state().queue.map(({ name, state }) => [name, state])).toEqual([
    ['a.jpg', 'missing'],
    ['cloud.jpg', 'sending'],
  ])
})
