import DataLoader from 'dataloader'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../limit-entries.ts'
import { loadSeparatelyIfNodeLost } from './load-separately.ts'

/** A deleted photo must be gone within a second (P17), and an ended session, so a row is cached for less than that. */
const TTL_MS = 800
const MAX_ROWS = 20_000

/** A row, or null where there is none. No promise for a cached row, because a promise costs more than the look-up. */
export type RowOrPromise<Row> = Row | null | Promise<Row | null>

/**
 * Creates a batch loader for media requests: a grid requests dozens of pictures at the same moment, which become one
 * `load`; a row is cached for less than a second, if `isCacheable`. `load` returns rows by `toKey`. A missing row is null and
 * not cached, so a restored photo is shown immediately.
 */
export function createBatchLoader<Key, Row extends object>(
  toKey: (key: Key) => string,
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<string, Row>>,
  isCacheable: (row: Row) => boolean = () => true,
): (key: Key) => RowOrPromise<Row> {
  const loader = new DataLoader<Key, Row | undefined>(
    keys =>
      loadSeparatelyIfNodeLost(keys, toKey, async batchKeys => {
        const rows = await load(batchKeys)
        return batchKeys.map(key => rows.get(toKey(key)))
      }),
    { cache: false, batchScheduleFn: dispatch => setImmediate(dispatch) },
  )
  const cache = new LRUCache<string, Row, { key: Key }>({
    ...limitEntries(MAX_ROWS),
    ttl: TTL_MS,
    // Returns a row even if the full cache evicts it while it is being loaded.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => loader.load(context.key),
  })
  return key => {
    const text = toKey(key)
    return (
      cache.get(text) ??
      cache.fetch(text, { context: { key } }).then(row => {
        if (row && !isCacheable(row)) cache.delete(text)
        return row ?? null
      })
    )
  }
}
