import type { Tx } from '../../../context.ts'
import type { KeyRow } from './keys.ts'

/** When and where a password or key was used. */
export type Uses = Pick<KeyRow, (typeof COLUMNS)[number]>

/** What a client signed in with; a password is identified by its hash, because it may be replaced. */
export type Credential = { kind: 'password'; hash: string } | { kind: 'key'; keyId: string; name: string }

/** Locks the credential until the transaction ends; undefined once it has ended. */
export function lockUses(tx: Tx, accountId: string, credential: Credential): Promise<Uses | undefined> {
  if (credential.kind === 'key')
    return tx.db
      .selectFrom('sftp_keys')
      .select(COLUMNS)
      .where('account_id', '=', accountId)
      .where('key_id', '=', credential.keyId)
      .forUpdate()
      .executeTakeFirst()
  return tx.db
    .selectFrom('sftp_passwords')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('hash', '=', credential.hash)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateUses(
  tx: Tx,
  accountId: string,
  credential: Credential,
  { networks, ...use }: Uses,
): Promise<void> {
  const values = { ...use, networks: JSON.stringify(networks) }
  if (credential.kind === 'key')
    await tx.db
      .updateTable('sftp_keys')
      .set(values)
      .where('account_id', '=', accountId)
      .where('key_id', '=', credential.keyId)
      .execute()
  else
    await tx.db
      .updateTable('sftp_passwords')
      .set(values)
      .where('account_id', '=', accountId)
      .where('hash', '=', credential.hash)
      .execute()
}

const COLUMNS = ['last_used_at', 'last_used_from', 'networks'] as const
