import { defineAccess } from '#server/domain.ts'
import { endKeysOfAccount } from './keys.ts'
import { listKeys } from './store/keys.ts'

/** API keys among what has access to an account. */
export const apiKeyAccess = defineAccess({
  kind: 'apiKeys',
  tables: ['api_keys'],
  list: async (ctx, db, accountId) =>
    (await listKeys(db, accountId, ctx.clock.now())).map(row => ({
      id: row.key_id,
      name: row.name,
      hint: row.hint,
      scopes: row.scopes,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      lastUsedFrom: row.last_used_from,
    })),
  end: (ctx, tx, accountId, ids) => endKeysOfAccount(ctx, tx, accountId, ids),
})
