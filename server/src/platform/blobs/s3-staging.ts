import { Readable } from 'node:stream'
import AsyncLock from 'async-lock'
import {
  BlobMissingError,
  BlobTooShortError,
  type Staging,
  StagingLimitError,
  StagingOffsetError,
} from './blobs.ts'
import { checkRange, checkStagingId } from './keys.ts'
import { limitSource } from './limited-source.ts'
import { PART_SIZE, type S3Objects } from './s3-objects.ts'

const STAGING = 'staging/'
const DIGITS = 16

interface Part {
  name: string
  offset: number
  size: number
}

/**
 * Objects cannot grow, so a staged upload is stored in parts named by their offset. The file is the chain of parts from
 * offset 0; a part that does not continue the chain (two nodes wrote at the same time) is ignored, and removed by the
 * next append.
 */
export function s3Staging(objects: S3Objects, nameOf: (key: string) => string): Staging {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const folderOf = (id: string) => `${STAGING}${checkStagingId(id)}/`

  async function partsOf(folder: string) {
    const chain: Part[] = []
    const stray: Part[] = []
    let length = 0
    for await (const { name, size } of objects.list(folder)) {
      const part = { name, offset: Number(name.slice(folder.length)), size }
      if (part.offset === length && size > 0) {
        chain.push(part)
        length += size
      } else stray.push(part)
    }
    return { chain, stray, length }
  }

  async function* bytesOf(id: string, folder: string, range?: { start: number; end: number }) {
    const { chain, length } = await partsOf(folder)
    if (length === 0) throw new BlobMissingError(`There is no staged file ${id}`)
    const { start, end } = range ?? { start: 0, end: length - 1 }
    if (end >= length)
      throw new BlobTooShortError(`Staged file ${id} has ${length} bytes, asked for up to ${end}`)
    for (const { name, offset, size } of chain) {
      const from = Math.max(start - offset, 0)
      const to = Math.min(end - offset, size - 1)
      if (from <= to) yield* objects.read(name, { start: from, end: to })
    }
  }

  /** Removes the first part first: a crash afterwards leaves no chain, and so nothing that could be committed again. */
  async function removeParts(folder: string) {
    const { chain, stray } = await partsOf(folder)
    const [first, ...others] = [...chain, ...stray].map(part => part.name)
    if (first) await objects.remove([first])
    await objects.remove(others)
  }

  return {
    async append(id, offset, source, limit) {
      const folder = folderOf(id)
      const incoming = limitSource(source, limit - offset)
      return lock.acquire(id, async () => {
        const { stray, length: before } = await partsOf(folder)
        if (before !== offset) throw new StagingOffsetError(`${before} bytes arrived, not ${offset}`)
        await objects.remove(stray.map(part => part.name))
        let length = offset
        for await (const block of blocks(incoming.bytes)) {
          await objects.put(folder + String(length).padStart(DIGITS, '0'), block)
          length += block.length
        }
        if (incoming.limitExceeded) throw new StagingLimitError(`${id} may have ${limit} bytes, more arrived`)
        return { length, interrupted: incoming.interrupted }
      })
    },
    length: async id => (await partsOf(folderOf(id))).length,
    read(id, range) {
      checkRange(range)
      const bytes = bytesOf(id, folderOf(id), range)
      return Readable.from(bytes, { objectMode: false, highWaterMark: 1024 * 1024 })
    },
    async commit(id, key) {
      const folder = folderOf(id)
      const target = nameOf(key)
      await lock.acquire(id, async () => {
        const { chain } = await partsOf(folder)
        if (chain.length === 1) await objects.copy(chain[0]!.name, target)
        else if (chain.length > 1) await objects.upload(target, bytesOf(id, folder))
        else if (!(await objects.stat(target))) throw new BlobMissingError(`Nothing arrived for ${id}`)
        await removeParts(folder)
      })
    },
    async remove(id) {
      const folder = folderOf(id)
      await lock.acquire(id, () => removeParts(folder))
    },
    async *list() {
      // Names are listed in order, so the parts of one id are consecutive.
      let last = { id: '', modified: new Date(0) }
      for await (const { name, modified } of objects.list(STAGING)) {
        const id = name.slice(STAGING.length).split('/')[0]!
        if (last.id && last.id !== id) yield last
        last = last.id === id && last.modified > modified ? last : { id, modified }
      }
      if (last.id) yield last
    },
  }
}

/** Joins small chunks to parts of PART_SIZE; the last one may be shorter. */
async function* blocks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_SIZE) continue
    yield Buffer.concat(waiting)
    waiting = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waiting)
}
