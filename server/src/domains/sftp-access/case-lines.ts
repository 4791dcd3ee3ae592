import type { CaseSource } from '../../domain.ts'
import { listValues } from '../../platform/db/rows.ts'
import { findAccountOfUserName, findUserName } from './store.ts'

/** By what name a business's systems sign in by SFTP; what they did is in the journal. */
export const sftpCase: CaseSource = {
  find: async ({ db }, word) => [
    ...[await findAccountOfUserName(db, word)].filter(each => each !== undefined),
    ...(await listValues(db, 'order_files', { name: word }, 'account_id')),
  ],
  async describe({ db }, accountId) {
    const userName = await findUserName(db, accountId)
    return userName === undefined ? [] : [`SFTP user: ${userName}`]
  },
}
