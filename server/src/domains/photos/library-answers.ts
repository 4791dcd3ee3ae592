import DataLoader from 'dataloader'
import { type Context, memoizePerContext } from '../../context.ts'
import { getCachedAnswer } from '../../http/answer-cache.ts'
import type { EncodedAnswer } from '../../http/encoded-answer.ts'
import { getSessionMark } from '../../http/session-addresses.ts'
import { loadSeparatelyIfNodeLost } from '../../platform/db/load-separately.ts'
import { getAddressExpiry } from './media/media-address.ts'
import { listLibraryVersions } from './store/library-versions.ts'

/**
 * Returns a cached answer that depends only on the account's photos, the parameters of the call and the signatures of
 * its addresses. Rebuilt when any process has changed the library since, and when its signatures have changed.
 */
export async function answerFromLibrary<Content>(
  ctx: Context,
  accountId: string,
  /** The content, see getCachedAnswer. */
  part: string,
  make: () => Promise<Content>,
  /** False: the content depends on more, and is made for each call. */
  { isCached = true } = {},
): Promise<EncodedAnswer<Content>> {
  // The version is read before the photos: an answer may be newer than its version, never older.
  const version = isCached ? await readLibraryVersion(ctx, accountId) : null
  const parts = [getAddressExpiry(ctx), getSessionMark(), part]
  return getCachedAnswer(ctx, { accountId, parts, version }, async () => ({
    content: await make(),
    validUntil: null,
  }))
}

/**
 * Reads the version of a library from the database after this function is called, so that it includes everything
 * committed before the call. Null for a library that never had a photo.
 */
export const readLibraryVersion = (ctx: Context, accountId: string): Promise<string | null> =>
  getLoader(ctx).load(accountId)

/**
 * Reads are sent one after another, each for all calls that came during the previous one: under load one statement
 * serves dozens of calls, and no call gets a version that was read before it.
 */
const getLoader = memoizePerContext(ctx => {
  let previousRead: Promise<unknown> = Promise.resolve()
  return new DataLoader<string, string | null>(
    accountIds => {
      const read = loadSeparatelyIfNodeLost(accountIds, String, ids => loadVersions(ctx, ids))
      previousRead = read.catch(() => undefined)
      return read
    },
    {
      cache: false,
      batchScheduleFn: dispatch => void previousRead.then(() => setImmediate(dispatch)),
    },
  )
})

async function loadVersions({ db }: Context, accountIds: readonly string[]): Promise<(string | null)[]> {
  const versions = await listLibraryVersions(db, [...new Set(accountIds)])
  return accountIds.map(accountId => versions.get(accountId) ?? null)
}
