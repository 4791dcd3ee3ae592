import { useQuery } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import type { ReactNode } from 'react'
import type { Timestamp } from '#contract/deadline.ts'
import { formatCalendarDay } from '#contract/input/calendar-day.ts'
import type { StorageStatus } from '#contract/retention.ts'
import { activationQuery, ReactivateButton } from '#web/domains/activation/index.ts'
import { ExportButton, useExportModal } from '#web/domains/exports/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { storageUsageQuery } from '#web/domains/uploads/index.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { saveBlob } from '#web/platform/files/save-blob.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import { fileSizeLabel } from '#web/platform/i18n/file-size.ts'
import { fullDayLabel } from '#web/platform/i18n/order-days.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toSafeLink } from '#web/platform/links/safe-link.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import styles from './storage-modal.module.css'
import type { StorageNotice } from './storage-notice.ts'

const fact = (content: ReactNode) => <b className="ui-ink">{content}</b>

/** Explains the storage status: retention period, deletion date, what is deleted, and how to prevent it. */
export function StorageModal({
  status,
  notice,
  onClose,
}: {
  status: StorageStatus
  notice: StorageNotice
  onClose: () => void
}) {
  const { texts, text } = useTexts()
  const { addresses, name } = useConfig().brand
  const { data: totals } = useQuery(libraryTotalsQuery())
  const { data: activation } = useQuery(activationQuery)
  const isArchived = notice.kind === 'archived'
  const isNotActive = activation?.status === 'NOT_ACTIVE'
  const shop = toSafeLink(addresses.shop)
  const exportModal = useExportModal(onClose)
  const addToCalendar = () => {
    const { grace, deletionDate, lastRestorableDay } = status
    const title = text(grace ? 'storage.calendar.title.grace' : 'storage.calendar.title', { brand: name })
    const day = grace ? lastRestorableDay : formatCalendarDay(new Date(deletionDate), texts.timeZone)
    const file = createCalendar(title, day, `photos-${day}@${location.hostname}`, new Date())
    saveBlob(new Blob([file], { type: 'text/calendar' }), `${day}.ics`)
  }
  // The export modal replaces this one: closing it closes both.
  if (exportModal.modal) return exportModal.modal
  return (
    <Dialog
      title={notice.text}
      size="small"
      onClose={onClose}
      footer={
        <>
          {!isArchived && (
            <Button variant="text" icon={CalendarPlus} className={styles.calendar} onClick={addToCalendar}>
              {text('storage.calendar')}
            </Button>
          )}
          {shop && (
            <a className={buttonClass(isNotActive ? 'quiet' : 'primary')} href={shop}>
              {text('storage.shop')}
            </a>
          )}
          {isNotActive && <ReactivateButton onStart={onClose} />}
        </>
      }
    >
      {isNotActive && (
        <p className={styles.waiting}>
          {text('activation.archived.text', { count: activation.waitingCount ?? 0 })}
        </p>
      )}
      {!isArchived && <RetentionDetails status={status} photos={totals?.photosCount ?? 0} />}
      <StorageUsage />
      {activation?.status !== 'IMPORTING' && !isArchived && (
        <ExportButton variant="text" className={styles.export} onPress={exportModal.open} />
      )}
    </Dialog>
  )
}

/** How much of the quota the account uses; nothing while it is unknown. */
function StorageUsage() {
  const texts = useTexts()
  const { data } = useQuery(storageUsageQuery)
  if (!data) return null
  const used = fileSizeLabel(texts, data.storedBytes)
  const quota = fileSizeLabel(texts, data.quotaBytes, 0)
  return <p className={styles.usage}>{texts.rich('storage.usage', { used, quota, b: fact })}</p>
}

/** Start of the retention period, deletion date, what is deleted, and how to prevent it. */
function RetentionDetails({ status, photos }: { status: StorageStatus; photos: number }) {
  const { texts, text, rich } = useTexts()
  const formatDay = (instant: Timestamp) => instantDayLabel(texts, instant)
  const { projectCount: projects, grace } = status
  const lastRestorableDay = fullDayLabel(texts, status.lastRestorableDay)
  const since = status.lastOrderDate ?? status.registrationDate
  if (grace)
    return (
      <p>
        {rich('storage.grace.text', {
          things: text('storage.things', { photos: grace.photosCount }),
          date: formatDay(grace.leftAt),
          deletion: lastRestorableDay,
          b: fact,
        })}
      </p>
    )
  return (
    <>
      <p>
        {rich(getReason(status), {
          date: formatDay(since),
          deletion: formatDay(status.deletionDate),
          things:
            projects > 0
              ? text('storage.things-and-projects', { photos, projects })
              : text('storage.things', { photos }),
          b: fact,
        })}
      </p>
      <p className={styles.keep}>
        {text('storage.keep')} {rich('storage.restorable', { date: lastRestorableDay, b: fact })}
      </p>
    </>
  )
}

/** The end of the period is not the deletion date while that is delayed. */
function getReason({ lastOrderDate, deletionDate, projectedDeletionDate }: StorageStatus) {
  const isLater = deletionDate > projectedDeletionDate
  if (lastOrderDate) return isLater ? 'storage.since-order.later' : 'storage.since-order'
  return isLater ? 'storage.since-registration.later' : 'storage.since-registration'
}

/** Returns an iCalendar file (RFC 5545) with an all-day event on `day` ('YYYY-MM-DD') and an alarm a week before. */
export function createCalendar(title: string, day: string, uid: string, now: Date): string {
  const nextDay = new Date(`${day}T00:00:00Z`)
  nextDay.setUTCDate(nextDay.getUTCDate() + 1)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Keepsake//Storage//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${compact(now.toISOString().slice(0, 19))}Z`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(nextDay.toISOString().slice(0, 10))}`,
    `SUMMARY:${escapeText(title)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(title)}`,
    'TRIGGER:-P7D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

const compact = (text: string) => text.replaceAll(/[-:]/g, '')

const escapeText = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')

/** Folds a content line at 75 octets; continuation lines begin with a space. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const char of line) {
    if (new TextEncoder().encode(part + char).length > 74) {
      parts.push(part)
      part = ''
    }
    part += char
  }
  return [...parts, part].join('\r\n ')
}
