import { Readable } from 'node:stream'
import { type Blobs, BlobsUnavailableError } from './blobs.ts'

export interface ClosedBlobs {
  /** Fails with a BlobsUnavailableError until `open` is called. */
  blobs: Blobs
  open(): void
}

/** Wraps a store that cannot be read or changed until it is opened. */
export function createClosedBlobs(store: Blobs): ClosedBlobs {
  let isOpen = false
  const createError = () => new BlobsUnavailableError('The blob store has not answered since the start')
  const check = () => {
    if (!isOpen) throw createError()
  }
  const requireOpen =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      check()
      return call(...args)
    }
  const requireOpenForStream =
    <A extends unknown[]>(call: (...args: A) => Readable) =>
    (...args: A): Readable =>
      isOpen ? call(...args) : createFailingStream(createError())
  const requireOpenForList = <A extends unknown[], T>(call: (...args: A) => AsyncIterable<T>) =>
    async function* (...args: A): AsyncGenerator<T> {
      check()
      yield* call(...args)
    }
  const { label, staging, localPath } = store
  const blobs: Blobs = {
    put: requireOpen((...args) => store.put(...args)),
    stat: requireOpen((...args) => store.stat(...args)),
    read: requireOpenForStream((...args) => store.read(...args)),
    get: requireOpen((...args) => store.get(...args)),
    remove: requireOpen((...args) => store.remove(...args)),
    list: requireOpenForList((...args) => store.list(...args)),
    async withPath(key, work) {
      check()
      return store.withPath(key, work)
    },
    checkSpace: requireOpen((...args) => store.checkSpace(...args)),
    space: requireOpen(() => store.space()),
    localPath: localPath && (key => (isOpen ? localPath(key) : null)),
    label: {
      read: requireOpen(() => label.read()),
      write: requireOpen((...args) => label.write(...args)),
    },
    staging: {
      append: requireOpen((...args) => staging.append(...args)),
      length: requireOpen((...args) => staging.length(...args)),
      read: requireOpenForStream((...args) => staging.read(...args)),
      readRanges: requireOpen((...args) => staging.readRanges(...args)),
      commit: requireOpen((...args) => staging.commit(...args)),
      remove: requireOpen((...args) => staging.remove(...args)),
      list: requireOpenForList(() => staging.list()),
    },
    close: () => store.close(),
  }
  return {
    blobs,
    open: () => {
      isOpen = true
    },
  }
}

const createFailingStream = (error: Error): Readable =>
  new Readable({
    read() {
      this.destroy(error)
    },
  })
