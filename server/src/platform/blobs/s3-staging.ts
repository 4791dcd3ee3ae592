import { Readable } from 'node:stream'
import AsyncLock from 'async-lock'
import {
  BlobMissingError,
  BlobTooShortError,
  type Staging,
  StagingLimitError,
  StagingOffsetError,
} from './blobs.ts'
import { checkStored } from './check-stored.ts'
import { checkRange, checkStagingId } from './keys.ts'
import { limitSource } from './limited-source.ts'
import { PART_SIZE, type S3Objects } from './s3-objects.ts'
import { endOf, findChain, type Part, parsePartName, partName } from './s3-parts.ts'

const STAGING = 'staging/'

/**
 * Objects cannot grow, so a staged upload is stored in parts that are never written twice (s3-parts.ts). Calls of this
 * process are serialized; between processes the tokens decide, however late a part is stored.
 */
export function s3Staging(objects: S3Objects, nameOf: (key: string) => string): Staging {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const folderOf = (id: string) => `${STAGING}${checkStagingId(id)}/`

  async function partsOf(folder: string): Promise<Part[]> {
    const parts: Part[] = []
    for await (const { name, size, etag } of objects.list(folder))
      parts.push({ name, size, etag, ...parsePartName(name.slice(folder.length)) })
    return parts
  }

  const chainOf = async (folder: string) => findChain(await partsOf(folder))

  async function* bytesOf(id: string, folder: string, range?: { start: number; end: number }) {
    const chain = await chainOf(folder)
    const length = lengthOf(chain)
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

  /** Removes the parts at offset 0 first: a crash afterwards leaves no chain, and so nothing that could be committed. */
  async function removeParts(folder: string) {
    const parts = await partsOf(folder)
    for (const isFirst of [true, false]) {
      const names = parts.filter(({ offset }) => (offset === 0) === isFirst).map(({ name }) => name)
      await objects.remove(names)
    }
  }

  return {
    async append(id, offset, source, limit, token) {
      const folder = folderOf(id)
      const incoming = limitSource(source, limit - offset)
      return lock.acquire(id, async () => {
        const parts = await partsOf(folder)
        // A part with this token would be written twice: the tokens began anew, as in a database that was restored.
        if (parts.some(part => part.token >= token))
          throw new StagingOffsetError(`A newer request than ${token} has stored bytes of ${id}`)
        const chain = findChain(parts)
        if (lengthOf(chain) !== offset)
          throw new StagingOffsetError(`${lengthOf(chain)} bytes arrived, not ${offset}`)
        let continues = chain.at(-1)?.token ?? 0
        let length = offset
        for await (const block of blocks(incoming.bytes)) {
          const name = partName({ offset: length, token, continues })
          // Also a repeated call whose first answer was lost: its sender asks for the offset.
          if (!(await objects.putNew(folder + name, block)))
            throw new StagingOffsetError(`Bytes of ${id} at ${length} are stored already`)
          continues = token
          length += block.length
        }
        if (incoming.limitExceeded) throw new StagingLimitError(`${id} may have ${limit} bytes, more arrived`)
        return { length, interrupted: incoming.interrupted }
      })
    },
    length: async id => lengthOf(await chainOf(folderOf(id))),
    read(id, range) {
      checkRange(range)
      const bytes = bytesOf(id, folderOf(id), range)
      return Readable.from(bytes, { objectMode: false, highWaterMark: 1024 * 1024 })
    },
    async commit(id, key, expected) {
      const folder = folderOf(id)
      const target = nameOf(key)
      await lock.acquire(id, async () => {
        const [part, ...others] = await chainOf(folder)
        if (part && others.length === 0) await objects.copy(part, target)
        else if (part) await objects.upload(target, bytesOf(id, folder))
        else if (!(await objects.stat(target))) throw new BlobMissingError(`Nothing arrived for ${id}`)
        await checkStored(objects.read(target), key, expected)
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

function lengthOf(chain: readonly Part[]): number {
  const last = chain.at(-1)
  return last ? endOf(last) : 0
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
