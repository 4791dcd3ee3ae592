import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { closeAccount, findCustomer } from '../customers/index.ts'
import { consumeMailToken, enqueueMailLink, findMailToken, hashSecret } from '../identity/index.ts'
import { eraseClosedAccountsJob } from './job-kinds.ts'
import { insertClosure } from './store.ts'

/** A closed account. `keepToken` reopens it until the deletion date; null without a grace period. */
export interface ClosedAccount {
  deletionDate: Date
  keepToken: string | null
}

/**
 * Closes the account of a mailed link (AA-052) in one transaction. Listeners of other domains end its exports, links
 * and sessions; a second mail contains the link that reopens the account. From the commit on nothing of the account is
 * visible, except pictures that are cached for less than a second. Throws 404 for an unknown or used link, 403 for the
 * link of another account, 410 for an expired link.
 */
export async function confirmDeletion(
  ctx: Context,
  accountId: string,
  { token, deviceName }: { token: string; deviceName?: string | undefined },
): Promise<ClosedAccount> {
  const link = await findMailToken(ctx, token, 'delete-account')
  if (!link) throw notFound('Link')
  if (link.accountId !== accountId) throw new Failure('forbidden', 'The link is of another account')
  if (link.payload === null) throw notFound('Link')
  if (!link.isUsable) throw new Failure('gone', 'The link has expired')
  const { brandId } = link.payload
  const closedAt = ctx.clock.now()
  const graceSeconds = ctx.config.closureGraceDays * 86_400
  const deletionDate = new Date(closedAt.getTime() + graceSeconds * 1000)
  return change(ctx, async tx => {
    // Only one of two concurrent calls consumes the token.
    if (!(await consumeMailToken(ctx, tx, token, 'delete-account'))) throw notFound('Link')
    if (!(await closeAccount(ctx, tx, accountId, closedAt))) throw notFound('Link')
    const { email, locale } = (await findCustomer(tx.db, accountId))!
    const keepToken = await enqueueMailLink(ctx, tx, {
      accountId,
      purpose: 'keep-account',
      payload: { email, brandId, locale, deviceName },
      seconds: graceSeconds,
    })
    await insertClosure(tx, {
      keep_hash: hashSecret(keepToken),
      account_id: accountId,
      state: 'closed',
      closed_at: closedAt,
      erase_at: deletionDate,
    })
    if (graceSeconds === 0) await ctx.jobs.send(tx, eraseClosedAccountsJob, [{}])
    tx.afterCommit(() => ctx.log.info({ accountId, deletionDate }, 'account closed'))
    return { deletionDate, keepToken: graceSeconds === 0 ? null : keepToken }
  })
}
