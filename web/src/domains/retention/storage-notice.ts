import type { ActivationStatus } from '#contract/activation.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { fullDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/** What the storage button and the overview show of the storage. */
export interface StorageNotice {
  /** deleting: the retailer deletes the library. archived: all photos are in the legacy store. */
  kind: 'safe' | 'warning' | 'critical' | 'grace' | 'archived' | 'deleting'
  tone: 'safe' | 'warning' | 'critical'
  text: string
  /** Whether a press opens the modal. */
  opensModal: boolean
  /** Whether the modal opens by itself on the first visit of a session. */
  opensAutomatically: boolean
}

interface StorageFacts {
  status: StorageStatus
  activation: ActivationStatus | undefined
  /** Undefined while it is unknown. */
  photosCount: number | undefined
  /** PhotoManagementReactivationEnabled. */
  canReactivate: boolean
}

/**
 * Decides what is shown of each state of the storage. The flag governs the alarm and the modal, as the documents say; without it the remaining days are plain text. An archived library has no deletion
 * date, but its modal opens by itself when the status is critical: it is the place to reactivate the photos. An
 * empty library gives no alarm.
 */
export function getStorageNotice(
  texts: Texts,
  { status, activation, photosCount, canReactivate }: StorageFacts,
): StorageNotice {
  const { text } = texts
  const plain = { opensModal: false, opensAutomatically: false }
  if (activation === 'DELETING')
    return { ...plain, kind: 'deleting', tone: 'critical', text: text('activation.deleting') }
  const isUrgent = status.status === 'critical' || status.grace !== undefined
  const modal = { opensModal: canReactivate, opensAutomatically: canReactivate && isUrgent }
  if (activation === 'NOT_ACTIVE' && photosCount === 0 && !status.grace)
    return { ...modal, kind: 'archived', tone: 'safe', text: text('activation.archived') }
  if (status.grace) return { ...modal, kind: 'grace', tone: 'critical', text: storageText(texts, status) }
  const isEmpty = photosCount === 0 && status.projectCount === 0
  if (status.status === 'critical' && (isEmpty || !canReactivate))
    return {
      ...modal,
      opensAutomatically: false,
      kind: 'warning',
      tone: 'warning',
      text: daysText(texts, status),
    }
  return { ...modal, kind: status.status, tone: status.status, text: storageText(texts, status) }
}

/**
 * Returns the status as a sentence and, when it says that photos will be deleted, a second one that says what
 * keeps them; 0 days and less are today, 1 is tomorrow. In the grace period it names the day until which an order
 * restores the photos.
 */
function storageText(texts: Texts, status: StorageStatus): string {
  const { text } = texts
  const { monthsRemaining, grace, lastRestorableDay } = status
  if (grace) return text('storage.grace', { date: fullDayLabel(texts, lastRestorableDay) })
  switch (status.status) {
    case 'safe':
      return text('storage.safe', { months: monthsRemaining })
    case 'warning':
      return daysText(texts, status)
    case 'critical':
      return `${text('storage.critical', { days: countDays(status) })} ${text('storage.order-keeps')}`
  }
}

/** Returns the remaining days as a sentence without an alarm. */
const daysText = ({ text }: Texts, status: StorageStatus): string =>
  text('storage.warning', { days: countDays(status) })

const countDays = ({ daysRemaining }: StorageStatus) => Math.max(0, daysRemaining)
