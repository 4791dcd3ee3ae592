import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Context, perContext } from '../context.ts'
import { defineCounter } from '../platform/metrics/definitions.ts'
import { EncodedAnswer } from './encoded-answer.ts'

/** What an answer is the answer to. Two answers of the same request and version are interchangeable. */
export interface CachedRequest {
  accountId: string
  /** All else that the content depends on, besides what the version covers. */
  parts: readonly string[]
  /** Of everything in the database that the content depends on; read before it. Null: not kept. */
  version: string | null
}

/** An answer that is made now, and from when on the clock alone would make it another one; null: never. */
export interface MadeAnswer<Content> {
  content: Content
  validUntil: Date | null
}

/**
 * Which content a call asks for, from what was parsed: equal for all spellings of the address, so that no client can have
 * many answers of one content kept.
 */
export const contentOf = (call: {
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

/** The kept answer of this version if it is still valid, or the one that `make` makes, which is kept in its place. */
export async function cachedAnswer<Content>(
  ctx: Context,
  { accountId, parts, version }: CachedRequest,
  make: () => Promise<MadeAnswer<Content>>,
): Promise<EncodedAnswer<Content>> {
  const cache = cacheOf(ctx)
  const key = [accountId, ...parts].join(' ')
  const kept = cache?.get(key)
  const isHit = kept?.version === version && !isOver(ctx, kept.validUntil)
  ctx.metrics.of(answerCacheRequests).inc({ outcome: isHit ? 'hit' : 'miss' })
  if (isHit) return kept.answer as EncodedAnswer<Content>
  const { content, validUntil } = await make()
  const answer = new EncodedAnswer<Content>(Buffer.from(JSON.stringify(content)))
  if (version !== null) cache?.set(key, { version, validUntil, answer })
  return answer
}

const isOver = ({ clock }: Context, validUntil: Date | null): boolean =>
  validUntil !== null && validUntil <= clock.now()

/** Drops the account's answers in this process; in others they are dropped KEPT_MS after they were made. */
export function dropAnswers(ctx: Context, accountId: string): void {
  const cache = cacheOf(ctx)
  for (const key of [...(cache?.keys() ?? [])]) if (key.startsWith(`${accountId} `)) cache?.delete(key)
}

interface KeptAnswer {
  version: string
  validUntil: Date | null
  answer: EncodedAnswer
}

/** So long an answer stays in memory after it was made, whether or not it is still used. */
const KEPT_MS = 15 * 60_000

const cacheOf = perContext(({ config: { answerCacheBytes: maxSize } }) =>
  maxSize === 0
    ? undefined
    : new LRUCache<string, KeptAnswer>({
        maxSize,
        maxEntrySize: Math.ceil(maxSize / 8),
        ttl: KEPT_MS,
        ttlAutopurge: true,
        sizeCalculation: ({ answer }, key) =>
          Math.ceil(answer.json.length * WITH_COMPRESSED) + 2 * key.length + 500,
      }),
)

/** An answer and its compressed forms: signed addresses are random, and hardly shrink. */
const WITH_COMPRESSED = 2.5
