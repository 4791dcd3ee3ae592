import * as contract from '#contract/activity.ts'
import { ACTIVITY_DAYS, ACTIVITY_MAX, type ActivityItem } from '#contract/activity.ts'
import type { Context } from '../../context.ts'
import { defineDomain } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { findActivation } from '../activation/index.ts'
import { listDownloads } from '../downloads/index.ts'
import { listExports } from '../exports/index.ts'
import { listSecurityEvents } from '../identity/index.ts'
import { listBouncedMails } from '../mails/index.ts'
import { listAddressChanges } from '../orders/index.ts'
import { listDateChanges } from '../photo-dates/index.ts'
import { listDeletions } from '../photos/index.ts'
import { listDeletedProjects } from '../projects/index.ts'
import { listDecisionInstants, listDecisionSummaries } from '../similar-photos/index.ts'
import { listUploadBatches } from '../uploads/index.ts'
import * as present from './present.ts'

const rankItem = ({ state }: ActivityItem) => (state === 'running' ? 0 : 1)

const compareItems = (a: ActivityItem, b: ActivityItem) =>
  rankItem(a) - rankItem(b) || b.at.localeCompare(a.at) || a.id.localeCompare(b.id)

/** Running and past events of an account, read from the domains that store them, without a log of its own. */
export const activity = defineDomain({
  name: 'activity',
  dependsOn: [
    'mails',
    'identity',
    'photos',
    'photo-dates',
    'activation',
    'uploads',
    'downloads',
    'exports',
    'orders',
    'projects',
    'similar-photos',
  ],
  routes: [
    route(contract.getActivity, async ({ ctx, caller }) => ({
      items: await listActivity(ctx, caller.accountId),
    })),
  ],
})

/**
 * Lists the account's activity: running items first, then the newest first, at most ACTIVITY_MAX of the last
 * ACTIVITY_DAYS.
 */
export async function listActivity(ctx: Context, accountId: string): Promise<ActivityItem[]> {
  const { db } = ctx
  const now = ctx.clock.now()
  const period = { since: new Date(now.getTime() - ACTIVITY_DAYS * 86_400_000), limit: ACTIVITY_MAX }
  const decidedAt = await listDecisionInstants(db, accountId, period.since)
  const activation = await findActivation(db, accountId)
  const items = [
    ...(await listUploadBatches(db, accountId, period)).map(row => present.presentUpload(row, now)),
    ...(await listDownloads(db, accountId, now)).map(present.presentDownload),
    ...(await listExports(db, accountId, now)).map(present.presentExport),
    ...(activation ? present.presentImport(activation) : []),
    ...(await listDeletions(db, accountId, { ...period, except: decidedAt })).map(row =>
      present.presentDeletion(row, ctx.config.binDays),
    ),
    ...(await listDateChanges(db, accountId, period)).flatMap(present.presentDateChange),
    ...(await listDecisionSummaries(db, accountId, period)).map(row =>
      present.presentDecision(row, ctx.config.binDays),
    ),
    ...(await listDeletedProjects(db, accountId, period)).map(row =>
      present.presentProject(row, ctx.config.binDays),
    ),
    ...(await listAddressChanges(db, accountId, period)).map(present.presentAddressChange),
    ...(await listBouncedMails(db, accountId, period)).map(present.presentBouncedMail),
    ...(await listSecurityEvents(db, accountId, period)).flatMap(present.presentSecurityEvent),
  ]
  return items
    .filter(({ state, at }) => state === 'running' || new Date(at) > period.since)
    .sort(compareItems)
    .slice(0, ACTIVITY_MAX)
}
