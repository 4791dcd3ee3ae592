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

/** Nothing more can be imported now, and it is no single file's fault. */
export class ImportError extends Error {
  override name = 'ImportError'
  readonly problem: ImportProblem

  constructor(problem: ImportProblem, why: string, cause?: unknown) {
    super(why, { cause })
    this.problem = problem
  }
}

/** One customer's folder in the old store. Every call throws ImportError when the store, or the folder, is not there. */
export interface LegacyLibrary {
  index(accountId: string, now: Date): Promise<LibraryIndex>
  /** Size of a file; null when it is missing although the library is there. */
  size(file: string): Promise<number | null>
  /** The first `size` bytes; fails when they cannot be had. */
  read(file: string, size: number): Readable
  /** Whether the library is still there: told apart from a single file that cannot be read. */
  check(): Promise<void>
  close(): void
}

export async function openLegacyLibrary(
  location: LegacyLocation | null,
  source: string,
): Promise<LegacyLibrary> {
  if (!location) throw new ImportError('store-unavailable', 'No old store is configured (LEGACY_…)')
  const store = await openLegacyStore(location)
  const at = (file: string) => `${source}/${file}`
  const check = async () => {
    const stat = await asked(() => store.stat(at(INDEX_FILE)))
    if (!stat) throw new ImportError('index-missing', `There is no ${at(INDEX_FILE)} in the old store`)
    return stat
  }
  return {
    async index(accountId, now) {
      const { size } = await check()
      if (size > INDEX_MAX_BYTES)
        throw new ImportError(
          'index-broken',
          `${at(INDEX_FILE)} has ${size} bytes; ${INDEX_MAX_BYTES} may be`,
        )
      return indexOf(store, at(INDEX_FILE), accountId, now)
    },
    async size(file) {
      const stat = await asked(() => store.stat(at(file)))
      if (!stat) await check()
      return stat?.size ?? null
    },
    read: (file, size) => store.read(at(file), size),
    check: async () => void (await check()),
    close: () => store.close(),
  }
}

async function indexOf(
  store: LegacyStore,
  path: string,
  accountId: string,
  now: Date,
): Promise<LibraryIndex> {
  const bytes = await asked(() => store.get(path))
  if (!bytes) throw new ImportError('index-missing', `There is no ${path} in the old store`)
  try {
    return readIndex(bytes, accountId, now)
  } catch (error) {
    if (!(error instanceof BrokenIndexError)) throw error
    throw new ImportError('index-broken', `${path}: ${error.message}`)
  }
}

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new ImportError(
      'store-unavailable',
      `The old store does not answer: ${(error as Error).message}`,
      error,
    )
  }
}
