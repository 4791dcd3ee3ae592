import type { AccountColumns, Instant } from '../../schema.ts'

export interface SftpAccessTables {
  sftp_passwords: SftpPasswordsTable
  sftp_host_keys: SftpHostKeysTable
}

declare module '../../schema.ts' {
  interface Schema extends SftpAccessTables {}
}

export const sftpAccessTables: AccountColumns<SftpAccessTables> = {
  sftp_passwords: ['account_id'],
  sftp_host_keys: [],
}

/** Whoever has a row can sign in. */
export interface SftpPasswordsTable {
  account_id: string
  /** SHA-256 of the password, which has 192 random bits. */
  hash: string
  created_at: Instant
}

/** The key of the server, the same in all processes; one row. */
export interface SftpHostKeysTable {
  name: string
  /** In OpenSSH's format, encrypted. */
  private_key: string
  created_at: Instant
}
