import { millisecondsInDay } from 'date-fns/constants'
import type { Context, Reader, Tx } from '#server/context.ts'
import { deleteRows, upsertRow } from '../../../platform/db/rows.ts'
import type { Customer } from '../../customers/index.ts'
import { listFormerEmailsAfter } from './store.ts'

/** Days for which a replaced address receives what concerns the account's security, and can be brought back. */
export const FORMER_EMAIL_DAYS = 30

export interface FormerEmail {
  email: string
  replacedAt: Date
  /** Until when it receives mails about the account's security. */
  until: Date
}

/** Stores the address that is replaced now; the new one is no former address any more. */
export async function storeFormerEmail(
  ctx: Context,
  tx: Tx,
  { account_id: accountId, email, registered_at: registeredAt }: Customer,
  { newEmail, isLost }: { newEmail: string; isLost: boolean },
): Promise<void> {
  const latest = (await listFormerEmailsAfter(tx.db, accountId, new Date(0))).at(-1)
  await deleteRows(tx.db, 'former_emails', { account_id: accountId, email: newEmail })
  const since = latest?.until ?? registeredAt
  const until = ctx.clock.now()
  await upsertRow(tx.db, 'former_emails', ['account_id', 'email'], {
    account_id: accountId,
    email,
    since,
    until,
    is_lost: isLost,
  })
}

/** Lists the addresses of the 30 days before that instant that their owner still controls, the oldest first. */
export async function listFormerEmails(db: Reader, accountId: string, at: Date): Promise<FormerEmail[]> {
  const rows = await listFormerEmailsAfter(db, accountId, addFormerEmailDays(at, -1))
  return rows
    .filter(row => !row.is_lost)
    .map(({ email, until }) => ({ email, replacedAt: until, until: addFormerEmailDays(until) }))
}

/**
 * Lists the customer's addresses of the last 30 days. Those of a closed account are the ones of the 30 days before it was
 * closed, until it is erased.
 */
export const listFormerEmailsOfCustomer = (
  ctx: Context,
  db: Reader,
  { account_id: accountId, deleted_at: closedAt }: Pick<Customer, 'account_id' | 'deleted_at'>,
): Promise<FormerEmail[]> => listFormerEmails(db, accountId, closedAt ?? ctx.clock.now())

/** Lists the addresses to which mails about the account's security go: the present one first. */
export async function listSecurityRecipients(
  ctx: Context,
  db: Reader,
  customer: Customer,
): Promise<string[]> {
  const formerEmails = await listFormerEmailsOfCustomer(ctx, db, customer)
  return [...new Set([customer.email, ...formerEmails.map(({ email }) => email)])]
}

/**
 * Finds the earliest instant at which the account may be erased: 30 days after the latest change of its address, so that its
 * owner can bring the address back. Null without a change in that time.
 */
export async function findEarliestErasure(ctx: Context, db: Reader, accountId: string): Promise<Date | null> {
  const rows = await listFormerEmailsAfter(db, accountId, addFormerEmailDays(ctx.clock.now(), -1))
  const latest = rows.at(-1)
  return latest ? addFormerEmailDays(latest.until) : null
}

/** Returns when mails to an address end that is replaced then, or that instant so many times the period away. */
export const addFormerEmailDays = (at: Date, times = 1): Date =>
  new Date(at.getTime() + times * FORMER_EMAIL_DAYS * millisecondsInDay)
