import type { Reader } from '../../context.ts'
import { listCreditNotesAndOpen, toInvoiceKey } from './store.ts'

/** Loads what the account's credit notes take back; nothing of those whose figures the retailer has to correct. */
export async function loadCredits(db: Reader, accountId: string): Promise<Credits> {
  const rows = await listCreditNotesAndOpen(db, accountId)
  const amounts = new Map<string, number>()
  for (const { channel, amount, corrects } of rows) {
    if (Number(amount) >= 0 || corrects.length !== 1) continue
    const key = toInvoiceKey({ channel, number: corrects[0]!.number })
    amounts.set(key, (amounts.get(key) ?? 0) - Number(amount))
  }
  return { amounts, openKeys: new Set(rows.filter(row => row.payment_status === 'open').map(toInvoiceKey)) }
}

/** What credit notes take back, and which invoices are open, by `toInvoiceKey`. */
export interface Credits {
  /** Amounts by invoice, of credit notes of this invoice alone. */
  amounts: ReadonlyMap<string, number>
  openKeys: ReadonlySet<string>
}
