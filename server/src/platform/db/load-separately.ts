import { isNodeLost } from './error-codes.ts'

/**
 * Loads the values of these keys with one call. When a node of Citus is lost, uses one call for each group of keys, so
 * that only keys on that node get an error as their value.
 */
export async function loadSeparatelyIfNodeLost<Key, Value>(
  keys: readonly Key[],
  toGroup: (key: Key) => string,
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
): Promise<(Value | Error)[]> {
  try {
    return [...(await load(keys))]
  } catch (error) {
    const groups = [...Map.groupBy(keys, toGroup).values()]
    if (!isNodeLost(error) || groups.length === 1) throw error
    const valueByKey = new Map<Key, Value | Error>()
    await Promise.all(
      groups.map(async group => {
        const values = await load(group).catch(toError)
        for (const [i, key] of group.entries())
          valueByKey.set(key, values instanceof Error ? values : values[i]!)
      }),
    )
    return keys.map(key => valueByKey.get(key)!)
  }
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
