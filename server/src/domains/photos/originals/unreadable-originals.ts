import type { Context } from '../../../context.ts'
import { parseBlobKey } from '../blob-keys.ts'
import { unreadableOriginals } from '../metrics.ts'

/** The key of an original and the number of bytes that were received. */
interface ExpectedOriginal {
  key: string
  size: number
}

/** Requests to the store at a time. */
const PARALLEL = 32
/** Ids in one line of the log; `keepsake originals missing` lists all. */
const MAX_LOGGED = 100

/**
 * Finds originals that are missing or do not have their size (0122), which an operator must inspect. Their bytes are
 * not read. Throws the error of a store that is not available (0118), which does not count as damage.
 */
export async function findUnreadableOriginals(
  ctx: Pick<Context, 'blobs' | 'log' | 'metrics'>,
  originals: readonly ExpectedOriginal[],
): Promise<Set<string>> {
  const unreadableKeys = new Set<string>()
  for (let i = 0; i < originals.length; i += PARALLEL)
    await Promise.all(
      originals.slice(i, i + PARALLEL).map(async ({ key, size }) => {
        if ((await ctx.blobs.stat(key))?.size !== size) unreadableKeys.add(key)
      }),
    )
  if (unreadableKeys.size === 0) return unreadableKeys
  const photos = [...unreadableKeys].slice(0, MAX_LOGGED).map(key => parseBlobKey(key)?.photoId)
  ctx.metrics.get(unreadableOriginals).inc(unreadableKeys.size)
  ctx.log.error(
    { photos, count: unreadableKeys.size },
    'originals are missing or have another size than they were received with',
  )
  return unreadableKeys
}
