import { describe, expect, test } from 'vitest'
import type { Receipt } from '#contract/uploads.ts'
import { countItems, groupItems, listDeselectedPhotos } from './counts.ts'
import { findByFile, findByHash } from './item-matching.ts'
import { type Queue, type QueueEvent, reduceQueue } from './queue.ts'
import type { UploadItem } from './upload-item.ts'

const item = (id: string, parts: Partial<UploadItem> = {}): UploadItem => ({
  id,
  name: `${id}.jpg`,
  size: 100,
  lastModified: 1,
  type: 'image/jpeg',
  since: 1,
  state: 'queued',
  sent: 0,
  compared: false,
  deselected: false,
  earlier: false,
  ...parts,
})
const run = (queue: Queue, ...events: QueueEvent[]) => events.reduce(reduceQueue, queue)
const states = (queue: Queue) => queue.map(({ state }) => state)
const receipt = (uploadId: string, parts: Partial<Receipt>): Receipt => ({
  uploadId,
  fileName: 'x.jpg',
  state: 'added',
  ...parts,
})

describe('RV-1148 what a companion says of a file that need not be sent reaches the service', () => {
  const facts = { takenAt: '2019-05-04T14:00:55' }

  test('of one that is equal to a file that was sent', () => {
    const [, equal, plain] = run(
      [
        item('a', { sha256: 'h', state: 'processing', uploadUrl: '/files/u1' }),
        item('b', { sha256: 'h', state: 'waiting', facts }),
        item('c', { sha256: 'h', state: 'waiting' }),
      ],
      { type: 'receipts', receipts: [receipt('u1', { photoId: 'p' })] },
    )
    expect(equal).toMatchObject({ state: 'already-there', areFactsLate: true })
    expect(plain).not.toHaveProperty('areFactsLate')
  })

  test('of one whose hash was on its way when the companion was chosen, and not of one that is sent with it', () => {
    const described = [
      { type: 'described', id: 'a', said: { facts, albums: undefined, service: undefined } },
      { type: 'described', id: 'b', said: { facts, albums: undefined, service: undefined } },
    ] as const
    const queue = [
      item('a', { sha256: 'h', state: 'checking' }),
      item('b', { sha256: 'i', state: 'checking' }),
    ]
    const [known, unknown] = run(queue, ...described, {
      type: 'compared',
      ids: ['a', 'b'],
      existingPhotos: new Map([['h', { photoId: 'p', state: 'already-there' }]]),
    })
    expect(known).toMatchObject({ state: 'already-there', areFactsLate: true })
    expect(unknown).toMatchObject({ state: 'waiting', facts, areFactsLate: undefined })
  })
})

describe('the states of a file', () => {
  test('PL-040 from queued to added', () => {
    const queue = run(
      [item('a')],
      { type: 'checking', id: 'a' },
      { type: 'hashed', id: 'a', sha256: 'h' },
      { type: 'compared', ids: ['a'], existingPhotos: new Map() },
      { type: 'sending', id: 'a' },
      { type: 'located', id: 'a', uploadUrl: '/api/uploads/files/u1' },
      { type: 'progress', id: 'a', sent: 40 },
      { type: 'sent', id: 'a' },
      { type: 'receipts', receipts: [receipt('u1', { state: 'processing', photoId: 'p' })] },
    )
    expect(queue[0]).toMatchObject({ state: 'processing', photoId: 'p', sent: 100 })
    expect(run(queue, { type: 'receipts', receipts: [receipt('u1', { photoId: 'p' })] })[0]).toMatchObject({
      state: 'added',
      photoId: 'p',
    })
  })

  test('OP-10, OP-91 a known hash is not uploaded; of equal files only one has restored the photo', () => {
    const queue = run(
      [item('a', { sha256: 'h', state: 'checking' }), item('b', { sha256: 'h', state: 'checking' })],
      {
        type: 'compared',
        ids: ['a', 'b'],
        existingPhotos: new Map([['h', { photoId: 'p', state: 'restored' }]]),
      },
    )
    expect(queue.map(({ state, photoId }) => [state, photoId])).toEqual([
      ['restored', 'p'],
      ['already-there', 'p'],
    ])
  })

  test('OP-10 waiting equal files are not sent once the first is added', () => {
    const queue = run(
      [
        item('a', { state: 'processing', sha256: 'h', uploadUrl: '/u1' }),
        item('b', { state: 'waiting', sha256: 'h', compared: true }),
      ],
      { type: 'receipts', receipts: [receipt('u1', { photoId: 'p' })] },
    )
    expect(states(queue)).toEqual(['added', 'already-there'])
  })

  test('OP-10 a paused file resumes from its state', () => {
    const paused = run([item('a', { state: 'sending', compared: true, sent: 40, uploadUrl: '/u1' })], {
      type: 'paused',
      ids: ['a'],
    })
    expect(paused[0]).toMatchObject({ state: 'paused', sent: 40 })
    expect(run(paused, { type: 'sent', id: 'a' }, { type: 'progress', id: 'a', sent: 90 })).toEqual(paused)
    expect(run(paused, { type: 'resumed', ids: ['a'] })[0]).toMatchObject({
      state: 'waiting',
      uploadUrl: '/u1',
    })
  })

  test('OP-10 after a lost connection it waits with the reason', () => {
    const queue = run([item('a', { state: 'sending', compared: true })], { type: 'broken', id: 'a' })
    expect(queue[0]).toMatchObject({ state: 'waiting', reason: 'network' })
  })

  test('PL-170 a file refused for its content is final; after a checksum mismatch or expiry it can be retried', () => {
    const sent = { state: 'processing', uploadUrl: '/u1', sha256: 'h', compared: true, sent: 100 } as const
    const refuse = (reason: Receipt['reason']) =>
      run([item('a', sent)], {
        type: 'receipts',
        receipts: [receipt('u1', { state: 'refused', reason })],
      })[0]!
    expect(refuse('truncated')).toMatchObject({ state: 'refused', reason: 'truncated' })
    const failed = refuse('checksum-mismatch')
    expect(failed).toMatchObject({ state: 'failed', sent: 0, compared: false })
    expect([failed.uploadUrl, failed.sha256]).toEqual([undefined, undefined])
    expect(run([failed], { type: 'retried', ids: ['a'] })[0]).toMatchObject({ state: 'queued' })
  })
})

test('OP-10 the four groups of the final list, with counts', () => {
  const queue = [
    item('a', { state: 'added' }),
    item('b', { state: 'restored' }),
    item('c', { state: 'refused' }),
    item('d', { state: 'failed' }),
    item('e', { state: 'already-there' }),
    item('f', { state: 'added', deselected: true }),
  ]
  expect(groupItems(queue).map(({ name, items }) => [name, items.map(({ id }) => id).join('')])).toEqual([
    ['failed', 'd'],
    ['refused', 'c'],
    ['added', 'af'],
    ['already-there', 'be'],
  ])
  expect(countItems(queue)).toMatchObject({
    total: 6,
    ready: 4,
    added: 2,
    known: 2,
    refused: 1,
    failed: 1,
    selected: 3,
  })
})

test('PL-043 only new, deselected photos are deleted, never one that was in the library before', () => {
  const unwanted = { deselected: true } as const
  expect(
    listDeselectedPhotos([
      item('a', { state: 'added', photoId: 'p1', ...unwanted }),
      item('b', { state: 'added', photoId: 'p2' }),
      item('c', { state: 'already-there', photoId: 'p3', ...unwanted }),
      item('d', { state: 'restored', photoId: 'p4', ...unwanted }),
      item('e', { state: 'added', photoId: 'p5', ...unwanted }),
      item('f', { state: 'already-there', photoId: 'p5' }),
    ]),
  ).toEqual(['p1'])
})

test('OP-10 files of an earlier visit are matched by name, size and time, then by hash', () => {
  const queue = [
    item('a', { earlier: true, state: 'added', name: 'x.jpg' }),
    item('b', { earlier: true, state: 'missing', name: 'x.jpg', sha256: 'h' }),
    item('c', { name: 'y.jpg' }),
  ]
  const file = { name: 'x.jpg', size: 100, lastModified: 1 }
  expect(findByFile(queue, file, new Set())?.id).toBe('a')
  expect(findByFile(queue, file, new Set(['a']))?.id).toBe('b')
  expect(findByFile(queue, { ...file, lastModified: 2 }, new Set())).toBeUndefined()
  expect(findByFile(queue, { ...file, name: 'y.jpg' }, new Set())).toBeUndefined()
  expect(findByHash(queue, 'h', 100)?.id).toBe('b')
  expect(findByHash(queue, 'h', 99)).toBeUndefined()
})
