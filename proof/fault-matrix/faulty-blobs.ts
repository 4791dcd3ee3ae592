import { PassThrough, type Readable } from 'node:stream'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import { translateNetworkError } from '#server/platform/blobs/s3-limits.ts'

/** Hooks that make operations of a blob store fail. */
export interface BlobFault {
  before?(operation: Operation): Promise<void>
  /** The operation has been made. */
  after?(operation: Operation): Promise<void>
  /** Half of the bytes arrive, then the connection ends, as a client of a bucket reports a body that is too short. */
  breaksReads?: boolean
}

/** 'sync': it stores something durably. */
export type Operation = 'read' | 'sync' | 'remove'

export interface FaultyBlobs {
  blobs: Blobs
  /** The store without faults. */
  inner: Blobs
  setFault(fault: BlobFault | null): void
}

/** Creates a blob store with faults. Bytes are always read by it, never by a path of the file. */
export function createFaultyBlobs(inner: Blobs): FaultyBlobs {
  let fault: BlobFault | null = null
  const runWithFault = async <T>(operation: Operation, work: () => Promise<T>): Promise<T> => {
    const currentFault = fault
    await currentFault?.before?.(operation)
    const result = await work()
    await currentFault?.after?.(operation)
    return result
  }
  const read = (open: () => Readable): Readable => {
    const present = fault
    if (!present) return open()
    const out = new PassThrough()
    void (async () => {
      await present.before?.('read')
      for await (const chunk of open() as AsyncIterable<Buffer>) {
        out.write(present.breaksReads ? chunk.subarray(0, Math.floor(chunk.length / 2)) : chunk)
        if (present.breaksReads) throw translateNetworkError(createAbortedError())
      }
      out.end()
    })().catch(error => out.destroy(error))
    return out
  }
  const runWhole = <T>(work: () => Promise<T>): Promise<T> =>
    runWithFault('read', () =>
      fault?.breaksReads ? Promise.reject(translateNetworkError(createAbortedError())) : work(),
    )
  const { staging } = inner
  const blobs: Blobs = {
    ...inner,
    localPath: undefined,
    put: (key, bytes) => runWithFault('sync', () => inner.put(key, bytes)),
    stat: key => runWithFault('read', () => inner.stat(key)),
    read: (key, range) => read(() => inner.read(key, range)),
    get: key => runWhole(() => inner.get(key)),
    remove: keys => runWithFault('remove', () => inner.remove(keys)),
    withPath: (key, work) => runWhole(() => inner.withPath(key, work)),
    checkSpace: bytes => inner.checkSpace(bytes),
    staging: {
      ...staging,
      append: (id, offset, source, limit, token) =>
        runWithFault('sync', () => staging.append(id, offset, source, limit, token)),
      length: (id, token) => runWithFault('read', () => staging.length(id, token)),
      read: (id, range, token) => read(() => staging.read(id, range, token)),
      commit: (id, key, expected, token) =>
        runWithFault('sync', () => staging.commit(id, key, expected, token)),
      remove: (id, token) => runWithFault('remove', () => staging.remove(id, token)),
    },
  }
  return {
    blobs,
    inner,
    setFault: next => {
      fault = next
    },
  }
}

const createAbortedError = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
