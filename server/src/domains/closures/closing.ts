import { type Context, change, type Reader } from '../../context.ts'
import { Failure, notFound, requireFound } from '../../http/failure.ts'
import { insertRows } from '../../platform/db/rows.ts'
import { getActor } from '../../platform/db/statement-scope.ts'
import { closeAccount, findCustomer, lockCustomer } from '../customers/index.ts'
import {
  consumeMailToken,
  enqueueMailLink,
  extendProtectiveLinks,
  findEarliestErasure,
  findMailToken,
  hashSecret,
  recordSecurityEvent,
} from '../identity/index.ts'
import { eraseClosedAccountsJob } from './job-kinds.ts'

/** A closed account. `keepToken` reopens it until the deletion date; null without a grace period. */
export interface ClosedAccount {
  deletionDate: Date
  keepToken: string | null
}

/**
 * Closes the account of a mailed link in one transaction. Listeners of other domains end its exports, links
 * and sessions; a second mail contains the link that reopens the account, and one to each address of the last 30 days a link
 * that also brings that address back. From the commit on nothing of the account is visible, except pictures that are cached
 * for less than a second. Throws 404 for an unknown or used link, 403 for the
 * link of another account, 410 for an expired link.
 */
export async function confirmDeletion(
  ctx: Context,
  accountId: string,
  token: string,
): Promise<ClosedAccount> {
  const link = requireFound(await findMailToken(ctx, token, 'delete-account'), 'Link')
  if (link.accountId !== accountId) throw new Failure('forbidden', 'The link is of another account')
  if (link.payload === null) throw notFound('Link')
  if (!link.isUsable) throw new Failure('gone', 'The link has expired')
  const { brandId } = link.payload
  const closedAt = ctx.clock.now()
  return change(ctx, async tx => {
    // What adds access waits, and is refused afterwards.
    await lockCustomer(tx, accountId)
    const deletionDate = await findDeletionDate(ctx, tx.db, accountId)
    const graceSeconds = (deletionDate.getTime() - closedAt.getTime()) / 1000
    // Only one of two concurrent calls consumes the token.
    if (!(await consumeMailToken(ctx, tx, token, 'delete-account'))) throw notFound('Link')
    if (!(await closeAccount(ctx, tx, accountId, closedAt))) throw notFound('Link')
    const { email, locale } = (await findCustomer(tx.db, accountId))!
    const keepToken = await enqueueMailLink(ctx, tx, {
      accountId,
      purpose: 'keep-account',
      payload: { email, brandId, locale, deviceName: getActor().deviceName ?? undefined },
      seconds: graceSeconds,
      offersNotMe: graceSeconds > 0,
    })
    await recordSecurityEvent(ctx, tx, {
      accountId,
      kind: 'account.closed',
      detail: { effectiveAt: deletionDate.toISOString() },
      mailedTo: [email],
    })
    await extendProtectiveLinks(ctx, tx, accountId, deletionDate)
    await insertRows(tx.db, 'closures', {
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

/**
 * Finds when an account that is closed now is erased: after the grace period, and 30 days after the latest change of its
 * e-mail address at the earliest.
 */
export async function findDeletionDate(ctx: Context, db: Reader, accountId: string): Promise<Date> {
  const graceEnd = new Date(ctx.clock.now().getTime() + ctx.config.closureGraceDays * 86_400_000)
  const earliest = await findEarliestErasure(ctx, db, accountId)
  return earliest && earliest > graceEnd ? earliest : graceEnd
}
