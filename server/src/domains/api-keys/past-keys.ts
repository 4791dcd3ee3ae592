import { randomUUID } from 'node:crypto'
import type { ApiScope } from '#contract/api-scopes.ts'
import { type Context, change } from '#server/context.ts'
import { createMachineToken } from '#server/platform/machine-tokens/machine-tokens.ts'
import { lockActiveCustomer } from '../customers/index.ts'
import { insertCalls } from './store/calls.ts'
import { insertKey, listKeys } from './store/keys.ts'

/** A key of the past with its calls, oldest first. */
export interface PastKey {
  name: string
  scopes: ApiScope[]
  createdAt: Date
  expiresAt: Date
  /** Shortened address of its calls. */
  network: string
  /** The name of the key that replaced it. */
  replacedBy?: string
  calls: readonly { calledAt: Date; path: string; status: number }[]
}

/**
 * Stores keys of the past with their calls, for demos; nobody knows the keys themselves. Stores all or none, and none where
 * the account has a key.
 */
export async function storePastKeys(
  ctx: Context,
  accountId: string,
  keys: readonly PastKey[],
): Promise<void> {
  await change(ctx, async tx => {
    await lockActiveCustomer(tx, accountId)
    if ((await listKeys(tx.db, accountId, new Date(0))).length > 0) return
    const ids = keys.map(() => randomUUID())
    for (const [i, key] of keys.entries()) {
      const { hash, hint } = createMachineToken('ksk', 'test')
      const successor = keys.findIndex(({ name, replacedBy }) => name === key.replacedBy && !replacedBy)
      await insertKey(tx, {
        key_id: ids[i]!,
        account_id: accountId,
        name: key.name,
        hash,
        hint,
        scopes: JSON.stringify(key.scopes),
        created_at: key.createdAt,
        expires_at: key.expiresAt,
        last_used_at: key.calls.at(-1)?.calledAt ?? null,
        last_used_from: key.calls.length > 0 ? key.network : null,
        used_networks: JSON.stringify(key.calls.length > 0 ? [key.network] : []),
        replaced_by: ids[successor] ?? null,
      })
      if (key.calls.length > 0)
        await insertCalls(
          tx,
          key.calls.map(({ calledAt, path, status }) => ({
            call_id: randomUUID(),
            account_id: accountId,
            key_id: ids[i]!,
            called_at: calledAt,
            method: 'GET',
            path,
            status,
            network: key.network,
          })),
        )
    }
  })
}
