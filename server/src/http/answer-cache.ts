import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Context, memoizePerContext } from '../context.ts'
import { defineCounter } from '../platform/metrics/definitions.ts'
import { EncodedAnswer } from './encoded-answer.ts'

/** The key of an answer. Two answers of the same request and version are interchangeable. */
export interface CachedRequest {
  accountId: string
  /** Everything besides the version that the content depends on. */
  parts: readonly string[]
  /** Version of everything in the database that the content depends on, read before the content. Null: not cached. */
  version: string | null
}

/** A new answer, and the time from which it is outdated although the version is the same; null: never. */
export interface NewAnswer<Content> {
  content: Content
  validUntil: Date | null
}

/**
 * Identifies the content of a call by its parsed input: equal for all spellings of an address, so that clients cannot
 * cache many copies of one content.
 */
export const createContentKey = (call: {
  origin: string
  params: object | undefined
  query: object
  request: Pick<FastifyRequest, 'routeOptions'>
}): string =>
  [call.origin, call.request.routeOptions.url, JSON.stringify(call.params), JSON.stringify(call.query)].join(
    ' ',
  )

export const answerCacheRequests = defineCounter(
  'answer_cache_requests_total',
  'Answers that were kept already, and those that were made',
  { labels: ['outcome'], initial: [{ outcome: 'hit' }, { outcome: 'miss' }] },
)

/**
 * Returns the cached answer of this version if it is still valid, else the one that `make` creates, which replaces it.
 */
export async function getCachedAnswer<Content>(
  ctx: Context,
  { accountId, parts, version }: CachedRequest,
  make: () => Promise<NewAnswer<Content>>,
): Promise<EncodedAnswer<Content>> {
  const cache = getCache(ctx)
  const key = [accountId, ...parts].join(' ')
  const cachedEntry = cache?.get(key)
  const isHit = cachedEntry?.version === version && !isOutdated(ctx, cachedEntry.validUntil)
  ctx.metrics.get(answerCacheRequests).inc({ outcome: isHit ? 'hit' : 'miss' })
  if (isHit) return cachedEntry.answer as EncodedAnswer<Content>
  const { content, validUntil } = await make()
  const answer = new EncodedAnswer<Content>(Buffer.from(JSON.stringify(content)))
  if (version !== null) cache?.set(key, { version, validUntil, answer })
  return answer
}

const isOutdated = ({ clock }: Context, validUntil: Date | null): boolean =>
  validUntil !== null && validUntil <= clock.now()

/** Removes the account's answers from the cache of this process; other processes remove them after CACHED_MS. */
export function dropAnswers(ctx: Context, accountId: string): void {
  const cache = getCache(ctx)
  for (const key of [...(cache?.keys() ?? [])]) if (key.startsWith(`${accountId} `)) cache?.delete(key)
}

interface CacheEntry {
  version: string
  validUntil: Date | null
  answer: EncodedAnswer
}

/** How long an answer stays in memory, used or not. */
const CACHED_MS = 15 * 60_000

const getCache = memoizePerContext(({ config: { answerCacheBytes: maxSize } }) =>
  maxSize === 0
    ? undefined
    : new LRUCache<string, CacheEntry>({
        maxSize,
        maxEntrySize: Math.ceil(maxSize / 8),
        ttl: CACHED_MS,
        ttlAutopurge: true,
        sizeCalculation: ({ answer }, key) =>
          Math.ceil(answer.json.length * SIZE_FACTOR_WITH_COMPRESSED) + 2 * key.length + 500,
      }),
)

/** Size of an answer with its compressed forms: signed addresses are random and hardly compress. */
const SIZE_FACTOR_WITH_COMPRESSED = 2.5
