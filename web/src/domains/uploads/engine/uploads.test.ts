import { expect, test } from 'vitest'
import { BulkFailure } from '#web/platform/http/chunks.ts'
import { networkFailure } from '#web/platform/http/http-failure.ts'
import { flushPromises, jpegFile, testEnvironment } from './upload-environment.testing.ts'
import { createUploads } from './uploads.ts'

async function begin(t = testEnvironment()) {
  const uploads = createUploads(t.environment)
  await uploads.start()
  const states = () => Object.fromEntries(uploads.state().queue.map(({ name, state }) => [name, state]))
  const idOf = (name: string) => uploads.state().queue.find(item => item.name === name)!.id
  const add = async (...files: File[]) => {
    await uploads.add(files.map(file => ({ file })))
    await flushPromises()
  }
  return { t, uploads, states, idOf, add }
}
const names = (files: { file: File }[]) => files.map(({ file }) => file.name)

test('PL-040 chosen files are uploaded immediately, three at a time, and added with their receipt', async () => {
  const { t, uploads, states, add } = await begin()
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
  const { t, uploads, add } = await begin()
  await add(jpegFile('holiday.gif', 'x', 'image/gif'), jpegFile('empty.jpg', ''))
  await add(jpegFile('a.jpg'))
  expect(uploads.state().queue.map(({ name, state, reason }) => [name, state, reason])).toEqual([
    ['holiday.gif', 'refused', 'unsupported-type'],
    ['empty.jpg', 'refused', 'empty'],
    ['a.jpg', 'sending', undefined],
  ])
  expect(names(t.sent)).toEqual(['a.jpg'])
})

test('OP-10, OP-91 a photo that is in the library or in the bin is not uploaded again', async () => {
  const { t, states, add } = await begin()
  t.library.set('hash of a', { photoId: 'p1', state: 'already-there' })
  t.library.set('hash of b', { photoId: 'p2', state: 'restored' })
  await add(jpegFile('a'), jpegFile('b'), jpegFile('c'), jpegFile('same as c', 'c'))
  expect(names(t.sent)).toEqual(['c'])
  await t.completeAll()
  expect(states()).toEqual({ a: 'already-there', b: 'restored', c: 'added', 'same as c': 'already-there' })
})

test('PL-171 a push message about a finished photo fetches its receipt before the next poll', async () => {
  const { t, states, add } = await begin()
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
  const { t, uploads, states, add } = await begin()
  await add(jpegFile('a'), jpegFile('b'))
  t.sent[0]!.located('/api/uploads/files/u-a')
  t.online = false
  for (const sent of t.sent) sent.failed({ kind: 'broken' })
  await flushPromises()
  expect(states()).toEqual({ a: 'waiting', b: 'waiting' })
  expect(uploads.state()).toMatchObject({ offline: true })
  t.goOnline()
  await flushPromises()
  expect(uploads.state().offline).toBe(false)
  expect(t.sent.slice(2).map(({ uploadUrl }) => uploadUrl)).toEqual(['/api/uploads/files/u-a', undefined])
})

test('OP-10 the back-off doubles up to a minute while the service is unavailable', async () => {
  const { t, add } = await begin()
  await add(jpegFile('a'))
  const pauses: number[] = []
  for (let round = 0; round < 6; round++) {
    t.sent.at(-1)!.failed({ kind: 'broken' })
    await flushPromises()
    pauses.push(...t.delays())
    await t.runTimers()
  }
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
})

test('OP-10 a file that was deleted from the device fails with that reason', async () => {
  const { t, uploads, add } = await begin()
  const file = jpegFile('a')
  await add(file)
  file.slice = () => {
    throw new DOMException('gone', 'NotReadableError')
  }
  t.sent[0]!.failed({ kind: 'broken' })
  await flushPromises()
  expect(uploads.state().queue[0]).toMatchObject({ state: 'failed', reason: 'file-gone' })
})

test('OP-10 pause, resume and retry, one or all', async () => {
  const { t, uploads, states, idOf, add } = await begin()
  await add(...['a', 'b', 'c', 'd'].map(name => jpegFile(name)))
  uploads.pause([idOf('a')])
  await flushPromises()
  expect(t.sent[0]!.aborted).toBe(true)
  expect(names(t.sent.filter(({ aborted }) => !aborted))).toEqual(['b', 'c', 'd'])
  t.sent[0]!.done()
  expect(states().a).toBe('paused')
  t.sent[1]!.failed({ kind: 'failed', reason: 'server' })
  t.sent[2]!.failed({ kind: 'failed', reason: 'storage-full' })
  await flushPromises()
  expect(uploads.state().counts).toMatchObject({ failed: 2, paused: 1, active: 1 })
  uploads.retry([idOf('b'), idOf('c')])
  uploads.resume([idOf('a')])
  await t.completeAll()
  await t.completeAll()
  expect(uploads.state().counts).toMatchObject({ added: 4, failed: 0 })
  expect(t.hashed).toEqual(['a', 'b', 'c', 'd'])
})

test("PL-043 'Upload' deletes deselected photos and empties the queue", async () => {
  const { t, uploads, idOf, add } = await begin()
  await add(jpegFile('a'), jpegFile('b'))
  await t.completeAll()
  uploads.select(idOf('b'), false)
  expect(await uploads.confirm()).toEqual({ added: 1, known: 0 })
  expect(t.deleted).toEqual(['photo of b'])
  expect(uploads.state().queue).toEqual([])
  await flushPromises()
  expect(t.stored.size).toBe(0)
})

test('PL-043 a photo that could not be deleted stays in the queue and can be deleted again', async () => {
  const t = testEnvironment({
    deletePhotos: async () => {
      throw new BulkFailure(['photo of b'])
    },
  })
  const { uploads, states, idOf, add } = await begin(t)
  await add(jpegFile('a'), jpegFile('b'), jpegFile('c'))
  await t.completeAll()
  uploads.select(idOf('b'), false)
  uploads.select(idOf('c'), false)
  await expect(uploads.confirm()).rejects.toThrow(BulkFailure)
  expect(states()).toEqual({ a: 'added', b: 'added' })
})

test('OP-10 closing deletes photos this modal added, not those that were there or were restored', async () => {
  const { t, uploads, add } = await begin()
  t.library.set('hash of known', { photoId: 'p1', state: 'already-there' })
  t.library.set('hash of binned', { photoId: 'p2', state: 'restored' })
  await add(jpegFile('known'), jpegFile('binned'), jpegFile('new'))
  await t.completeAll()
  await add(jpegFile('half'), jpegFile('just in time'))
  const [half, last] = t.sent.slice(-2)
  half!.located('/api/uploads/files/u-half')
  // The service has received all bytes, but its answer has not arrived yet.
  last!.located('/api/uploads/files/u-last')
  t.receipts.set('u-last', { uploadId: 'u-last', fileName: 'x', state: 'processing', photoId: 'p3' })
  await uploads.discard()
  expect(half!.aborted).toBe(true)
  expect(t.terminated).toEqual(['/api/uploads/files/u-half', '/api/uploads/files/u-last'])
  expect(t.deleted.toSorted()).toEqual(['p3', 'photo of new'])
  expect(uploads.state().queue).toEqual([])
})

test('OP-10 removing a file that is being sent terminates its upload', async () => {
  const { t, uploads, idOf, add } = await begin()
  await add(jpegFile('a'))
  t.sent[0]!.located('/api/uploads/files/u-a')
  uploads.remove(idOf('a'))
  await flushPromises()
  expect(t.sent[0]!.aborted).toBe(true)
  expect(t.terminated).toEqual(['/api/uploads/files/u-a'])
  expect(t.deleted).toEqual([])
})

test('OP-10 after a reload unfinished files are listed and resumed at their offset without hashing again', async () => {
  const t = testEnvironment()
  const first = await begin(t)
  await first.add(jpegFile('done'))
  await t.completeAll()
  await first.add(jpegFile('half'), jpegFile('moved'), jpegFile('holiday.gif', 'x', 'image/gif'))
  t.sent.at(-2)!.located('/api/uploads/files/u-half')
  await first.uploads.stop()

  const second = await begin(t)
  expect(second.states()).toEqual({ done: 'added', half: 'missing', moved: 'missing' })
  expect(second.uploads.state().counts).toMatchObject({ missing: 2, active: 0 })
  t.hashed.length = 0
  t.sent.length = 0
  const moved = new File(['moved'], 'renamed', { type: 'image/jpeg', lastModified: 99 })
  await second.add(jpegFile('done'), jpegFile('half'), moved)
  expect(second.states()).toEqual({ done: 'added', half: 'sending', moved: 'sending' })
  expect(t.sent.map(({ uploadUrl, sha256 }) => [uploadUrl, sha256])).toEqual([
    ['/api/uploads/files/u-half', 'hash of half'],
    [undefined, 'hash of moved'],
  ])
  expect(t.hashed).toEqual(['renamed'])
  // Photos that the earlier visit added are not discarded.
  await second.uploads.discard()
  expect(t.deleted).not.toContain('photo of done')
})

test('OP-10 a queue that is finished or a week old is not restored', async () => {
  const t = testEnvironment()
  const first = await begin(t)
  await first.add(jpegFile('done'))
  await t.completeAll()
  await first.uploads.stop()
  expect(t.stored.size).toBe(1)
  expect((await begin(t)).uploads.state().queue).toEqual([])
  expect(t.stored.size).toBe(0)

  const old = await begin(t)
  await old.add(jpegFile('half'))
  await old.uploads.stop()
  const later = testEnvironment({ ...t.environment, now: () => 1000 + 8 * 86_400_000 })
  expect((await begin(later)).uploads.state().queue).toEqual([])
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
    const t = testEnvironment()
    const stored = ['a', 'b'].map(id => ({
      item: {
        ...{ id, name: id, size: 1, lastModified: 7, type: 'image/jpeg', since: 1000, sent: 0 },
        ...{ state: 'waiting', compared: true, deselected: false, earlier: false },
      },
      handle: handle(permission, id === 'a' ? jpegFile('a') : jpegFile('b', 'changed')),
    }))
    const storage = { load: async () => stored, write: async () => {}, release: () => {} }
    return testEnvironment({
      ...t.environment,
      storage: async () => storage as never,
      send: t.environment.send,
    })
  }
  const allowed = await begin(items('granted'))
  await flushPromises()
  expect(allowed.states()).toEqual({ a: 'sending', b: 'missing' })
  expect(allowed.uploads.state().needsPermission).toBe(0)

  const asking = await begin(items('prompt'))
  expect(asking.states()).toEqual({ a: 'missing', b: 'missing' })
  expect(asking.uploads.state().needsPermission).toBe(2)
  await asking.uploads.resumeInterrupted()
  await flushPromises()
  expect(asking.states()).toEqual({ a: 'sending', b: 'missing' })
})

test('OP-10 the duplicate check is retried after no answer', async () => {
  let away = true
  const t = testEnvironment()
  const { findDuplicates } = t.environment
  t.environment.findDuplicates = async files => {
    if (away) throw networkFailure('/known', new Error('offline'))
    return findDuplicates(files)
  }
  const { states, add } = await begin(t)
  t.library.set('hash of a', { photoId: 'p', state: 'already-there' })
  await add(jpegFile('a'))
  expect(states()).toEqual({ a: 'checking' })
  away = false
  await t.runTimers()
  expect(states()).toEqual({ a: 'already-there' })
  expect(t.sent).toEqual([])
})

test('OP-10 without storage and without a hash it still uploads', async () => {
  const t = testEnvironment({
    storage: async () => {
      throw new Error('denied')
    },
    hash: async () => {
      throw new Error('no cryptography')
    },
  })
  const { states, add } = await begin(t)
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
  const t = testEnvironment({ fileCache })
  const before = createUploads(t.environment)
  await before.start()
  await before.add([{ file: jpegFile('beach.jpg') }, { file: jpegFile('no.gif', 'x', 'image/gif') }])
  await flushPromises()
  expect([...kept.values()].map(({ name }) => name)).toEqual(['beach.jpg'])
  t.sent[0]!.located('/api/uploads/files/u-1')
  await before.stop()

  const after = createUploads(t.environment)
  await after.start()
  await flushPromises()
  expect(t.sent.at(-1)).toMatchObject({ uploadUrl: '/api/uploads/files/u-1' })
  expect(after.state().counts.missing).toBe(0)
  await t.completeAll()
  expect(after.state().counts.added).toBe(1)
  expect(kept.size).toBe(0)
})
