import { LRUCache } from 'lru-cache'

/** A deleted photo must be gone within a second (P17): an answer about a photo is believed for less than that. */
const BELIEVED_MS = 800
const KEPT = 20_000

/**
 * Look-ups for pictures: a grid asks for dozens at once, so those of the same moment become one `load`, and what was
 * found is kept for under a second. `load` answers by `keyOf`; what is not in its answer is not there, which is not kept:
 * a photo that comes back is shown at once.
 */
export function batchLoader<Asked, Row extends object>(
  keyOf: (asked: Asked) => string,
  load: (asked: readonly Asked[]) => Promise<ReadonlyMap<string, Row>>,
): (asked: Asked) => Promise<Row | null> {
  const kept = new LRUCache<string, Row>({ max: KEPT, ttl: BELIEVED_MS })
  let waiting = new Map<string, { asked: Asked; done: PromiseWithResolvers<Row | null> }>()

  const flush = async () => {
    const batch = [...waiting]
    waiting = new Map()
    try {
      const found = await load(batch.map(([, { asked }]) => asked))
      for (const [key, { done }] of batch) {
        const row = found.get(key) ?? null
        if (row) kept.set(key, row)
        done.resolve(row)
      }
    } catch (error) {
      for (const [, { done }] of batch) done.reject(error)
    }
  }

  return async asked => {
    const key = keyOf(asked)
    const known = kept.get(key)
    if (known) return known
    const running = waiting.get(key)
    if (running) return running.done.promise
    if (waiting.size === 0) setImmediate(flush)
    const done = Promise.withResolvers<Row | null>()
    waiting.set(key, { asked, done })
    return done.promise
  }
}
