import { defineAccess } from '#server/domain.ts'
import { toPasskey } from './passkeys.ts'
import { deletePasskeys, listPasskeys } from './store.ts'

/** Passkeys sign in to an account. They are read at each sign-in, so that a deleted one is refused at once. */
export const passkeyAccess = defineAccess({
  kind: 'passkeys',
  tables: ['passkeys'],
  list: async (_ctx, db, accountId) => (await listPasskeys(db, accountId)).map(toPasskey),
  end: (_ctx, tx, accountId, ids) => deletePasskeys(tx, accountId, ids),
})
