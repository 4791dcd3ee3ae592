import { Readable } from 'node:stream'
import AsyncLock from 'async-lock'
import { LRUCache } from 'lru-cache'
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
import { READ_LIMITS } from './s3-limits.ts'
import { PART_SIZE, returnNullIfMissing, type S3Objects } from './s3-objects.ts'
import { findChain, getPartEnd, type Part, parsePartName, toPartName } from './s3-parts.ts'

const STAGING_PREFIX = 'staging/'

/**
 * Staged uploads as parts that are never written twice, because objects cannot grow (s3-parts.ts). Calls of this
 * process are serialized; between processes the fencing tokens decide, however late a part is stored. Parts are listed
 * only when this process does not know them (upload-cache.ts).
 */
export function createS3Staging(objects: S3Objects, toName: (key: string) => string): Staging {
  const lock = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY })
  const uploads = createUploadCache()
  const getFolder = (id: string) => `${STAGING_PREFIX}${checkStagingId(id)}/`

  async function listParts(folder: string): Promise<Part[]> {
    const parts: Part[] = []
    // A customer waits for it.
    for await (const { name, size, etag } of objects.list(folder, undefined, READ_LIMITS))
      parts.push({ name, size, etag, ...parsePartName(name.slice(folder.length)) })
    return parts
  }

  const listChain = async (id: string) => findChain(await listParts(getFolder(id)))

  const getKnownChain = async (id: string, token: number | undefined) =>
    uploads.find(id, token)?.chain ?? (await listChain(id))

  /** Finds the parts that the append with this token continues; they have `offset` bytes. */
  async function findPreviousUpload(id: string, offset: number, token: number): Promise<KnownUpload> {
    const cachedUpload = uploads.findPrevious(id, token)
    if (cachedUpload && getChainLength(cachedUpload.chain) === offset) return cachedUpload
    const parts = await listParts(getFolder(id))
    // A part with this token exists, so that it would be written twice: the tokens restarted, as in a restored
    // database.
    if (parts.some(part => part.token >= token))
      throw new StagingOffsetError(`A newer request than ${token} has stored bytes of ${id}`)
    const chain = findChain(parts)
    if (getChainLength(chain) !== offset)
      throw new StagingOffsetError(`${getChainLength(chain)} bytes arrived, not ${offset}`)
    return { chain, isAll: false }
  }

  async function* readBytes(id: string, token: number | undefined, range?: { start: number; end: number }) {
    const cachedBytes = uploads.findBytes(id, token)
    const chain = cachedBytes ? null : await getKnownChain(id, token)
    const length = cachedBytes ? cachedBytes.length : getChainLength(chain!)
    if (length === 0) throw new BlobMissingError(`There is no staged file ${id}`)
    const { start, end } = range ?? { start: 0, end: length - 1 }
    if (end >= length)
      throw new BlobTooShortError(`Staged file ${id} has ${length} bytes, asked for up to ${end}`)
    if (cachedBytes) yield cachedBytes.subarray(start, end + 1)
    else yield* readChain(chain!, start, end)
  }

  async function* readChain(chain: readonly Part[], start: number, end: number) {
    for (const { name, offset, size } of chain) {
      const from = Math.max(start - offset, 0)
      const to = Math.min(end - offset, size - 1)
      if (from <= to) yield* objects.read(name, { start: from, end: to })
    }
  }

  /** Returns false when the chain is empty. */
  async function copyChain(chain: readonly Part[], target: string): Promise<boolean> {
    const [part, ...otherParts] = chain
    if (part && otherParts.length === 0) await objects.copy(part, target)
    else if (part) await objects.upload(target, readChain(chain, 0, getChainLength(chain) - 1))
    return part !== undefined
  }

  /**
   * Stores the upload from memory where its bytes are, because many servers copy an object more slowly than they
   * receive it. False when another process has committed or removed the parts since.
   */
  async function storeCachedUpload({ chain, whole }: KnownUpload & { whole?: Uint8Array }, target: string) {
    if (!whole) return returnNullIfMissing(() => copyChain(chain, target))
    if (!(await objects.stat(chain[0]!.name))) return false
    await objects.put(target, whole)
    return true
  }

  /** Removes the parts at offset 0 first, so that a crash leaves no chain that could be committed. */
  async function removeParts(parts: readonly Part[]) {
    for (const isFirst of [true, false]) {
      const names = parts.filter(({ offset }) => (offset === 0) === isFirst).map(({ name }) => name)
      await objects.remove(names)
    }
  }

  return {
    async append(id, offset, source, limit, token) {
      const folder = getFolder(id)
      const incoming = limitSource(source, limit - offset)
      return lock.acquire(id, async () => {
        const previousUpload = await findPreviousUpload(id, offset, token)
        const chain = [...previousUpload.chain]
        let whole: Uint8Array | null = null
        let length = offset
        for await (const block of joinChunks(incoming.bytes)) {
          const place = { offset: length, token, continues: chain.at(-1)?.token ?? 0 }
          const name = folder + toPartName(place)
          const storedObject = await objects.putNew(name, block)
          // A repeated call whose first answer was lost ends here: its sender then asks for the offset.
          if (!storedObject) throw new StagingOffsetError(`Bytes of ${id} at ${length} are stored already`)
          chain.push({ ...place, name, size: block.length, etag: storedObject.etag })
          length += block.length
          whole = block.length === limit ? block : null
        }
        if (incoming.limitExceeded) throw new StagingLimitError(`${id} may have ${limit} bytes, more arrived`)
        uploads.set(id, token, { chain, isAll: previousUpload.isAll }, whole)
        return { length, interrupted: incoming.interrupted }
      })
    },
    length: async (id, token) => getChainLength(await getKnownChain(id, token)),
    read(id, range, token) {
      checkRange(range)
      checkStagingId(id)
      const bytes = readBytes(id, token, range)
      return Readable.from(bytes, { objectMode: false, highWaterMark: 1024 * 1024 })
    },
    readRanges(id, ranges, token) {
      checkStagingId(id)
      return Promise.all(
        ranges.map(async range => Buffer.concat(await Array.fromAsync(readBytes(id, token, range)))),
      )
    },
    async commit(id, key, expected, token) {
      const folder = getFolder(id)
      const target = toName(key)
      await lock.acquire(id, async () => {
        const cachedUpload = uploads.remove(id, token)
        const isStored = cachedUpload && (await storeCachedUpload(cachedUpload, target))
        if (!isStored && !(await copyChain(await listChain(id), target)) && !(await objects.stat(target)))
          throw new BlobMissingError(`Nothing arrived for ${id}`)
        await checkStored(objects.read(target), key, expected)
        await removeParts(isStored && cachedUpload.isAll ? cachedUpload.chain : await listParts(folder))
      })
    },
    async remove(id, token) {
      const folder = getFolder(id)
      await lock.acquire(id, async () => {
        const cachedUpload = uploads.remove(id, token)
        await removeParts(cachedUpload?.isAll ? cachedUpload.chain : await listParts(folder))
      })
    },
    async *list() {
      // Names are listed in order, so the parts of one id are consecutive.
      let lastUpload = { id: '', modified: new Date(0) }
      for await (const { name, modified } of objects.list(STAGING_PREFIX)) {
        const id = name.slice(STAGING_PREFIX.length).split('/')[0]!
        if (lastUpload.id && lastUpload.id !== id) yield lastUpload
        lastUpload = lastUpload.id === id && lastUpload.modified > modified ? lastUpload : { id, modified }
      }
      if (lastUpload.id) yield lastUpload
    },
  }
}

function getChainLength(chain: readonly Part[]): number {
  const lastPart = chain.at(-1)
  return lastPart ? getPartEnd(lastPart) : 0
}

/** Joins small chunks to parts of PART_SIZE; the last one may be shorter. */
async function* joinChunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waitingChunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    waitingChunks.push(chunk)
    size += chunk.length
    if (size < PART_SIZE) continue
    yield Buffer.concat(waitingChunks)
    waitingChunks = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(waitingChunks)
}

/** The parts of an upload that the store has after an append, so that they need not be listed. */
interface KnownUpload {
  chain: readonly Part[]
  /** True when no other parts exist, because this process has made every append since the first token. */
  isAll: boolean
}

const MAX_UPLOADS = 10_000

const MAX_WHOLE_BYTES = 32 * 1024 * 1024

const EMPTY_UPLOAD: KnownUpload = { chain: [], isAll: true }

/**
 * Caches the uploads that this process is receiving. An entry is valid for one token: a call with another token must
 * list, because another process may have stored bytes since. Complete uploads of one part are cached with their bytes,
 * in bounded memory.
 */
function createUploadCache() {
  const uploads = new LRUCache<string, KnownUpload & { token: number }>({ max: MAX_UPLOADS })
  const bytesById = new LRUCache<string, Uint8Array>({
    maxSize: MAX_WHOLE_BYTES,
    sizeCalculation: ({ length }) => length,
  })
  const find = (id: string, token: number | undefined) => {
    const upload = uploads.get(id)
    return upload?.token === token ? upload : undefined
  }
  function drop(id: string): void {
    uploads.delete(id)
    bytesById.delete(id)
  }
  return {
    find,
    /**
     * The parts that the append with this token continues. Tokens are consecutive: no other append is between two that
     * follow each other.
     */
    findPrevious: (id: string, token: number): KnownUpload | undefined =>
      uploads.has(id) || token > 1 ? find(id, token - 1) : EMPTY_UPLOAD,
    /** The bytes of an upload that this token completed in one part, if they are still in memory. */
    findBytes: (id: string, token: number | undefined): Uint8Array | undefined =>
      find(id, token) && bytesById.get(id),
    /**
     * `whole`: all bytes of the upload, if they are one part. Without a part of this token, a part of an older token
     * that is stored late could still change the upload: then it is known only if this process has made every append.
     */
    set(id: string, token: number, upload: KnownUpload, whole: Uint8Array | null): void {
      drop(id)
      if (!upload.isAll && upload.chain.at(-1)?.token !== token) return
      uploads.set(id, { ...upload, token })
      if (whole && whole.length > 0) bytesById.set(id, whole)
    },
    /** Removes the upload from the cache; returns what was known with this token, and its bytes like `whole`. */
    remove(id: string, token: number | undefined): (KnownUpload & { whole?: Uint8Array }) | undefined {
      const upload = find(id, token)
      const whole = bytesById.get(id)
      drop(id)
      return upload && { ...upload, whole }
    },
  }
}
