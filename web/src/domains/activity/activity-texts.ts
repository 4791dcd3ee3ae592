import BookImage from 'lucide-react/icons/book-image'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CopyCheck from 'lucide-react/icons/copy-check'
import FileArchive from 'lucide-react/icons/file-archive'
import History from 'lucide-react/icons/history'
import Images from 'lucide-react/icons/images'
import MailWarning from 'lucide-react/icons/mail-warning'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import Upload from 'lucide-react/icons/upload'
import type { ActivityItem } from '#contract/activity.ts'
import { formatDeviceName, formatSecurityEvent } from '#web/domains/security/index.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { IconProps } from '#web/ui/icon.tsx'

const ICON_BY_KIND: Record<string, IconProps['of']> = {
  upload: Upload,
  download: FileArchive,
  export: FileArchive,
  import: Images,
  'photos-deleted': Trash2,
  'dates-changed': CalendarClock,
  'photos-tidied': CopyCheck,
  'project-deleted': BookImage,
  'address-change': Truck,
  'mail-bounced': MailWarning,
  'security-mail-bounced': MailWarning,
  'shared-mail-bounced': MailWarning,
}

/** Whether some of its files have failed, while the others are in the library. */
export const hasPartlyFailed = ({ kind, state, done }: ActivityItem): boolean =>
  kind === 'upload' && state === 'failed' && (done ?? 0) > 0

/** Whether it is an upload whose files have to be chosen again. */
export const isInterrupted = ({ kind, state }: ActivityItem): boolean =>
  kind === 'upload' && state === 'interrupted'

export function getActivityIcon(item: ActivityItem): IconProps['of'] {
  if (hasPartlyFailed(item) || isInterrupted(item)) return TriangleAlert
  if (item.state === 'failed' && !isMail(item.kind)) return CircleAlert
  return ICON_BY_KIND[item.kind] ?? (isSecurityEvent(item) ? ShieldCheck : History)
}

const canBeUndone = (kind: string) =>
  kind.endsWith('-deleted') || kind === 'dates-changed' || kind === 'photos-tidied'

const isMail = (kind: string) => kind.endsWith('mail-bounced')

/** Whether it is a security event, of this or a later release: their kinds have a subject and an act. */
export const isSecurityEvent = ({ kind }: ActivityItem): boolean => kind.includes('.')

/** Returns the heading of an item. An unknown kind is shown as a change of the account. */
export function formatActivityName(texts: Texts, { kind, id, name, total }: ActivityItem): string {
  const { text } = texts
  const count = total ?? 0
  switch (kind) {
    case 'upload':
      return text('activity.upload', { count })
    case 'download':
      return name ?? text('activity.download', { count })
    case 'export':
      return text('activity.export')
    case 'import':
      return text('activity.import')
    case 'photos-deleted':
      return text('delete.success', { count })
    case 'dates-changed':
      return text('dates.changed', { count })
    case 'photos-tidied':
      return text('tidy-up.moved', { count })
    case 'project-deleted':
      return text('activity.project-deleted', { name: name ?? '' })
    case 'address-change':
      return text('activity.address-change', { code: id })
    case 'mail-bounced':
    case 'security-mail-bounced':
      return text('activity.mail-bounced')
    case 'shared-mail-bounced':
      return text('activity.shared-mail-bounced')
    default:
      return formatSecurityEvent(texts, kind) ?? text('activity.other')
  }
}

/** Lists state, progress, problems and expiry, as far as they are known. */
export function listActivityFacts(texts: Texts, item: ActivityItem): string[] {
  const { text } = texts
  const { kind, state, name, total, done, problems, until } = item
  const date = until && lastDayLabel(texts, until)
  return [
    ...(isInterrupted(item) ? [text('activity.interrupted')] : []),
    ...(state === 'failed' && total === null && !isMail(kind) ? [text('activity.failed')] : []),
    ...(kind === 'download' && state === 'failed' ? [text('activity.failed')] : []),
    ...(isMail(kind) && name ? [text('activity.mail.subject', { subject: name })] : []),
    ...(kind === 'mail-bounced' || kind === 'security-mail-bounced'
      ? [text('activity.mail-bounced.text')]
      : []),
    ...(isSecurityEvent(item) && name ? [formatDeviceName(texts, name)] : []),
    ...(kind === 'shared-mail-bounced' ? [text('activity.shared-mail-bounced.text')] : []),
    ...(done !== null && total !== null ? [text('activity.progress', { done, total })] : []),
    ...(problems > 0 ? [text('activity.problems', { count: problems })] : []),
    ...(date && canBeUndone(kind) ? [text('activity.undo-until', { date })] : []),
    ...(date && state === 'done' && !canBeUndone(kind) ? [text('activity.available-until', { date })] : []),
  ]
}
