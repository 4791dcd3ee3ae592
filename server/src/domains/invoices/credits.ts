import type { LISTED_PAYMENT_STATUSES, PaymentStatus } from '#contract/invoices.ts'
import type { Reader } from '../../context.ts'
import { type ListedInvoice, listCreditNotesAndOpen, toInvoiceKey } from './store.ts'

/** Loads what the account's credit notes take back; nothing of those whose figures the retailer has to correct. */
export async function loadCredits(db: Reader, accountId: string): Promise<Credits> {
  const rows = await listCreditNotesAndOpen(db, accountId)
  const [amounts, repaid] = [new Map<string, number>(), new Map<string, number>()]
  for (const { channel, amount, corrects, payment_status } of rows) {
    if (Number(amount) >= 0 || corrects.length !== 1) continue
    const key = toInvoiceKey({ channel, number: corrects[0]!.number })
    for (const sums of payment_status === 'paid' ? [amounts, repaid] : [amounts])
      sums.set(key, (sums.get(key) ?? 0) - Number(amount))
  }
  return {
    amounts,
    repaid,
    openKeys: new Set(rows.filter(row => row.payment_status === 'open').map(toInvoiceKey)),
  }
}

/** What credit notes take back, and which invoices are open, by `toInvoiceKey`. */
export interface Credits {
  /** Amounts by invoice, of credit notes of this invoice alone. */
  amounts: ReadonlyMap<string, number>
  /** Of them, those that the retailer says are paid out. */
  repaid: ReadonlyMap<string, number>
  openKeys: ReadonlySet<string>
}

/**
 * Whether an invoice is open, paid or credited. What is credited as a whole is not open, and its credit note is not paid out if it
 * was. Without a status of the retailer, an invoice of which nothing was due is paid; of others it is not known.
 */
export function findPaymentStatus(
  invoice: ListedInvoice,
  { amounts, openKeys }: Credits,
): (typeof LISTED_PAYMENT_STATUSES)[number] | undefined {
  const amount = Number(invoice.amount)
  if (amount > 0 && (amounts.get(toInvoiceKey(invoice)) ?? 0) >= amount) return 'credited'
  const { kind, channel, corrects } = invoice
  const isOfOpen = corrects.some(({ number }) => openKeys.has(toInvoiceKey({ channel, number })))
  return kind === 'credit-note' && isOfOpen ? undefined : findSentStatus(invoice)
}

/** Whether an invoice is paid, also if it is credited. */
export const findSentStatus = ({ payment_status, kind, due }: ListedInvoice): PaymentStatus | undefined =>
  payment_status ?? (kind !== 'credit-note' && due === 0 ? 'paid' : undefined)
