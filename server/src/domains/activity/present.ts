import { type ActivityItem, INTERRUPTED_MINUTES } from '#contract/activity.ts'
import {
  type JournalEntry,
  type JournalKind,
  SECURITY_EVENT_KINDS,
  UNDOABLE_KINDS,
} from '#contract/journal.ts'
import { UNFINISHED_HOURS } from '#contract/uploads.ts'
import type { ActivationRow } from '../activation/index.ts'
import type { DownloadRow } from '../downloads/index.ts'
import type { ExportRow } from '../exports/index.ts'
import { type SentMailRow, WIDGET_SHARE } from '../mails/index.ts'
import type { AddressChangeRow } from '../orders/index.ts'
import type { DateChangeRow } from '../photo-dates/index.ts'
import type { MoveRow } from '../photos/index.ts'
import type { RunProgress } from '../similar-photos/index.ts'
import type { UploadBatch } from '../uploads/index.ts'

const createItem = (
  fields: Pick<ActivityItem, 'id' | 'kind' | 'state'> & { at: Date } & Partial<
      Omit<ActivityItem, 'at' | 'until'>
    > & { until?: Date | null },
): ActivityItem => ({
  name: null,
  total: null,
  done: null,
  problems: 0,
  leftOut: 0,
  entry: null,
  ...fields,
  at: fields.at.toISOString(),
  until: fields.until?.toISOString() ?? null,
})

/**
 * Presents a batch with missing files: running while bytes arrive, then interrupted while its uploads can still be
 * resumed, then failed.
 */
export function presentUpload(row: UploadBatch, now: Date): ActivityItem {
  const doneCount = row.added + row.already_there
  const missingCount = row.total - doneCount - row.problems
  const silenceMs = now.getTime() - row.active_at.getTime()
  const isResumable = silenceMs < UNFINISHED_HOURS * 3_600_000
  const unfinishedState = silenceMs < INTERRUPTED_MINUTES * 60_000 ? 'running' : 'interrupted'
  return createItem({
    id: row.batch_id,
    kind: 'upload',
    state: missingCount > 0 && isResumable ? unfinishedState : doneCount < row.total ? 'failed' : 'done',
    at: row.started_at,
    total: row.total,
    done: doneCount,
    problems: row.total - doneCount - (isResumable ? missingCount : 0),
  })
}

const STATE_BY_ZIP_STATE = {
  requested: 'running',
  'in-progress': 'running',
  ready: 'done',
  failed: 'failed',
} as const

export const presentDownload = (row: DownloadRow): ActivityItem =>
  createItem({
    id: row.download_id,
    kind: 'download',
    state: STATE_BY_ZIP_STATE[row.state],
    at: row.created_at,
    name: row.name,
    total: row.photos.length,
    done: row.state === 'requested' || row.state === 'in-progress' ? row.done : null,
    leftOut: row.manifest?.filter(entry => entry.isUnreadable).length ?? 0,
    until: row.expires_at,
  })

/** Presents an export. It is frozen at once, so that it says how many photos it has and not how many are done. */
export const presentExport = (row: ExportRow, missing: ReadonlyMap<string, number>): ActivityItem =>
  createItem({
    id: row.backup_id,
    kind: 'export',
    state: STATE_BY_ZIP_STATE[row.state],
    at: row.created_at,
    total: row.photos,
    leftOut: missing.get(row.backup_id) ?? 0,
    until: row.expires_at,
  })

/** Presents the import of the legacy library, if it has been started. */
export function presentImport(row: ActivationRow): ActivityItem[] {
  if (!row.started_at) return []
  const doneCount = row.added + row.already_there
  return [
    createItem({
      id: String(row.run),
      kind: 'import',
      state: row.state === 'importing' ? 'running' : row.problem ? 'failed' : 'done',
      at: row.started_at,
      total: row.photos,
      done: doneCount,
      problems: row.refused,
    }),
  ]
}

/** The kinds of entries that are listed; what has begun a work that is listed is left out. */
export const LISTED_KINDS: readonly JournalKind[] = [
  ...SECURITY_EVENT_KINDS,
  ...UNDOABLE_KINDS,
  'photos.restored' as const,
  'photos.erased' as const,
  'case.read' as const,
].filter(kind => kind !== 'export.requested' && kind !== 'order.delivery-address-changed')

/** How far the work is that an entry has begun, or that takes it back. */
interface Work extends Partial<Pick<ActivityItem, 'total' | 'done' | 'leftOut'>> {
  subject: string
  state: 'running' | 'undoing' | 'done'
}

/** Measures a change of dates: how many photos have another date, or their date of before again. */
export function measureDateChange(row: DateChangeRow): Work {
  const { change_id: subject, photos, done, skipped, undone, kept } = row
  if (row.state === 'running') return { subject, state: 'running', total: photos, done: done + skipped }
  if (row.state === 'undoing') return { subject, state: 'undoing', total: done, done: undone + kept }
  return { subject, state: 'done', total: done, leftOut: row.state === 'undone' ? kept : skipped }
}

/** Measures the deletion of all photos, what takes it back, or the restoration of everything in the bin. */
export function measureMove({ move_id, undoes, state, photos, moved }: MoveRow): Work {
  const subject = undoes ?? move_id
  if (state === 'done') return { subject, state, ...(undoes === null && { total: moved }) }
  const total = Math.max(photos, moved)
  return { subject, state: undoes === null ? 'running' : 'undoing', total, done: moved }
}

/** Measures a decision about all groups, or what takes it back: by groups while it is under way, then by photos. */
export function measureRun({ run_id: subject, ...row }: RunProgress): Work {
  if (row.is_undone && row.undone < row.decisions)
    return { subject, state: 'undoing', total: row.decisions, done: row.undone }
  if (row.done < row.groups) return { subject, state: 'running', total: row.groups, done: row.done }
  return { subject, state: 'done', total: row.photos }
}

/** Presents an entry of the journal with the work that it began: it is done when its job is. */
export function presentEntry(entry: JournalEntry, work: readonly Work[]): ActivityItem {
  const { id, kind, at, lastAt, detail, total, undoUntil } = entry
  const { subject, ...progress } = work.find(each => each.subject === entry.subject) ?? {}
  return createItem({
    id,
    kind,
    state: 'done',
    at: new Date(lastAt ?? at),
    name: detail.title ?? null,
    total,
    until: undoUntil === null ? null : new Date(undoUntil),
    entry,
    ...progress,
  })
}

const STATE_BY_CHANGE_STATE: Record<AddressChangeRow['state'], string> = {
  requested: 'running',
  sent: 'running',
  applied: 'done',
  refused: 'failed',
}

export const presentAddressChange = (row: AddressChangeRow): ActivityItem =>
  createItem({
    id: row.order_code,
    kind: 'address-change',
    state: STATE_BY_CHANGE_STATE[row.state],
    at: row.requested_at,
  })

export const presentBouncedMail = (row: SentMailRow): ActivityItem =>
  createItem({
    id: row.mail_id,
    kind: getBounceKind(row.kind),
    state: 'failed',
    at: row.bounced_at!,
    name: row.subject,
  })

/** A mail about a security event is one of its kind. */
function getBounceKind(mailKind: string): string {
  if (mailKind === WIDGET_SHARE) return 'shared-mail-bounced'
  return SECURITY_EVENT_KINDS.some(kind => kind === mailKind) ? 'security-mail-bounced' : 'mail-bounced'
}
