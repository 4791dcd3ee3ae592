import { type Selectable, type SqlBool, sql } from 'kysely'
import type { InvoiceDocument } from '#contract/invoice-document.ts'
import type { DayRange } from '#contract/order-delivery.ts'
import type { Reader, Tx } from '../../context.ts'
import { findRow, insertMissingRow, listColumns, notEqual, updateRows } from '../../platform/db/rows.ts'
import { type ListPart, selectPage } from '../../platform/db/select-page.ts'
import { selectOpenAccounts } from '../customers/index.ts'
import type { InvoicesTable } from './tables.ts'

export type InvoiceRow = Selectable<InvoicesTable>

/** Columns of a list of invoices, without the body, which may have thousands of lines. */
const LIST_COLUMNS = [
  'invoice_id',
  'group_id',
  'number',
  'channel',
  'version',
  'updated_at',
  'sha256',
  'issue_date',
  'amount',
  'currency',
  'state',
  'failure',
  'available_from',
  'payment_status',
] as const

export type ListedInvoice = Pick<InvoiceRow, (typeof LIST_COLUMNS)[number]> & {
  kind: string
  orders: string[]
  corrects: { number: string }[]
  /** What was due at its issue, in minor units. */
  due: number
}

/** Lists the account's invoices, newest first; only the one with this id if it is given. */
export function listInvoices(db: Reader, accountId: string, invoiceId?: string): Promise<ListedInvoice[]> {
  return selectListed(db, accountId)
    .$if(invoiceId !== undefined, q => q.where('invoice_id', '=', invoiceId!))
    .execute()
}

/**
 * Lists a part of the account's invoices, newest first, or with `since` by their change; of an order, if it is given. The id
 * of a position is `toInvoiceKey`.
 */
export function listInvoicePart(
  db: Reader,
  accountId: string,
  {
    orderCode,
    isOldestFirst = false,
    ...part
  }: ListPart & { orderCode?: string | undefined; isOldestFirst?: boolean },
): Promise<ListedInvoice[]> {
  const listed = selectUnsorted(db, accountId).$if(orderCode !== undefined, q =>
    q.where(sql<SqlBool>`body -> 'orders' ? ${orderCode}`),
  )
  return selectPage(listed, part, {
    time: 'issue_date',
    change: 'updated_at',
    ids: ['number', 'channel'],
    isOldestFirst,
    toValues({ at, id }) {
      const { number, channel } = parseInvoiceKey(id)
      return [part.since ? at : at.toISOString().slice(0, 10), number, channel]
    },
  }).execute()
}

/** Query fragment: the account's invoices, newest first. */
const selectListed = (db: Reader, accountId: string) =>
  selectUnsorted(db, accountId).orderBy('issue_date', 'desc').orderBy('number', 'desc')

const selectUnsorted = (db: Reader, accountId: string) =>
  db
    .selectFrom('invoices')
    .select(LIST_COLUMNS)
    .select([
      sql<string>`body ->> 'kind'`.as('kind'),
      sql<string[]>`body -> 'orders'`.as('orders'),
      sql<{ number: string }[]>`body -> 'corrects'`.as('corrects'),
      sql<number>`body -> 'totals' -> 'due'`.as('due'),
    ])
    .where('account_id', '=', accountId)

/** An invoice with what it says about its orders. */
export type OrderingInvoice = ListedInvoice & Pick<InvoiceDocument, 'vat' | 'payment'>

/** Lists the account's invoices of these orders whose figures agree, the newest first; no credit notes. */
export const listInvoicesOfOrders = (
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<OrderingInvoice[]> =>
  selectListed(db, accountId)
    .select([
      sql<InvoiceDocument['vat']>`body -> 'vat'`.as('vat'),
      sql<InvoiceDocument['payment']>`body -> 'payment'`.as('payment'),
    ])
    .where(sql<SqlBool>`body -> 'orders' ?| ${codes}::text[]`)
    .where('amount', '>=', '0')
    .where(sql<SqlBool>`body ->> 'kind' <> 'credit-note'`)
    .where('failure', 'is distinct from', 'figures')
    .execute()

/** Lists the orders that these documents charge, or the account's invoices that they correct. */
export async function listChargedOrders(
  db: Reader,
  accountId: string,
  documents: readonly Pick<InvoiceDocument, 'channel' | 'orders' | 'corrects'>[],
): Promise<string[]> {
  const codes = new Set(documents.flatMap(({ orders }) => orders))
  for (const { channel, corrects } of documents) {
    if (corrects.length === 0) continue
    const key = { account_id: accountId, channel, number: corrects.map(({ number }) => number) }
    for (const { body } of await listColumns(db, 'invoices', key, ['body']))
      for (const code of body.orders) codes.add(code)
  }
  return [...codes]
}

/** Returns the key of an invoice: its number is one of its channel only. Channels have no slash, and numbers may. */
export const toInvoiceKey = ({ channel, number }: { channel: string; number: string }): string =>
  `${channel}/${number}`

export function parseInvoiceKey(key: string): { channel: string; number: string } {
  const slash = key.indexOf('/')
  return { channel: key.slice(0, slash), number: key.slice(slash + 1) }
}

/** Lists the account's credit notes and open invoices whose figures agree. */
export const listCreditNotesAndOpen = (db: Reader, accountId: string) =>
  db
    .selectFrom('invoices')
    .select(['channel', 'number', 'amount', 'payment_status'])
    .select(sql<{ number: string }[]>`body -> 'corrects'`.as('corrects'))
    .where('account_id', '=', accountId)
    .where(eb => eb.or([eb('amount', '<', '0'), eb('payment_status', '=', 'open')]))
    .where('failure', 'is distinct from', 'figures')
    .execute()

/** Query fragment: the versions of the account's invoices by month of their issue; of one month (YYYY-MM), if it is given. */
export const selectInvoiceVersions = (db: Reader, accountId: string, month?: string) =>
  db
    .selectFrom('invoices')
    .select(['number as id', 'version', 'updated_at as changed_at'])
    .select([
      sql<'order' | 'invoice'>`'invoice'`.as('type'),
      sql<string>`substr(issue_date, 1, 7)`.as('month'),
      sql<string | null>`invoice_id`.as('invoice_id'),
      'channel',
      'sha256',
    ])
    .where('account_id', '=', accountId)
    .$if(month !== undefined, q =>
      q.where('issue_date', '>=', `${month}-01`).where('issue_date', '<=', `${month}-31`),
    )

export function findInvoice(
  db: Reader,
  accountId: string,
  invoiceId: string,
): Promise<InvoiceRow | undefined> {
  return findRow(db, 'invoices', { account_id: accountId, invoice_id: invoiceId })
}

/** Finds the accounts of invoices with this number, id, or name of their PDF (`toPdfName`). */
export async function findInvoiceAccounts(db: Reader, word: string): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from invoices
    where number = ${word} or invoice_id::text = ${word} or replace(number, '/', '-') || '.pdf' = ${word}`.execute(
    db,
  )
  return rows.map(row => row.account_id)
}

export async function countInvoices(db: Reader, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count
}

export interface StoredPdf {
  number: string
  version: number
  updated_at: Date
  blob_key: string
  sha256: string
  size: string
}

/** Identifies the PDF of an invoice, if given in its channel, or of a collective invoice. */
export type PdfReference = { invoiceId: string; channel?: string } | { groupId: string }

/** Finds the account's PDF, if it is ready. */
export function findPdf(
  db: Reader,
  accountId: string,
  reference: PdfReference,
): Promise<StoredPdf | undefined> {
  const readyInvoices = db
    .selectFrom('invoices')
    .select(['number', 'version', 'updated_at', 'blob_key', 'sha256', 'size'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'ready')
    .$narrowType<{ blob_key: string; sha256: string; size: string }>()
  return 'groupId' in reference
    ? readyInvoices.where('group_id', '=', reference.groupId).executeTakeFirst()
    : readyInvoices
        .where('invoice_id', '=', reference.invoiceId)
        .$if(reference.channel !== undefined, q => q.where('channel', '=', reference.channel!))
        .executeTakeFirst()
}

/** An invoice of a period whose PDF is ready, with the columns of the CSV. */
export interface ArchivedInvoice extends Omit<StoredPdf, 'version' | 'updated_at'> {
  channel: string
  issue_date: string
  currency: string
  crc32: string
  kind: string
  due_date: string | null
  orders: string[]
  corrects: { number: string }[]
  vat: { category: string; rate: number; taxable: number; tax: number }[]
}

/** Query fragment: the account's ready invoices, the oldest first; none for a closed account. */
const selectReadyInvoices = (db: Reader, accountId: string) =>
  db
    .selectFrom('invoices')
    .where(
      'account_id',
      'in',
      selectOpenAccounts(db)
        .select('account_directory.account_id')
        .where('account_directory.account_id', '=', accountId),
    )
    .where('state', '=', 'ready')
    .orderBy('issue_date')
    .orderBy('number')
    .orderBy('channel')

/**
 * Lists the account's invoices of these days that were ready at the instant, the oldest first; none for a closed
 * account.
 */
export function listArchivedInvoices(
  db: Reader,
  accountId: string,
  { from, to }: DayRange,
  readyUntil: Date,
): Promise<ArchivedInvoice[]> {
  return selectReadyInvoices(db, accountId)
    .select(['number', 'blob_key', 'sha256', 'size', 'crc32', 'channel', 'issue_date', 'currency'])
    .select([
      sql<string>`body ->> 'kind'`.as('kind'),
      sql<string | null>`body ->> 'dueDate'`.as('due_date'),
      sql<string[]>`body -> 'orders'`.as('orders'),
      sql<{ number: string }[]>`body -> 'corrects'`.as('corrects'),
      sql<ArchivedInvoice['vat']>`body -> 'vat'`.as('vat'),
    ])
    .where('issue_date', '>=', from)
    .where('issue_date', '<=', to)
    .where('ready_at', '<=', readyUntil)
    .$narrowType<{ blob_key: string; sha256: string; size: string; crc32: string }>()
    .execute()
}

export function listReadyPdfs(
  db: Reader,
  accountId: string,
): Promise<{ number: string; issue_date: string; blob_key: string; size: string; ready_at: Date }[]> {
  return selectReadyInvoices(db, accountId)
    .select(['number', 'issue_date', 'blob_key', 'size', 'ready_at'])
    .$narrowType<{ blob_key: string; size: string; ready_at: Date }>()
    .execute()
}

/** The retailer's reference of an invoice. */
export type InvoiceReference = { channel: string; number: string } | { groupId: string }

/** Locks the invoice of any account until the transaction ends. */
export function lockInvoice(tx: Tx, reference: InvoiceReference): Promise<InvoiceRow | undefined> {
  return selectByReference(tx.db, reference).forUpdate().executeTakeFirst()
}

export function findInvoiceByReference(
  db: Reader,
  reference: InvoiceReference,
): Promise<InvoiceRow | undefined> {
  return selectByReference(db, reference).executeTakeFirst()
}

const selectByReference = (db: Reader, reference: InvoiceReference) =>
  'groupId' in reference
    ? db.selectFrom('invoices').selectAll().where('group_id', '=', reference.groupId)
    : db
        .selectFrom('invoices')
        .selectAll()
        .where('channel', '=', reference.channel)
        .where('number', '=', reference.number)

/** The state of an invoice for the retailer; with its body if its figures do not agree. */
export type InvoiceStateRow = Pick<InvoiceRow, 'channel' | 'number' | 'group_id' | 'state' | 'failure'> & {
  body: InvoiceRow['body'] | null
}

/** Lists the states of invoices and credit notes by channel and number. */
export const listInvoiceStates = (
  db: Reader,
  references: readonly { channel: string; number: string }[],
): Promise<InvoiceStateRow[]> =>
  selectInvoiceStates(db)
    .where(
      sql<SqlBool>`(channel, number) in (select * from unnest(
        ${references.map(({ channel }) => channel)}::text[], ${references.map(({ number }) => number)}::text[]))`,
    )
    .execute()

/** Lists the states of collective invoices by their ids. */
export const listInvoiceGroupStates = (db: Reader, groupIds: readonly string[]): Promise<InvoiceStateRow[]> =>
  selectInvoiceStates(db).where(sql<SqlBool>`group_id = any(${groupIds}::text[])`).execute()

const selectInvoiceStates = (db: Reader) =>
  db
    .selectFrom('invoices')
    .select(['channel', 'number', 'group_id', 'state', 'failure'])
    .select(sql<InvoiceRow['body'] | null>`case when failure = 'figures' then body end`.as('body'))

type WrittenColumns = Omit<InvoiceRow, 'blob_key' | 'sha256' | 'size' | 'crc32' | 'ready_at' | 'amount'> & {
  amount: number
}

/** Inserts an invoice, or replaces one that is not ready; false when its number or group id belongs to another one. */
export async function writeInvoice(tx: Tx, { body, ...columns }: WrittenColumns): Promise<boolean> {
  const values = { ...columns, body: JSON.stringify(body) }
  const { invoice_id, account_id, ...changes } = values
  const key = { invoice_id, account_id, state: notEqual('ready' as const) }
  if ((await updateRows(tx.db, 'invoices', key, changes)) > 0) return true
  return insertMissingRow(tx.db, 'invoices', values)
}

/** The version of an invoice that a job processes; a newer version supersedes the job. */
export type InvoiceVersion = Pick<InvoiceRow, 'invoice_id' | 'version'>

/** Changes the state of a version; false when it is ready or superseded. */
export async function setState(
  tx: Tx,
  { invoice_id, version }: InvoiceVersion,
  columns: Pick<InvoiceRow, 'state' | 'failure' | 'updated_at'>,
): Promise<boolean> {
  return (await updateRows(tx.db, 'invoices', { invoice_id, version, state: notEqual('ready') }, columns)) > 0
}

export interface PdfColumns {
  blob_key: string
  sha256: string
  size: number
  crc32: number
}

/** Sets a version to ready with its PDF; false when it is ready already or superseded. */
export async function completeInvoice(
  tx: Tx,
  { invoice_id, version }: InvoiceVersion,
  pdf: PdfColumns,
  now: Date,
): Promise<boolean> {
  return (
    (await updateRows(
      tx.db,
      'invoices',
      { invoice_id, version, state: notEqual('ready') },
      { ...pdf, state: 'ready', failure: null, ready_at: now, updated_at: now },
    )) > 0
  )
}

/** Copies number, date and amount of the account's invoices to a table that its erasure does not affect. */
export async function insertInvoiceRecords(tx: Tx, accountId: string): Promise<void> {
  await sql`
    insert into invoice_records (channel, number, issue_date, amount, currency)
    select channel, number, issue_date, amount, currency from invoices where account_id = ${accountId}
    on conflict (channel, number) do nothing`.execute(tx.db)
}
