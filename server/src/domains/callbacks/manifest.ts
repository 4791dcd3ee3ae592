import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import * as contract from '#contract/manifest.ts'
import type { Reader } from '../../context.ts'
import { type CursorScope, decodeCursor, encodeCursor, storableId } from '../../http/cursor.ts'
import { notFound } from '../../http/failure.ts'
import { type Caller, type Route, route } from '../../http/route.ts'
import { selectInvoiceVersions } from '../invoices/index.ts'
import { selectOrderVersions } from '../orders/index.ts'

/** The calls by which a system finds what it has otherwise: the months that differ, and in one the entries. */
export const manifestRoutes: readonly Route[] = [
  route(contract.getManifest, async ({ ctx, caller }) => ({ months: await listMonths(ctx.db, caller) })),
  route(contract.getManifestOfMonth, async ({ ctx, caller, params: { month }, query: { cursor } }) => {
    const [summary] = await listMonths(ctx.db, caller, month)
    if (!summary) throw notFound('Month')
    const scope: CursorScope = ['manifest', caller.accountId, month, readsInvoices(caller)]
    const after = cursor === undefined ? undefined : decodeCursor(scope, cursor, position)
    const found = await listEntries(ctx.db, caller, { month, after, limit: contract.MANIFEST_PAGE + 1 })
    const rows = found.slice(0, contract.MANIFEST_PAGE)
    const last = rows.at(-1)!
    return {
      items: rows.map(({ type, id, version, changed_at, invoice_id, channel, sha256 }) => ({
        type,
        id,
        version,
        changedAt: changed_at.toISOString(),
        ...(invoice_id !== null && { invoiceId: invoice_id }),
        ...(channel !== '' && { channel }),
        ...(sha256 !== null && { sha256 }),
      })),
      hash: summary.hash,
      cursor: found.length > rows.length ? encodeCursor(scope, [last.line, last.channel]) : null,
    }
  }),
]

/** The line of an entry and the channel of an invoice, whose number is unique within it. */
const position = z.tuple([storableId, storableId])

const readsInvoices = ({ key }: Pick<Caller, 'key'>): boolean =>
  key === null || key.scopes.includes('invoices:read')

/** Query fragment: what the caller may read, with the line that is hashed; of one month, if it is given. */
function selectEntries(db: Reader, caller: Caller, month?: string) {
  const orders = selectOrderVersions(db, caller.accountId, month)
  const entries = readsInvoices(caller)
    ? orders.unionAll(selectInvoiceVersions(db, caller.accountId, month))
    : orders
  return db
    .selectFrom(entries.as('entries'))
    .selectAll()
    .select(sql<string>`type || ' ' || id || ' ' || version || chr(10)`.as('line'))
}

async function listMonths(db: Reader, caller: Caller, month?: string) {
  return db
    .selectFrom(selectEntries(db, caller, month).as('entries'))
    .select([
      'month',
      sql<number>`(count(*) filter (where type = 'order'))::int`.as('orders'),
      sql<number>`(count(*) filter (where type = 'invoice'))::int`.as('invoices'),
      sql<string>`encode(sha256(convert_to(string_agg(line, '' order by line collate "C"), 'UTF8')), 'hex')`.as(
        'hash',
      ),
    ])
    .groupBy('month')
    .orderBy('month', 'desc')
    .execute()
}

const listEntries = (
  db: Reader,
  caller: Caller,
  { month, after, limit }: { month: string; after: z.infer<typeof position> | undefined; limit: number },
) =>
  db
    .selectFrom(selectEntries(db, caller, month).as('entries'))
    .selectAll()
    .$if(after !== undefined, q =>
      q.where(sql<SqlBool>`(line collate "C", channel collate "C") > (${after![0]}, ${after![1]})`),
    )
    .orderBy(sql`line collate "C"`)
    .orderBy(sql`channel collate "C"`)
    .limit(limit)
    .execute()
