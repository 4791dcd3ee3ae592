import type { Readable } from 'node:stream'
import type { ImportProblem } from '#contract/activation.ts'
import type { LegacyLocation } from '../../platform/config/config.ts'
import type { LegacyStore } from '../../platform/legacy/legacy-store.ts'
import { openLegacyStore } from '../../platform/legacy/open-legacy-store.ts'
import {
  BrokenIndexError,
  INDEX_FILE,
  INDEX_MAX_BYTES,
  type LibraryIndex,
  readIndex,
} from './library-index.ts'

/** Ends the import run: the legacy library as a whole cannot be read. */
export class ImportError extends Error {
  override name = 'ImportError'
  readonly problem: ImportProblem

  constructor(problem: ImportProblem, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.problem = problem
  }
}

/** One customer's folder in the legacy store. Methods throw ImportError when the store or the folder is unavailable. */
export interface LegacyLibrary {
  index(accountId: string, now: Date): Promise<LibraryIndex>
  /** Size of a file in bytes; null when the file is missing although the library exists. */
  size(file: string): Promise<number | null>
  /** Streams the first `size` bytes; the stream fails when they cannot be read. */
  read(file: string, size: number): Readable
  /** Throws ImportError unless the library still exists, to distinguish that from one unreadable file. */
  check(): Promise<void>
  close(): void
}

export async function openLegacyLibrary(
  location: LegacyLocation | null,
  source: string,
): Promise<LegacyLibrary> {
  if (!location) throw new ImportError('store-unavailable', 'No legacy store is configured (LEGACY_…)')
  const store = await openLegacyStore(location)
  const resolvePath = (file: string) => `${source}/${file}`
  const check = async () => {
    const stat = await withStoreErrors(() => store.stat(resolvePath(INDEX_FILE)))
    if (!stat)
      throw new ImportError('index-missing', `There is no ${resolvePath(INDEX_FILE)} in the legacy store`)
    return stat
  }
  return {
    async index(accountId, now) {
      const { size } = await check()
      if (size > INDEX_MAX_BYTES)
        throw new ImportError(
          'index-broken',
          `${resolvePath(INDEX_FILE)} has ${size} bytes; the maximum is ${INDEX_MAX_BYTES}`,
        )
      return fetchIndex(store, resolvePath(INDEX_FILE), accountId, now)
    },
    async size(file) {
      const stat = await withStoreErrors(() => store.stat(resolvePath(file)))
      if (!stat) await check()
      return stat?.size ?? null
    },
    read: (file, size) => store.read(resolvePath(file), size),
    check: async () => void (await check()),
    close: () => store.close(),
  }
}

async function fetchIndex(
  store: LegacyStore,
  path: string,
  accountId: string,
  now: Date,
): Promise<LibraryIndex> {
  const bytes = await withStoreErrors(() => store.get(path))
  if (!bytes) throw new ImportError('index-missing', `There is no ${path} in the legacy store`)
  try {
    return readIndex(bytes, accountId, now)
  } catch (error) {
    if (!(error instanceof BrokenIndexError)) throw error
    throw new ImportError('index-broken', `${path}: ${error.message}`)
  }
}

async function withStoreErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ImportError(
      'store-unavailable',
      `The legacy store is unavailable: ${(error as Error).message}`,
      error,
    )
  }
}
