import type { Tx } from '../../../context.ts'
import { lockRow, updateRows } from '../../../platform/db/rows.ts'
import type { KeyRow } from './keys.ts'

/** When and where a password or key was used. */
export type Uses = Pick<KeyRow, (typeof COLUMNS)[number]>

/** What a client signed in with; a password is identified by its hash, because it may be replaced. */
export type Credential = { kind: 'password'; hash: string } | { kind: 'key'; keyId: string; name: string }

/** Locks the credential until the transaction ends; undefined once it has ended. */
export function lockUses(tx: Tx, accountId: string, credential: Credential): Promise<Uses | undefined> {
  if (credential.kind === 'key')
    return lockRow(tx, 'sftp_keys', { account_id: accountId, key_id: credential.keyId }, COLUMNS)
  return lockRow(tx, 'sftp_passwords', { account_id: accountId, hash: credential.hash }, COLUMNS)
}

export async function updateUses(
  tx: Tx,
  accountId: string,
  credential: Credential,
  { networks, ...use }: Uses,
): Promise<void> {
  const values = { ...use, networks: JSON.stringify(networks) }
  if (credential.kind === 'key')
    await updateRows(tx.db, 'sftp_keys', { account_id: accountId, key_id: credential.keyId }, values)
  else await updateRows(tx.db, 'sftp_passwords', { account_id: accountId, hash: credential.hash }, values)
}

const COLUMNS = ['last_used_at', 'last_used_from', 'networks'] as const
