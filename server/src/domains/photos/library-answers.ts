import DataLoader from 'dataloader'
import { type Context, perContext } from '../../context.ts'
import { cachedAnswer } from '../../http/answer-cache.ts'
import type { EncodedAnswer } from '../../http/encoded-answer.ts'
import { loadApartIfNodeLost } from '../../platform/db/load-apart.ts'
import { addressExpiry } from './media/media-address.ts'
import { listLibraryVersions } from './store/library-versions.ts'

/**
 * An answer that depends on nothing but the account's photos, what the call asks for and the signatures of its addresses. Made
 * anew when the library has changed since it was made, in whatever process, and when its signatures would be others.
 */
export async function libraryAnswer<Content>(
  ctx: Context,
  accountId: string,
  /** Which content, see contentOf. */
  part: string,
  make: () => Promise<Content>,
): Promise<EncodedAnswer<Content>> {
  // Before the photos are read: an answer may be newer than its version, never older.
  const version = await readLibraryVersion(ctx, accountId)
  return cachedAnswer(ctx, { accountId, parts: [addressExpiry(ctx), part], version }, async () => ({
    content: await make(),
    validUntil: null,
  }))
}

/**
 * The version of a library, read from the database after the call of this function: what had been committed before the
 * call is in it. Null for a library that never had a photo.
 */
export const readLibraryVersion = (ctx: Context, accountId: string): Promise<string | null> =>
  loaderOf(ctx).load(accountId)

/**
 * Reads are sent one after another, each for all calls that have come during the previous one: under load one statement
 * serves dozens of calls, and none gets a version that was read before it came.
 */
const loaderOf = perContext(ctx => {
  let running: Promise<unknown> = Promise.resolve()
  return new DataLoader<string, string | null>(
    accountIds => {
      const read = loadApartIfNodeLost(accountIds, String, ids => loadVersions(ctx, ids))
      running = read.catch(() => undefined)
      return read
    },
    {
      cache: false,
      batchScheduleFn: dispatch => void running.then(() => setImmediate(dispatch)),
    },
  )
})

async function loadVersions({ db }: Context, accountIds: readonly string[]): Promise<(string | null)[]> {
  const versions = await listLibraryVersions(db, [...new Set(accountIds)])
  return accountIds.map(accountId => versions.get(accountId) ?? null)
}
