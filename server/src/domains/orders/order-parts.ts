import type { InvoiceDocument } from '#contract/invoice-document.ts'
import type { Order } from '#contract/orders.ts'
import type { Reader } from '../../context.ts'

/** What a higher domain adds to the answers with orders. A change of it must renew the version of the account's orders. */
export interface OrderPart<Name extends PartName = PartName> {
  name: Name
  /** Loads the part of each order of the account that has one, by the order's code. */
  load(db: Reader, accountId: string, codes: readonly string[]): Promise<Map<string, Parts[Name]>>
  /** Lists the codes of orders with a part by which an order is in progress whatever its age; none if absent. */
  listOpen?(db: Reader, accountId: string): Promise<readonly string[]>
}

/** What the issued invoices of an order say about it. Amounts are integers of minor units. */
export interface OrderInvoice {
  /** Sums of the invoices of this order alone; absent where one is of several orders. */
  total?: NonNullable<Order['total']>
  vat?: NonNullable<Order['vat']>
  /** How many they are: of several each is a part, and there may be more to come. */
  count: number
  /** open, paid, credited; absent while it is not known. */
  paymentStatus: string | undefined
  /** Whether they were paid, also if they are credited. */
  isPaid: boolean | undefined
  payment: Pick<NonNullable<InvoiceDocument['payment']>, 'method' | 'name'> | undefined
  /** What their credit notes take back. */
  credited: number
  /** What of it these say is paid out. */
  repaid: number
}

interface Parts extends Pick<Order, 'withdrawals' | 'complaints'> {
  invoice?: OrderInvoice | undefined
}

type PartName = keyof Parts

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
): Promise<(code: string) => Parts> {
  const loaded: [PartName, Map<string, unknown>][] = []
  for (const { name } of parts.values()) loaded.push([name, await loadOrderPart(db, name, accountId, codes)])
  return code => Object.fromEntries(loaded.map(([name, byCode]) => [name, byCode.get(code)]))
}

/** Loads one part of these orders of an account, by the order's code. */
export async function loadOrderPart<Name extends PartName>(
  db: Reader,
  name: Name,
  accountId: string,
  codes: readonly string[],
): Promise<Map<string, Parts[Name]>> {
  const part = parts.get(name) as OrderPart<Name> | undefined
  return part && codes.length > 0 ? part.load(db, accountId, codes) : new Map()
}

/** Lists the codes of the account's orders that a part of a higher domain keeps in progress. */
export async function listOrdersWithOpenParts(db: Reader, accountId: string): Promise<Set<string>> {
  const codes: string[] = []
  for (const part of parts.values()) codes.push(...((await part.listOpen?.(db, accountId)) ?? []))
  return new Set(codes)
}
