import type { CaseSource } from '../../domain.ts'
import { listValues } from '../../platform/db/rows.ts'
import { findAccountOfUserName, findPassword, findUserName, listKeys } from './store.ts'

/** How a business's systems sign in by SFTP; what they did is in the journal. */
export const sftpCase: CaseSource = {
  find: async ({ db }, word) => [
    ...[await findAccountOfUserName(db, word)].filter(each => each !== undefined),
    ...(await listValues(db, 'order_files', { name: word }, 'account_id')),
  ],
  async describe({ db }, accountId) {
    const keys = await listKeys(db, accountId)
    const password = await findPassword(db, accountId)
    if (keys.length === 0 && !password) return []
    const uses = [...keys, ...(password ? [password] : [])].flatMap(({ last_used_at }) => last_used_at ?? [])
    const last = uses.toSorted((a, b) => b.getTime() - a.getTime())[0]
    const names = [...keys.map(({ name }) => `key ${name}`), ...(password ? ['password'] : [])].join(', ')
    return [
      `SFTP user ${(await findUserName(db, accountId)) ?? accountId}: ${names}; last sign-in ${last?.toISOString() ?? 'never'}`,
    ]
  },
}
