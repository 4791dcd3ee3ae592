import type { Context } from '../../../context.ts'
import { parseBlobKey } from '../blob-keys.ts'
import { unreadableOriginals } from '../metrics.ts'

/** The key of an original and the number of bytes that were received. */
interface ExpectedOriginal {
  key: string
  size: number
}

/** Requests to the store at the same time. */
const CONCURRENCY = 32
/** Ids in one line of the log; `keepsake originals missing` lists all. */
const MAX_LOGGED = 100

/**
 * Finds originals that are missing or have another size than was received, which an operator must inspect.
 * Their bytes are not read. Throws the error of a store that is not available, which does not count as damage.
 */
export async function findDamagedOriginals(
  ctx: Pick<Context, 'blobs' | 'log' | 'metrics'>,
  originals: readonly ExpectedOriginal[],
): Promise<Set<string>> {
  const damagedKeys = new Set<string>()
  for (let i = 0; i < originals.length; i += CONCURRENCY)
    await Promise.all(
      originals.slice(i, i + CONCURRENCY).map(async ({ key, size }) => {
        if ((await ctx.blobs.stat(key))?.size !== size) damagedKeys.add(key)
      }),
    )
  if (damagedKeys.size === 0) return damagedKeys
  const photos = [...damagedKeys].slice(0, MAX_LOGGED).map(key => parseBlobKey(key)?.photoId)
  ctx.metrics.get(unreadableOriginals).inc(damagedKeys.size)
  ctx.log.error(
    { photos, count: damagedKeys.size },
    'originals are missing or have another size than they were received with',
  )
  return damagedKeys
}
