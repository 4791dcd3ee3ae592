import { z } from 'zod'
import type { Answer } from '#contract/endpoint.ts'
import type { getVouchers } from '#contract/own-vouchers.ts'
import type { Context } from '../../context.ts'
import { type CursorScope, decodeCursor, encodeCursor } from '../../http/cursor.ts'
import { findProductOrders } from '../orders/index.ts'
import { presentVoucher } from './present.ts'
import { listAllVouchers, type VoucherRow } from './store.ts'

const PAGE = 50

/**
 * Lists a page of the account's vouchers (NX-149): those that are neither used nor expired, the one that ends first on top,
 * then the others, the latest first.
 */
export async function listOwnVouchers(
  ctx: Context,
  accountId: string,
  cursor: string | undefined,
): Promise<Answer<typeof getVouchers>> {
  const scope: CursorScope = ['vouchers', accountId]
  const start = cursor === undefined ? undefined : decodeCursor(scope, cursor, position)
  const now = ctx.clock.now()
  const rows = await listAllVouchers(ctx.db, accountId)
  const sorted = rows.map(row => ({ row, place: findPlace(row, now) })).sort(comparePlaces)
  const rest = start ? sorted.filter(({ place }) => comparePlaces({ place }, { place: start }) > 0) : sorted
  const page = rest.slice(0, PAGE)
  const orders = await findProductOrders(
    ctx.db,
    accountId,
    page.map(({ row }) => row.product_code),
  )
  const ready = sorted.filter(({ place: [isEnded] }) => isEnded === 0).length
  const last = page.at(-1)
  return {
    vouchers: page.map(({ row }) => {
      const { isVoucherFound: _, ...voucher } = presentVoucher(row)
      return { ...voucher, productCode: row.product_code, orderCode: orders.get(row.product_code) }
    }),
    counts: { ready, ended: sorted.length - ready },
    next: last && rest.length > PAGE ? encodeCursor(scope, last.place) : undefined,
  }
}

/** What a list is sorted by: 0 for vouchers that can be used; a time in milliseconds; the product's code. */
const position = z.tuple([z.int().min(0).max(1), z.number(), z.string().max(64)])
type Place = z.infer<typeof position>

const ENDLESS = Number.MAX_SAFE_INTEGER

function findPlace({ product_code, body }: VoucherRow, now: Date): Place {
  const { redeemed, redeemedAt, validUntil } = body
  const end = validUntil === undefined ? ENDLESS : Date.parse(validUntil)
  if (!redeemed && end > now.getTime()) return [0, end, product_code]
  const endedAt = redeemed ? (redeemedAt ? Date.parse(redeemedAt) : 0) : end
  return [1, -endedAt, product_code]
}

function comparePlaces(a: { place: Place }, b: { place: Place }): number {
  const [aEnded, aTime, aCode] = a.place
  const [bEnded, bTime, bCode] = b.place
  return aEnded - bEnded || aTime - bTime || (aCode < bCode ? -1 : aCode > bCode ? 1 : 0)
}
