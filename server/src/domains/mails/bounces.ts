import { type Context, change } from '../../context.ts'
import type { Bounce } from '../../platform/mail/bounce.ts'
import {
  type BounceLimits,
  type BounceReceiver,
  startBounceReceiver,
} from '../../platform/mail/bounce-receiver.ts'
import { mailBounced } from './events.ts'
import { mailBounces } from './metrics.ts'
import { findUnbouncedMails, markBounced } from './store.ts'

/** Stores that a mail bounced and emits `mailBounced`, once for each mail. Ignores unknown mails. */
export async function recordBounce(ctx: Context, mailId: string, { status }: Bounce): Promise<void> {
  await change(ctx, async tx => {
    const mail = await markBounced(tx, mailId, { at: ctx.clock.now(), status })
    if (!mail) return
    const { account_id: accountId, kind, ref } = mail
    await ctx.events.emit(tx, mailBounced, { accountId, kind, ref })
    tx.afterCommit(() => ctx.metrics.get(mailBounces).inc())
    tx.afterCommit(() => ctx.log.warn({ accountId, kind, status }, 'mail bounced'))
  })
}

/** Receives the bounces of mails at the configured domain, until it is closed; null where none is configured. */
export async function receiveBounces(ctx: Context, limits?: BounceLimits): Promise<BounceReceiver | null> {
  const { bounces, host } = ctx.config
  if (!bounces) return null
  return startBounceReceiver({
    host,
    ...bounces,
    limits,
    findUnbounced: mailIds => findUnbouncedMails(ctx.db, mailIds),
    onBounce: (mailId, bounce) => recordBounce(ctx, mailId, bounce),
    onError: err => ctx.log.error({ err }, 'a bounce was not stored'),
  })
}
