import { millisecondsInDay } from 'date-fns/constants'
import { type ActivityItem, INTERRUPTED_MINUTES } from '#contract/activity.ts'
import { SECURITY_EVENT_KINDS } from '#contract/security.ts'
import { UNFINISHED_HOURS } from '#contract/uploads.ts'
import type { ActivationRow } from '../activation/index.ts'
import type { DownloadRow } from '../downloads/index.ts'
import type { ExportRow } from '../exports/index.ts'
import type { listSecurityEvents } from '../identity/index.ts'
import { type SentMailRow, WIDGET_SHARE } from '../mails/index.ts'
import type { AddressChangeRow } from '../orders/index.ts'
import { type DateChangeRow, getUndoEnd } from '../photo-dates/index.ts'
import type { Deletion } from '../photos/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { DecisionSummary } from '../similar-photos/index.ts'
import type { UploadBatch } from '../uploads/index.ts'

const createItem = (
  fields: Pick<ActivityItem, 'id' | 'kind' | 'state'> & { at: Date } & Partial<
      Omit<ActivityItem, 'at' | 'until' | 'from'>
    > & { until?: Date | null; from?: Date },
): ActivityItem => ({
  name: null,
  total: null,
  done: null,
  problems: 0,
  ...fields,
  at: fields.at.toISOString(),
  until: fields.until?.toISOString() ?? null,
  from: fields.from?.toISOString() ?? null,
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
    until: row.expires_at,
  })

export const presentExport = (row: ExportRow): ActivityItem =>
  createItem({
    id: row.backup_id,
    kind: 'export',
    state: STATE_BY_ZIP_STATE[row.state],
    at: row.created_at,
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

/** Presents photos that were deleted together and are still in the bin; the id is the instant of the last one. */
export const presentDeletion = (
  { firstDeletedAt, lastDeletedAt, photos }: Deletion,
  binDays: number,
): ActivityItem =>
  createItem({
    id: lastDeletedAt.toISOString(),
    kind: 'photos-deleted',
    state: 'done',
    at: lastDeletedAt,
    total: photos,
    from: firstDeletedAt,
    until: new Date(firstDeletedAt.getTime() + binDays * millisecondsInDay),
  })

/** Presents a change of dates until it is undone. */
export const presentDateChange = (row: DateChangeRow): ActivityItem[] =>
  row.state === 'undone' || (row.state === 'done' && row.done === 0)
    ? []
    : [
        createItem({
          id: row.change_id,
          kind: 'dates-changed',
          state: row.state === 'done' ? 'done' : 'running',
          at: row.changed_at,
          total: row.state === 'done' ? row.done : row.photos,
          until: getUndoEnd(row),
        }),
      ]
/** Presents photos that a decision about a group, or about all of them, moved to the bin. */
export const presentDecision = ({ id, photos, decidedAt }: DecisionSummary, binDays: number): ActivityItem =>
  createItem({
    id,
    kind: 'photos-tidied',
    state: 'done',
    at: decidedAt,
    total: photos,
    until: new Date(decidedAt.getTime() + binDays * millisecondsInDay),
  })

export const presentProject = (row: ProjectRow, binDays: number): ActivityItem =>
  createItem({
    id: row.project_id,
    kind: 'project-deleted',
    state: 'done',
    at: row.deleted_at!,
    name: row.body?.title ?? null,
    until: new Date(row.deleted_at!.getTime() + binDays * millisecondsInDay),
  })

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

type SecurityEventRow = Awaited<ReturnType<typeof listSecurityEvents>>[number]

/** Presents a security event by its own kind; none for an act that is listed by what it has started. */
export const presentSecurityEvent = (row: SecurityEventRow): ActivityItem[] =>
  LISTED_OTHERWISE.has(row.kind)
    ? []
    : [createItem({ id: row.event_id, kind: row.kind, state: 'done', at: row.at, name: row.device_name })]

/** Kinds that are listed as 'export' and 'address-change', too. */
const LISTED_OTHERWISE: ReadonlySet<string> = new Set(['export.requested', 'order.delivery-address-changed'])
