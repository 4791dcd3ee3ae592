import type { FieldIssues } from '#contract/input/field-issues.ts'
import type { SshKeyType } from '#contract/input/ssh-public-key.ts'
import type { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import type { RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import {
  directory,
  type Instant,
  type Json,
  local,
  type NullableInstant,
  type NullableJson,
  type TablesOf,
} from '../../schema.ts'

export const sftpAccessTables = {
  sftp_passwords: local<SftpPasswordsTable>('account_id'),
  sftp_keys: local<SftpKeysTable>('account_id'),
  sftp_users: local<SftpUsersTable>('account_id'),
  sftp_host_keys: local<SftpHostKeysTable>(),
  order_files: directory<OrderFilesTable>('account_id'),
  file_orders: directory<FileOrdersTable>('account_id'),
}

declare module '../../schema.ts' {
  interface Schema extends TablesOf<typeof sftpAccessTables> {}
}

/** When and where a password or key was used. */
interface UseColumns {
  last_used_at: NullableInstant
  /** Shortened address. */
  last_used_from: string | null
  /** Shortened addresses of sign-ins, the latest first. */
  networks: Json<string[]>
}

/** Passwords of the accounts that can sign in by SFTP. */
export interface SftpPasswordsTable extends UseColumns {
  account_id: string
  /** SHA-256 of the password, which has at least 192 random bits. */
  hash: string
  created_at: Instant
}

/** Public keys that sign in by SFTP, until they are ended. */
export interface SftpKeysTable extends UseColumns {
  account_id: string
  key_id: string
  name: string
  /** The key as SSH sends it, in base64; unique among the keys of an account. */
  blob: string
  type: SshKeyType
  bits: number
  /** 'SHA256:' and the hash of the key in base64 without padding, as clients show it. */
  fingerprint: string
  created_at: Instant
}

/** The user name that was made of the name of the company; never changed. */
export interface SftpUsersTable {
  account_id: string
  /** Unique among all accounts. */
  user_name: string
  created_at: Instant
}

/** The key of the server, the same in all processes; one row. */
export interface SftpHostKeysTable {
  name: string
  /** In OpenSSH's format, encrypted. */
  private_key: string
  created_at: Instant
}

/** Files that a business has uploaded, by name. */
export interface OrderFilesTable {
  account_id: string
  name: string
  content: Buffer
  /** False for an interrupted upload. */
  is_complete: boolean
  /** Issues by field that prevent an order; null for an accepted order and for files that are not orders. */
  issues: NullableJson<FieldIssues>
  /** The order of the file. */
  request_id: string | null
  modified_at: Instant
}

/** Orders of files; they stay when their file is removed. */
export interface FileOrdersTable {
  /** Identifies the order to the retailer. */
  request_id: string
  account_id: string
  /** The customer's number; one reference is one order. */
  reference: string
  /** Hash of the parsed order, independent of the formatting of the file. */
  content_hash: string
  /** The body of the call to the retailer, without the account. */
  body: Json<Omit<RetailerInput<typeof placeOrderFile>['body'], 'accountId'>>
  state: 'waiting' | 'ordered' | 'refused'
  /** The retailer's reason for the refusal. */
  refusal: string | null
  order_codes: NullableJson<string[]>
  created_at: Instant
}
