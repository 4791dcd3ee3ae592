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
  const checked =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      check()
      return call(...args)
    }
  const checkedStream =
    <A extends unknown[]>(call: (...args: A) => Readable) =>
    (...args: A): Readable =>
      isOpen ? call(...args) : failingStream(createError())
  const checkedList = <A extends unknown[], T>(call: (...args: A) => AsyncIterable<T>) =>
    async function* (...args: A): AsyncGenerator<T> {
      check()
      yield* call(...args)
    }
  const { label, staging, localPath } = store
  const blobs: Blobs = {
    put: checked((...args) => store.put(...args)),
    stat: checked((...args) => store.stat(...args)),
    read: checkedStream((...args) => store.read(...args)),
    get: checked((...args) => store.get(...args)),
    remove: checked((...args) => store.remove(...args)),
    list: checkedList((...args) => store.list(...args)),
    async withPath(key, work) {
      check()
      return store.withPath(key, work)
    },
    checkSpace: checked((...args) => store.checkSpace(...args)),
    space: checked(() => store.space()),
    localPath: localPath && (key => (isOpen ? localPath(key) : null)),
    label: {
      read: checked(() => label.read()),
      write: checked((...args) => label.write(...args)),
    },
    staging: {
      append: checked((...args) => staging.append(...args)),
      length: checked((...args) => staging.length(...args)),
      read: checkedStream((...args) => staging.read(...args)),
      readRanges: checked((...args) => staging.readRanges(...args)),
      commit: checked((...args) => staging.commit(...args)),
      remove: checked((...args) => staging.remove(...args)),
      list: checkedList(() => staging.list()),
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

const failingStream = (error: Error): Readable =>
  new Readable({
    read() {
      this.destroy(error)
    },
  })
