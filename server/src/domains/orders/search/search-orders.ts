import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import { findOrderGroup, type OrderGroup } from '#contract/order-group.ts'
import type { Moment } from '#contract/order-message.ts'
import { isRecent } from '#contract/order-progress.ts'
import { type OrderSearchState, splitSearchWords } from '#contract/order-search.ts'
import type { searchOrders as endpoint } from '#contract/order-searches.ts'
import { isPayable } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import type { Context } from '../../../context.ts'
import { type CursorScope, decodeCursor, encodeCursor } from '../../../http/cursor.ts'
import type { Call } from '../../../http/route.ts'
import { listValues } from '../../../platform/db/rows.ts'
import { findCustomer } from '../../customers/index.ts'
import { isEndedByCancellation } from '../cancellations/present.ts'
import { findGeneralBlock } from '../general-block.ts'
import { listOrdersWithOpenParts } from '../order-parts.ts'
import { getOrderTimeZone } from '../order-time-zone.ts'
import { presentOrders } from '../present.ts'
import { listOrdersByCode } from '../store.ts'
import type { StoredState } from '../tables.ts'
import { type FoundRow, listFoundOrders } from './store.ts'

/** Orders whose messages are found at once. */
const CHECKED_AT_ONCE = 500

/**
 * Searches the caller's orders by words, state and year, newest first. Orders that can no longer be paid are left
 * out, as in the list.
 */
export async function searchOrders(call: Call<typeof endpoint>): Promise<Answer<typeof endpoint>> {
  const { ctx, caller, query, origin } = call
  const { accountId } = caller
  const { state, year, cursor, limit } = query
  const words = splitSearchWords(query.q ?? '')
  const articles = query.articleNames
  const customer = await findCustomer(ctx.db, accountId)
  const moment = {
    now: ctx.clock.now().getTime(),
    timeZone: customer ? getOrderTimeZone(customer) : 'UTC',
  }
  const matching = await listFoundOrders(ctx.db, accountId, { words, articles, now: new Date(moment.now) })
  const found = await filterByState(ctx, { accountId, origin, moment }, matching, state)
  const counts = Map.groupBy(found, row => row.placed_year)
  const years = [...counts].map(([each, { length }]) => ({ year: each, count: length }))
  const ofYear = year === undefined ? found : found.filter(row => row.placed_year === year)
  const scope: CursorScope = ['orders-search', accountId, hashFilter([words, articles, state, year])]
  const start = cursor === undefined ? undefined : decodeCursor(scope, cursor, position)
  const sorted = ofYear.toSorted(compareNewestFirst)
  const rest = start
    ? sorted.filter(row => compareNewestFirst(row, { created_at: new Date(start[0]), code: start[1] }) > 0)
    : sorted
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const rows = await listOrdersByCode(
    ctx.db,
    accountId,
    page.map(({ code }) => code),
  )
  const block = await findGeneralBlock(ctx, ctx.db, accountId)
  const withPictures = caller.key === null
  return {
    superOrders: await presentOrders(ctx, { accountId, origin, block, withPictures }, rows),
    total: ofYear.length,
    years: years.toSorted((a, b) => b.year - a.year),
    cursor: last && rest.length > limit ? encodeCursor(scope, [last.created_at.getTime(), last.code]) : null,
  }
}

const position = z.tuple([z.int().min(-8.64e15).max(8.64e15), z.string().max(64)])

const hashFilter = (filter: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(filter)).digest('base64url')

function compareNewestFirst(a: Pick<FoundRow, 'created_at' | 'code'>, b: typeof a): number {
  const byTime = b.created_at.getTime() - a.created_at.getTime()
  return byTime || (a.code < b.code ? 1 : a.code > b.code ? -1 : 0)
}

type Presented = Parameters<typeof presentOrders>[1]

/** Keeps the orders of a state; those whose state depends on the time are asked for their message. */
async function filterByState(
  ctx: Context,
  { accountId, origin, moment }: Pick<Presented, 'accountId' | 'origin'> & { moment: Moment },
  rows: readonly FoundRow[],
  state: OrderSearchState | undefined,
): Promise<readonly FoundRow[]> {
  if (state === undefined) return rows
  const accepted = { account_id: accountId, state: 'accepted' } as const
  const cancelled = new Set(await listValues(ctx.db, 'order_cancellations', accepted, 'order_code'))
  const openCodes = TIMED_STATES.includes(state)
    ? await listOrdersWithOpenParts(ctx.db, accountId)
    : new Set<string>()
  const outcomes = rows
    .map(row =>
      cancelled.has(row.code) && isEndedByCancellation(row.state) ? { ...row, state: CANCELLED } : row,
    )
    .map(row => ({ row, isIn: compareState(row, state, openCodes, moment.now) }))
  const unknown = outcomes.flatMap(({ row, isIn }) => (isIn === 'unknown' ? [row.code] : []))
  const confirmed = new Set<string>()
  for (let at = 0; at < unknown.length; at += CHECKED_AT_ONCE) {
    const codes = unknown.slice(at, at + CHECKED_AT_ONCE)
    const orders = await presentOrders(
      ctx,
      { accountId, origin, block: undefined, withPictures: false },
      await listOrdersByCode(ctx.db, accountId, codes),
    )
    for (const order of orders) if (isInState(order, state, moment.now)) confirmed.add(order.superOrderCode)
  }
  return outcomes.flatMap(({ row, isIn }) => (isIn === true || confirmed.has(row.code) ? [row] : []))
}

const CANCELLED: StoredState = 'cancelled'
const TIMED_STATES: readonly OrderSearchState[] = ['in-progress', 'needs-you']
const OPEN_STATES: readonly StoredState[] = ['awaiting-payment', 'payment-failed', 'ordered', 'in-production']

/** Whether an order is in a state, as far as its row tells. */
function compareState(
  row: FoundRow,
  state: OrderSearchState,
  openCodes: ReadonlySet<string>,
  now: number,
): boolean | 'unknown' {
  const isOpen = OPEN_STATES.includes(row.state) || openCodes.has(row.code)
  switch (state) {
    case 'needs-you':
      return isOpen && 'unknown'
    case 'in-progress':
      // The parcel of one that was cancelled may be on its way.
      return (isOpen || row.state === CANCELLED || isRecent(row.created_at.toISOString(), now)) && 'unknown'
    case 'awaiting-payment':
    case 'cancelled':
      return row.state === 'payment-failed' ? 'unknown' : row.state === state
    default:
      return row.state === state
  }
}

/** Whether an order is in a state at an instant, milliseconds since 1970. */
function isInState(order: Order, state: OrderSearchState, now: number): boolean {
  switch (state) {
    case 'awaiting-payment':
      return isPayable(order, now)
    case 'cancelled':
      return !isPayable(order, now)
    case 'needs-you':
      return findOrderGroup(order, now) === 'needs-you'
    default:
      return OPEN_GROUPS.includes(findOrderGroup(order, now))
  }
}

const OPEN_GROUPS: readonly OrderGroup[] = ['needs-you', 'on-its-way']
