import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { type PositionedSource, planZip, type ZipEntry, type ZipPlan, type ZipSource } from './index.ts'
import { streamZip } from './stream.testing.ts'

/** Pseudorandom bytes, the same for the same seed. */
export function createNoise(length: number, seed: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = (seed * 2654435761 + 1) >>> 0
  for (let index = 0; index < length; index++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    bytes[index] = state
  }
  return bytes
}

export function createEntry(name: string, bytes: Buffer, modified = '2024-05-03T14:15:00'): ZipEntry<Buffer> {
  return { name, size: bytes.length, crc32: crc32(bytes), modified, source: bytes }
}

/** Alternates between the three kinds of sources by the length of the source. */
export function openBuffer(source: Buffer, start: number, end: number): ZipSource {
  const kinds = [createMemorySource, createStreamSource, generateSource]
  return kinds[source.length % 3]!(source, start, end)
}

/** Creates a source read at positions that records whether it is open. */
export function createMemorySource(source: Buffer): PositionedSource & { open: boolean } {
  return {
    open: true,
    async read(target: Uint8Array, offset: number, length: number, position: number) {
      const bytes = source.subarray(position, position + length)
      target.set(bytes, offset)
      return { bytesRead: bytes.length }
    },
    async close() {
      this.open = false
    },
  }
}

export function createStreamSource(source: Buffer, start: number, end: number): Readable {
  return Readable.from(generateSource(source, start, end), { objectMode: false })
}

export async function* generateSource(
  source: Buffer,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at <= end; at += 50_000) yield source.subarray(at, Math.min(at + 50_000, end + 1))
}

export function readZip(plan: ZipPlan<Buffer>): Promise<Buffer> {
  return readRange(plan, 0, plan.length - 1)
}

export function readRange(plan: ZipPlan<Buffer>, start: number, end: number): Promise<Buffer> {
  return buffer(streamZip(plan, { start, end }, openBuffer))
}

/** Creates a zip with files of all relevant sizes: empty, one byte, about a chunk, several chunks. */
export function createSampleEntries(): ZipEntry<Buffer>[] {
  const sizes = [0, 1, 70_000, 1024 * 1024 - 40, 1024 * 1024, 2_500_001, 3, 65_536, 65_537, 65_538]
  return sizes.map((size, index) =>
    createEntry(`2024/0${index}/Straße ${index} 🏔.jpg`, createNoise(size, index), '2024-05-03T14:15:01'),
  )
}

export const createSamplePlan = () => planZip(createSampleEntries())

/** Plans this many files of one byte each, in folders of a hundred. */
export function planManyEntries(count: number): ZipPlan<Buffer> {
  const byte = Buffer.from('x')
  return planZip(
    Array.from({ length: count }, (_, index) => createEntry(`${Math.floor(index / 100)}/${index}`, byte)),
  )
}

/** Creates a temporary folder that is removed at the end of its block. */
export async function createScratchFolder() {
  const path = await mkdtemp(join(tmpdir(), 'zip-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/** Writes the zip as a file in which the content of large entries is a hole, for readers of headers only. */
export async function writeSparseFile<S>(
  path: string,
  plan: ZipPlan<S>,
  openSource: (source: S) => ZipSource,
) {
  await writeFile(path, '')
  const file = await open(path, 'r+')
  await file.truncate(plan.length)
  const { entries, offsets } = plan
  for (const [index, entry] of entries.entries()) {
    const isLarge = entry.size > 1024 * 1024
    const end = offsets[index + 1]! - 1 - (isLarge ? entry.size : 0)
    const bytes = await buffer(streamZip(plan, { start: offsets[index]!, end }, openSource))
    await file.write(bytes, 0, bytes.length, offsets[index]!)
  }
  const start = offsets[entries.length]!
  const tail = await buffer(streamZip(plan, { start, end: plan.length - 1 }, openSource))
  await file.write(tail, 0, tail.length, start)
  await file.close()
}
