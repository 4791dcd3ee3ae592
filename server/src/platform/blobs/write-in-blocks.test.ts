import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { writeInBlocks } from './write-in-blocks.ts'

const MIB = 1024 * 1024

/** Collects copies: a block is valid during its write only. */
const recorder = () => {
  const blocks: Buffer[] = []
  return { blocks, write: async (block: Uint8Array) => void blocks.push(Buffer.from(block)) }
}

async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test.each([1, 65_536, 100_003, 3 * MIB])(
  'RV-506 chunks of %i bytes are written in blocks of 1 MiB, after a first one of 64 KiB',
  async size => {
    const bytes = randomBytes(size === 1 ? 5_000 : 65_536 + 2 * MIB + 12_345)
    const { blocks, write } = recorder()
    await writeInBlocks(chunksOf(bytes, size), write)
    expect(Buffer.concat(blocks).equals(bytes)).toBe(true)
    expect(blocks.map(block => block.length)).toEqual(size === 1 ? [5_000] : [65_536, MIB, MIB, 12_345])
  },
)

test('RV-506 what a source gave before it stalls is written without waiting for more', async () => {
  const { blocks, write } = recorder()
  const stalled = Promise.withResolvers<void>()
  async function* source() {
    yield Buffer.from('ab')
    yield Buffer.from('c')
    await stalled.promise
    yield Buffer.from('d')
  }
  const collected = writeInBlocks(source(), write)
  await expect.poll(() => blocks.map(String)).toEqual(['abc'])
  stalled.resolve()
  await collected
  expect(blocks.map(String)).toEqual(['abc', 'd'])
})

test('RV-506 a slow source has one block of 64 KiB, also after it was fast', async () => {
  const memory: ArrayBufferLike[] = []
  let written = Promise.withResolvers<void>()
  async function* source() {
    yield Buffer.alloc(65_536 + MIB)
    for (let turn = 0; turn < 4; turn++) {
      written = Promise.withResolvers()
      yield Buffer.alloc(1_000)
      await written.promise
    }
  }
  await writeInBlocks(source(), async block => {
    memory.push(block.buffer)
    written.resolve()
  })
  // A sender counts as slow from the first block that ends by time.
  expect(memory.map(each => each.byteLength)).toEqual([65_536, MIB, MIB, 65_536, 65_536, 65_536])
  expect(new Set(memory.slice(3)).size).toBe(1)
})

test('RV-506 what a source gave before it fails is written, and its error is thrown', async () => {
  const { blocks, write } = recorder()
  async function* source() {
    yield Buffer.from('abc')
    throw new Error('gone')
  }
  await expect(writeInBlocks(source(), write)).rejects.toThrow('gone')
  expect(blocks.map(String)).toEqual(['abc'])
})

test('RV-506 an error of the write ends it at once, also while the source is silent', async () => {
  let closed = false
  const silent = Promise.withResolvers<void>()
  async function* source() {
    try {
      yield Buffer.from('abc')
      await silent.promise
    } finally {
      closed = true
    }
  }
  let writes = 0
  const failing = async () => {
    writes++
    throw new Error('disk full')
  }
  await expect(writeInBlocks(source(), failing)).rejects.toThrow('disk full')
  expect(writes).toBe(1)
  silent.resolve()
  await expect.poll(() => closed).toBe(true)
})

test('RV-506 blocks of sources that are read at the same time are not mixed', async () => {
  const files = Array.from({ length: 8 }, () => randomBytes(3 * MIB + 7))
  const results = await Promise.all(
    files.map(async bytes => {
      const { blocks, write } = recorder()
      await writeInBlocks(chunksOf(bytes, 65_536), async block => {
        await new Promise(resolve => setImmediate(resolve))
        await write(block)
      })
      return Buffer.concat(blocks)
    }),
  )
  for (const [i, bytes] of files.entries()) expect(results[i]!.equals(bytes)).toBe(true)
})
