import type { FieldIssues } from '#contract/input/field-issues.ts'
import type { placeOrderFile } from '#contract/retailer-calls/order-files.ts'
import type { RetailerInput } from '#contract/retailer-calls/retailer-call.ts'
import {
  directory,
  type Instant,
  type Json,
  local,
  type NullableJson,
  type TableDeclarations,
} from '../../schema.ts'

export interface SftpAccessTables {
  sftp_passwords: SftpPasswordsTable
  sftp_host_keys: SftpHostKeysTable
  order_files: OrderFilesTable
  file_orders: FileOrdersTable
}

declare module '../../schema.ts' {
  interface Schema extends SftpAccessTables {}
}

export const sftpAccessTables: TableDeclarations<SftpAccessTables> = {
  sftp_passwords: local('account_id'),
  sftp_host_keys: local(),
  order_files: directory('account_id'),
  file_orders: directory('account_id'),
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

/** Files that a business has sent, by the name that it sees. */
export interface OrderFilesTable {
  account_id: string
  name: string
  content: Buffer
  /** False while the rest is to come. */
  is_complete: boolean
  /** Why it is no order, by field; null where it is one, and of a file that is not meant to be one. */
  issues: NullableJson<FieldIssues>
  /** Its order. */
  request_id: string | null
  modified_at: Instant
}

/** Orders of files; they stay when their file is removed. */
export interface FileOrdersTable {
  /** By which the retailer knows it. */
  request_id: string
  account_id: string
  /** The customer's number; one reference is one order. */
  reference: string
  /** Of the order as it was read, whatever the file's spelling. */
  content_hash: string
  /** What the retailer gets, apart from the account. */
  body: Json<Omit<RetailerInput<typeof placeOrderFile>['body'], 'accountId'>>
  state: 'waiting' | 'ordered' | 'refused'
  /** The retailer's reason. */
  refusal: string | null
  /** The orders at the retailer. */
  order_codes: NullableJson<string[]>
  created_at: Instant
}
