import { type Context, change } from '#server/context.ts'
import { findCustomer } from '../../customers/index.ts'
import { listSecurityRecipients } from '../former-emails/former-emails.ts'
import { enqueueSecurityMail } from './enqueue-security-mail.ts'
import { listAccountsToSummarize, setSummarized } from './store.ts'

const ACCOUNTS_MAX = 1000

/** Queues one mail for each account with sign-ins on new devices that had no mail of their own. */
export async function enqueueDueSummaries(ctx: Context): Promise<void> {
  for (const accountId of await listAccountsToSummarize(ctx.db, ctx.clock.now(), ACCOUNTS_MAX))
    await change(ctx, async tx => {
      const customer = await findCustomer(tx.db, accountId)
      const [latest, ...others] = await setSummarized(tx, accountId, ctx.clock.now())
      if (!latest || !customer || customer.erasing_at) return
      const summary = {
        eventId: latest.event_id,
        kind: 'sign-in.new-device',
        count: 1 + others.length,
      } as const
      for (const to of await listSecurityRecipients(ctx, tx.db, customer))
        await enqueueSecurityMail(ctx, tx, customer, { ...summary, to })
    })
}
