import { type Context, change } from '../../context.ts'
import { Failure, notFound } from '../../http/failure.ts'
import { closeAccount, findCustomer } from '../customers/index.ts'
import { consumeMailToken, findMailToken, hashOf, mailLink } from '../identity/index.ts'
import { runClosuresJob } from './job-kinds.ts'
import { insertClosure } from './store.ts'

/** What closing an account promised. `keepToken` is null where nothing can be undone. */
export interface ClosedAccount {
  deletionDate: Date
  keepToken: string | null
}

/**
 * Closes the account of a mailed link (AA-052) in one transaction: running exports end, all its links and sessions as
 * well, by listeners of their domains, and another mail has the link that keeps the account. From the commit on nothing of the account is visible; a
 * picture that was just requested is cached for less than a second. Throws 404 for an unknown or used link, 403 for
 * another account's, 410 for an expired one.
 */
export async function confirmDeletion(
  ctx: Context,
  accountId: string,
  { token, origin }: { token: string; origin: string },
): Promise<ClosedAccount> {
  const link = await findMailToken(ctx, token, 'delete-account')
  if (!link) throw notFound('Link')
  if (link.accountId !== accountId) throw new Failure('forbidden', 'The link is of another account')
  if (link.payload === null) throw notFound('Link')
  if (!link.usable) throw new Failure('gone', 'The link has expired')
  const { brandId } = link.payload
  const closedAt = ctx.clock.now()
  const graceSeconds = ctx.config.closureGraceDays * 86_400
  const deletionDate = new Date(closedAt.getTime() + graceSeconds * 1000)
  return change(ctx, async tx => {
    // Of two calls at the same moment one gets the token.
    if (!(await consumeMailToken(ctx, tx, token, 'delete-account'))) throw notFound('Link')
    if (!(await closeAccount(ctx, tx, accountId, closedAt))) throw notFound('Link')
    const { email, locale } = (await findCustomer(tx.db, accountId))!
    const keepToken = await mailLink(ctx, tx, {
      accountId,
      purpose: 'keep-account',
      payload: { email, brandId, locale, origin },
      seconds: graceSeconds,
    })
    await insertClosure(tx, {
      keep_hash: hashOf(keepToken),
      account_id: accountId,
      state: 'closed',
      closed_at: closedAt,
      erase_at: deletionDate,
    })
    if (graceSeconds === 0) await ctx.jobs.send(tx, runClosuresJob, [{}])
    tx.afterCommit(() => ctx.log.info({ accountId, deletionDate }, 'account closed'))
    return { deletionDate, keepToken: graceSeconds === 0 ? null : keepToken }
  })
}
