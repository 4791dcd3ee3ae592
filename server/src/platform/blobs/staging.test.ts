import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  BlobDamagedError,
  BlobKeyError,
  BlobMissingError,
  type Blobs,
  BlobTooShortError,
  StagingLimitError,
  StagingOffsetError,
} from './blobs.ts'
import {
  createFailingSource,
  nextToken,
  type Store,
  sha256,
  slices,
  stores,
  toReceivedBytes,
} from './testing/stores.ts'

describe.each(Object.entries(stores))('staging: %s', (_, start) => {
  let root: string
  let store: Store
  let blobs: Blobs
  let other: Blobs

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'blobs-test-'))
    store = await start(root)
    blobs = store.open()
    other = store.open()
  })
  afterAll(async () => {
    await Promise.all([blobs.close(), other.close()])
    await store.close()
    await rm(root, { recursive: true })
  })

  const aKey = (account: string = randomUUID()) =>
    `${account}/originals/${randomBytes(32).toString('hex')}.jpg`
  const from = (...parts: string[]) => Readable.from(parts.map(part => Buffer.from(part)))

  it('appends piece by piece, continued by another process, and commits', async () => {
    const id = randomUUID()
    const key = aKey()
    expect(await blobs.staging.length(id)).toBe(0)
    expect(await blobs.staging.append(id, 0, from('he', 'l'), 10, nextToken())).toEqual({
      length: 3,
      interrupted: false,
    })
    expect(await other.staging.length(id)).toBe(3)
    expect(await other.staging.append(id, 3, from('lo ', 'you'), 10, nextToken())).toEqual({
      length: 9,
      interrupted: false,
    })
    expect(await text(blobs.staging.read(id))).toBe('hello you')
    expect(await text(blobs.staging.read(id, { start: 1, end: 1 }))).toBe('e')
    expect(await text(blobs.staging.read(id, { start: 2, end: 4 }))).toBe('llo')
    expect(await text(blobs.staging.read(id, { start: 3, end: 8 }))).toBe('lo you')
    await expect(text(blobs.staging.read(id, { start: 3, end: 9 }))).rejects.toThrow(BlobTooShortError)
    await blobs.staging.commit(id, key, toReceivedBytes('hello you'))
    expect(await text(blobs.read(key))).toBe('hello you')
    expect(await blobs.staging.length(id)).toBe(0)
    await expect(text(blobs.staging.read(id))).rejects.toThrow(BlobMissingError)
  })

  it('refuses a wrong offset and keeps what is there', async () => {
    const id = randomUUID()
    await expect(blobs.staging.append(id, 1, from('x'), 10, nextToken())).rejects.toThrow(StagingOffsetError)
    await blobs.staging.append(id, 0, from('hello'), 10, nextToken())
    for (const offset of [0, 4, 6])
      await expect(blobs.staging.append(id, offset, from('x'), 10, nextToken())).rejects.toThrow(
        StagingOffsetError,
      )
    expect(await text(blobs.staging.read(id))).toBe('hello')
    await blobs.staging.remove(id)
  })

  it('lets one of two appends at the same offset through', async () => {
    const id = randomUUID()
    const results = await Promise.allSettled([
      blobs.staging.append(id, 0, from('first'), 10, nextToken()),
      blobs.staging.append(id, 0, from('second'), 10, nextToken()),
    ])
    expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected'])
    expect((results[1] as PromiseRejectedResult).reason).toBeInstanceOf(StagingOffsetError)
    expect(await text(blobs.staging.read(id))).toBe('first')
    await blobs.staging.remove(id)
  })

  it('counts the received bytes of an interrupted source, and continues after them', async () => {
    const id = randomUUID()
    const key = aKey()
    const bytes = randomBytes(9_500_000)
    const broken = await blobs.staging.append(
      id,
      0,
      createFailingSource(bytes.subarray(0, 9_000_000)),
      bytes.length,
      nextToken(),
    )
    expect(broken).toEqual({ length: 9_000_000, interrupted: true })
    expect(await other.staging.length(id)).toBe(9_000_000)
    const rest = Readable.from(slices(bytes.subarray(9_000_000), 65_536))
    expect(await other.staging.append(id, 9_000_000, rest, bytes.length, nextToken())).toEqual({
      length: bytes.length,
      interrupted: false,
    })
    expect(sha256(await buffer(blobs.staging.read(id)))).toBe(sha256(bytes))
    await blobs.staging.commit(id, key, toReceivedBytes(bytes))
    expect(sha256(await buffer(blobs.read(key)))).toBe(sha256(bytes))
    expect(await store.temporaryFiles()).toEqual([])
  })

  it('stands a source that broke before its bytes were asked for, and one that is destroyed midway', async () => {
    const id = randomUUID()
    const dead = new PassThrough()
    dead.destroy(new Error('connection lost'))
    expect(await blobs.staging.append(id, 0, dead, 10, nextToken())).toEqual({ length: 0, interrupted: true })
    const dying = new PassThrough()
    const result = blobs.staging.append(id, 0, dying, 10, nextToken())
    dying.write('abc', () => dying.destroy())
    expect((await result).interrupted).toBe(true)
    await blobs.staging.remove(id)
  })

  it('keeps what fits into the limit and refuses the rest, leaving the source open', async () => {
    const id = randomUUID()
    const source = new PassThrough()
    source.write('12345')
    source.write('6789')
    await expect(blobs.staging.append(id, 0, source, 7, nextToken())).rejects.toThrow(StagingLimitError)
    expect(source.destroyed).toBe(false)
    source.destroy()
    expect(await text(blobs.staging.read(id))).toBe('1234567')
    await expect(blobs.staging.append(id, 7, from('8'), 7, nextToken())).rejects.toThrow(StagingLimitError)
    expect(await blobs.staging.append(id, 7, from(), 7, nextToken())).toEqual({
      length: 7,
      interrupted: false,
    })
    await blobs.staging.remove(id)
  })

  it('commits twice, replaces what the key held, and does not commit nothing', async () => {
    const id = randomUUID()
    const key = aKey()
    await blobs.put(key, Buffer.from('before'))
    await blobs.staging.append(id, 0, from('after'), 10, nextToken())
    await blobs.staging.commit(id, key, toReceivedBytes('after'))
    await other.staging.commit(id, key, toReceivedBytes('after'))
    await blobs.staging.commit(id, key, toReceivedBytes('after'))
    expect(await text(blobs.read(key))).toBe('after')
    const nothing = blobs.staging.commit(randomUUID(), aKey(), toReceivedBytes('after'))
    await expect(nothing).rejects.toThrow(BlobMissingError)
  })

  it.each([
    ['cut', toReceivedBytes('all bytes')],
    ['other bytes', toReceivedBytes('al1')],
  ])('RV-701 refuses to commit %s than were received, also a second time', async (_what, expected) => {
    const id = randomUUID()
    const key = aKey()
    await blobs.staging.append(id, 0, from('all'), 10, nextToken())
    await expect(blobs.staging.commit(id, key, expected)).rejects.toThrow(BlobDamagedError)
    await expect(other.staging.commit(id, key, expected)).rejects.toThrow(BlobDamagedError)
    await blobs.staging.commit(id, key, toReceivedBytes('all'))
    expect(await text(blobs.read(key))).toBe('all')
    await expect(blobs.staging.commit(id, key, expected)).rejects.toThrow(BlobDamagedError)
  })

  it('lists and removes what is arriving', async () => {
    const ids = [randomUUID(), randomUUID(), `${randomUUID()}-x`]
    for (const id of ids)
      for (const at of [0, 1, 2]) await blobs.staging.append(id, at, from('x'), 10, nextToken())
    const listed = async () => {
      const found: string[] = []
      for await (const { id, modified } of other.staging.list()) {
        found.push(id)
        expect(Math.abs(modified.getTime() - Date.now())).toBeLessThan(60_000)
      }
      return found.sort()
    }
    expect(await listed()).toEqual([...ids].sort())
    await blobs.staging.remove(ids[0]!)
    await blobs.staging.remove(ids[0]!)
    expect(await listed()).toEqual(ids.slice(1).sort())
    expect(await blobs.staging.length(ids[0]!)).toBe(0)
    for (const id of ids) await blobs.staging.remove(id)
    expect(await listed()).toEqual([])
  })

  it.each(['', '.', '..', '../x', 'a/b', 'ü', 'a b', 'x'.repeat(129)])(
    'refuses the staging id %j',
    async id => {
      const { staging } = blobs
      await expect(staging.append(id, 0, Readable.from(['x']), 10, nextToken())).rejects.toThrow(BlobKeyError)
      await expect(staging.length(id)).rejects.toThrow(BlobKeyError)
      await expect(staging.commit(id, aKey(), toReceivedBytes(''))).rejects.toThrow(BlobKeyError)
      await expect(staging.remove(id)).rejects.toThrow(BlobKeyError)
      expect(() => staging.read(id)).toThrow(BlobKeyError)
    },
  )
})
