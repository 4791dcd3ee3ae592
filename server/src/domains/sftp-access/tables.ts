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

/** Passwords of the accounts that can sign in by SFTP. */
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
  /** Codes of the orders at the retailer. */
  order_codes: NullableJson<string[]>
  created_at: Instant
}
