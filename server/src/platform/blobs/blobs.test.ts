import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BlobKeyError, BlobMissingError, type Blobs, BlobTooShortError } from './blobs.ts'
import { createFailingSource, type Store, sha256, slices, stores } from './testing/stores.ts'

describe.each(Object.entries(stores))('blobs: %s', (_, start) => {
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
  const keysBelow = async (prefix: string) => {
    const keys: string[] = []
    for await (const { key } of blobs.list(prefix)) keys.push(key)
    return keys.sort()
  }

  describe('storing and reading', () => {
    it('gives back what was put, as bytes, as stream and by another process', async () => {
      const key = aKey()
      expect(await blobs.put(key, Buffer.from('hello'))).toEqual({ size: 5 })
      expect(await blobs.stat(key)).toEqual({ size: 5 })
      expect(Buffer.from((await blobs.get(key))!).toString()).toBe('hello')
      expect(await text(other.read(key))).toBe('hello')
    })

    it('keeps an empty blob', async () => {
      const key = aKey()
      await blobs.put(key, new Uint8Array())
      expect(await blobs.stat(key)).toEqual({ size: 0 })
      expect(await text(blobs.read(key))).toBe('')
    })

    it.each([
      [0, 0, 'h'],
      [0, 4, 'hello'],
      [1, 3, 'ell'],
      [4, 4, 'o'],
    ])('reads the bytes %i to %i', async (startAt, end, expected) => {
      const key = aKey()
      await blobs.put(key, Buffer.from('hello'))
      expect(await text(blobs.read(key, { start: startAt, end }))).toBe(expected)
    })

    it('fails for a missing blob', async () => {
      const key = aKey()
      expect(await blobs.stat(key)).toBeNull()
      expect(await blobs.get(key)).toBeNull()
      await expect(text(blobs.read(key))).rejects.toThrow(BlobMissingError)
      await expect(text(blobs.read(key, { start: 0, end: 1 }))).rejects.toThrow(BlobMissingError)
      await expect(blobs.withPath(key, async () => 'never')).rejects.toThrow(BlobMissingError)
    })

    it.each([
      [0, 5],
      [3, 9],
      [5, 5],
      [90, 99],
    ])('fails when the blob ends before the bytes %i to %i do', async (startAt, end) => {
      const key = aKey()
      await blobs.put(key, Buffer.from('hello'))
      await expect(text(blobs.read(key, { start: startAt, end }))).rejects.toThrow(BlobTooShortError)
    })

    it('refuses ranges that are none', () => {
      for (const range of [
        { start: 3, end: 2 },
        { start: -1, end: 2 },
        { start: 0.5, end: 2 },
        { start: 0, end: Number.NaN },
      ])
        expect(() => blobs.read(aKey(), range)).toThrow(RangeError)
    })

    it('replaces a blob by a shorter one', async () => {
      const key = aKey()
      await blobs.put(key, Buffer.from('a long content'))
      await blobs.put(key, Readable.from([Buffer.from('sh'), Buffer.from('ort')]))
      expect(await text(blobs.read(key))).toBe('short')
    })

    it('carries several parts through unchanged, as stream in and out', async () => {
      const key = aKey()
      const bytes = randomBytes(9_500_000)
      const source = Readable.from(slices(bytes, 300_007))
      expect(await blobs.put(key, source)).toEqual({ size: bytes.length })
      expect(sha256(await buffer(blobs.read(key)))).toBe(sha256(bytes))
      const middle = await buffer(blobs.read(key, { start: 7_000_001, end: 8_999_999 }))
      expect(sha256(middle)).toBe(sha256(bytes.subarray(7_000_001, 9_000_000)))
    })

    it('stores the same key at the same time ten times', async () => {
      const key = aKey()
      const bytes = randomBytes(100_000)
      await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? blobs : other).put(key, bytes)))
      expect(sha256((await blobs.get(key))!)).toBe(sha256(bytes))
    })

    it('leaves nothing of a source that breaks off', async () => {
      const account = randomUUID()
      await expect(blobs.put(aKey(account), createFailingSource(randomBytes(100_000)))).rejects.toThrow(
        'connection lost',
      )
      await expect(blobs.put(aKey(account), createFailingSource(randomBytes(9_500_000)))).rejects.toThrow(
        'connection lost',
      )
      expect(await keysBelow(account)).toEqual([])
      expect(await store.temporaryFiles()).toEqual([])
    })

    it('may stop reading early', async () => {
      const key = aKey()
      await blobs.put(key, randomBytes(3_000_000))
      const stream = blobs.read(key)
      for await (const chunk of stream) {
        expect(chunk.length).toBeGreaterThan(0)
        break
      }
      expect(stream.destroyed).toBe(true)
    })

    it('gives a local path for as long as the work runs', async () => {
      const key = aKey()
      await blobs.put(key, Buffer.from('picture'))
      expect(await blobs.withPath(key, path => readFile(path, 'utf8'))).toBe('picture')
      await expect(
        blobs.withPath(key, async () => {
          throw new Error('work failed')
        }),
      ).rejects.toThrow('work failed')
      expect(await store.temporaryFiles()).toEqual([])
      const local = blobs.localPath!(key)
      if (local !== null) expect(await readFile(local, 'utf8')).toBe('picture')
    })
  })

  describe('removing and listing', () => {
    it('lists by prefix, with size and time, and forgets what is removed', async () => {
      const account = randomUUID()
      const began = Date.now()
      const keys = ['originals/a1', 'originals/a2', 'originals/b1', 'thumbs/a1', 'thumbs/c.webp'].map(
        k => `${account}/${k}`,
      )
      for (const key of keys) await blobs.put(key, Buffer.from(key))
      expect(await keysBelow(account)).toEqual(keys)
      expect(await keysBelow(`${account}/`)).toEqual(keys)
      expect(await keysBelow(`${account}/originals/`)).toEqual(keys.slice(0, 3))
      expect(await keysBelow(`${account}/originals/a`)).toEqual(keys.slice(0, 2))
      expect(await keysBelow(`${account}/or`)).toEqual(keys.slice(0, 3))
      expect(await keysBelow(`${account}/or/`)).toEqual([])
      expect(await keysBelow('')).toEqual(expect.arrayContaining(keys))
      for await (const { key, size, modified } of blobs.list(`${account}/thumbs`)) {
        expect(size).toBe(key.length)
        // Some servers tell the time in whole seconds.
        expect(modified.getTime()).toBeGreaterThan(began - 2_000)
        expect(modified.getTime()).toBeLessThan(Date.now() + 2_000)
      }
      await blobs.remove([keys[0]!, keys[3]!, aKey()])
      expect(await keysBelow(account)).toEqual([keys[1], keys[2], keys[4]])
      await blobs.remove(keys)
      await blobs.remove(keys)
      await blobs.remove([])
      expect(await keysBelow(account)).toEqual([])
      expect(await blobs.get(keys[1]!)).toBeNull()
    })

    it('puts and removes in one account at the same time', async () => {
      const account = randomUUID()
      const keys = Array.from({ length: 30 }, (_, i) => `${account}/originals/n${i}`)
      for (const key of keys.slice(0, 15)) await blobs.put(key, Buffer.from(key))
      await Promise.all([
        ...keys.slice(0, 15).map(key => blobs.remove([key])),
        ...keys.slice(15).map(key => other.put(key, Buffer.from(key))),
      ])
      expect(await keysBelow(account)).toEqual(keys.slice(15).sort())
    })
  })

  describe('keys', () => {
    it.each([
      '',
      'a',
      'a/b',
      'a/b/',
      '/a/b',
      'a//b',
      'a/b/c/d',
      '/etc/passwd/x',
      '../b/c',
      'a/../c',
      'a/b/..',
      'a/b/.',
      'a/b/.hidden',
      'a/b/c\0',
      'a/b/c\n',
      'a/b/c d',
      'a/b/c%2e',
      'a\\b/c/d',
      'a/b/ü',
      'a/b/photo\u202egpj',
      `a/b/${'x'.repeat(201)}`,
    ])('refuses %j everywhere', async key => {
      await expect(blobs.put(key, Buffer.from('x'))).rejects.toThrow(BlobKeyError)
      await expect(blobs.stat(key)).rejects.toThrow(BlobKeyError)
      await expect(blobs.get(key)).rejects.toThrow(BlobKeyError)
      await expect(blobs.remove(['a/b/c', key])).rejects.toThrow(BlobKeyError)
      await expect(blobs.withPath(key, async () => 0)).rejects.toThrow(BlobKeyError)
      await expect(blobs.staging.commit('id', key, { size: 1, sha256: '' })).rejects.toThrow(BlobKeyError)
      expect(() => blobs.read(key)).toThrow(BlobKeyError)
      expect(() => blobs.localPath!(key)).toSatisfy(call => refusesOrRemote(call))
    })

    it.each(['/', '../', 'a/../', '/etc', 'a//', 'a/b/c/', 'a/b/c/d', 'ü'])(
      'refuses the prefix %j',
      async prefix => {
        await expect(keysBelow(prefix)).rejects.toThrow(BlobKeyError)
      },
    )
  })
})

function refusesOrRemote(call: () => string | null): boolean {
  try {
    return call() === null
  } catch (error) {
    return error instanceof BlobKeyError
  }
}
