import type { Order } from '#contract/orders.ts'
import type { Reader } from '../../context.ts'

/** What a higher domain adds to the answers with orders. A change of it must renew the version of the account's orders. */
export interface OrderPart<Name extends PartName = PartName> {
  name: Name
  /** Loads the part of each order of the account that has one, by the order's code. */
  load(db: Reader, accountId: string, codes: readonly string[]): Promise<Map<string, Order[Name]>>
  /** Lists the codes of orders with a part by which an order is in progress whatever its age; none if absent. */
  listOpen?(db: Reader, accountId: string): Promise<readonly string[]>
}

type PartName = 'withdrawals' | 'complaints'

const parts = new Map<PartName, OrderPart>()

/** Declares a part of orders and registers it with their answers. */
export function defineOrderPart<Name extends PartName>(part: OrderPart<Name>): OrderPart<Name> {
  if (parts.has(part.name)) throw new Error(`Two domains add ${part.name} to orders`)
  parts.set(part.name, part as unknown as OrderPart)
  return part
}

/** Loads what higher domains add to these orders of an account; returns it by the code of the order. */
export async function loadOrderParts(
  db: Reader,
  accountId: string,
  codes: readonly string[],
): Promise<(code: string) => Pick<Order, PartName>> {
  const loaded: [PartName, Map<string, unknown>][] = []
  if (codes.length > 0)
    for (const part of parts.values()) loaded.push([part.name, await part.load(db, accountId, codes)])
  return code => Object.fromEntries(loaded.map(([name, byCode]) => [name, byCode.get(code)]))
}

/** Lists the codes of the account's orders that a part of a higher domain keeps in progress. */
export async function listOrdersWithOpenParts(db: Reader, accountId: string): Promise<Set<string>> {
  const codes: string[] = []
  for (const part of parts.values()) codes.push(...((await part.listOpen?.(db, accountId)) ?? []))
  return new Set(codes)
}
