import { type AccessSource, defineAccess } from '../../domain.ts'
import { publishAccessChange } from './access-changes.ts'
import { presentKey } from './keys.ts'
import { deleteKeys, listKeys } from './store/keys.ts'
import { deletePassword, findPassword } from './store/passwords.ts'

/** An account has one password; its id is unique among all access of the account. */
const PASSWORD_ID = 'sftp-password'

/** Keys and password by which an account's systems sign in by SFTP. */
export const sftpAccessSources: readonly AccessSource[] = [
  defineAccess<'sftpKeys'>({
    kind: 'sftpKeys',
    tables: ['sftp_keys'],
    list: async (_ctx, db, accountId) => (await listKeys(db, accountId)).map(presentKey),
    async end(ctx, tx, accountId, ids) {
      if ((await deleteKeys(tx, accountId, ids)) > 0) await publishAccessChange(ctx, tx, accountId)
    },
  }),
  defineAccess<'sftpPassword'>({
    kind: 'sftpPassword',
    tables: ['sftp_passwords'],
    async list(_ctx, db, accountId) {
      const password = await findPassword(db, accountId)
      if (!password) return []
      return [
        {
          id: PASSWORD_ID,
          createdAt: password.created_at.toISOString(),
          lastUsedAt: password.last_used_at?.toISOString() ?? null,
          lastUsedFrom: password.last_used_from,
        },
      ]
    },
    async end(ctx, tx, accountId, ids) {
      if (ids !== 'all' && !ids.includes(PASSWORD_ID)) return
      if (await deletePassword(tx, accountId)) await publishAccessChange(ctx, tx, accountId)
    },
  }),
]
