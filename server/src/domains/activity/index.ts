import * as contract from '#contract/activity.ts'
import { ACTIVITY_DAYS, ACTIVITY_MAX, type ActivityItem } from '#contract/activity.ts'
import { isUnderWay } from '#contract/continuing-work.ts'
import type { JournalKind } from '#contract/journal.ts'
import type { Context } from '../../context.ts'
import { type Domain, defineDomain, type UndoSource } from '../../domain.ts'
import { route } from '../../http/route.ts'
import { findActivation } from '../activation/index.ts'
import { listDownloads } from '../downloads/index.ts'
import { countMissingPhotos, listExports } from '../exports/index.ts'
import { listEntries, presentEntries } from '../journal/index.ts'
import { listBouncedMails } from '../mails/index.ts'
import { listAddressChanges } from '../orders/index.ts'
import { listDateChanges } from '../photo-dates/index.ts'
import { findLibraryMove } from '../photos/index.ts'
import { listRunProgress } from '../similar-photos/index.ts'
import { listUploadBatches } from '../uploads/index.ts'
import * as present from './present.ts'

const rankItem = (item: ActivityItem) => (isUnderWay(item) ? 0 : 1)

const compareItems = (a: ActivityItem, b: ActivityItem) =>
  rankItem(a) - rankItem(b) || b.at.localeCompare(a.at) || a.id.localeCompare(b.id)

/** What happens and happened in an account: running work from the domains that store it, and the entries of the journal. */
export const createActivity = (listSources: () => readonly UndoSource[]): Domain =>
  defineDomain({
    name: 'activity',
    dependsOn: [
      'journal',
      'mails',
      'photos',
      'photo-dates',
      'similar-photos',
      'activation',
      'uploads',
      'downloads',
      'exports',
      'orders',
    ],
    routes: [
      route(contract.getActivity, async ({ ctx, caller }) => ({
        items: await listActivity(ctx, listSources(), caller),
      })),
    ],
  })

/**
 * Lists the account's activity: running items first, then the newest first, at most ACTIVITY_MAX of the last
 * ACTIVITY_DAYS.
 */
export async function listActivity(
  ctx: Context,
  sources: readonly UndoSource[],
  { accountId, grantId }: { accountId: string; grantId: string | null },
): Promise<ActivityItem[]> {
  const { db } = ctx
  const now = ctx.clock.now()
  const period = { since: new Date(now.getTime() - ACTIVITY_DAYS * 86_400_000), limit: ACTIVITY_MAX }
  const rows = await listEntries(db, accountId, { ...period, kinds: present.LISTED_KINDS })
  const entries = await presentEntries(ctx, sources, rows, grantId)
  const listSubjects = (kind: JournalKind) =>
    entries.flatMap(entry => (entry.kind === kind ? entry.subject! : []))
  const move = await findLibraryMove(db, accountId)
  const work = [
    ...(await listDateChanges(db, accountId, listSubjects('dates.changed'))).map(present.measureDateChange),
    ...(await listRunProgress(db, accountId, listSubjects('photos.tidied'))).map(present.measureRun),
    ...(move ? [present.measureMove(move)] : []),
  ]
  const missing = await countMissingPhotos(db, accountId)
  const activation = await findActivation(db, accountId)
  const items = [
    ...(await listUploadBatches(db, accountId, period)).map(row => present.presentUpload(row, now)),
    ...(await listDownloads(db, accountId, now)).map(present.presentDownload),
    ...(await listExports(db, accountId, now)).map(row => present.presentExport(row, missing)),
    ...(activation ? present.presentImport(activation) : []),
    ...entries.map(entry => present.presentEntry(entry, work)),
    ...(await listAddressChanges(db, accountId, period)).map(present.presentAddressChange),
    ...(await listBouncedMails(db, accountId, period)).map(present.presentBouncedMail),
  ]
  return items
    .filter(item => isUnderWay(item) || new Date(item.at) > period.since)
    .sort(compareItems)
    .slice(0, ACTIVITY_MAX)
}
