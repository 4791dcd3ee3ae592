import BookImage from 'lucide-react/icons/book-image'
import Building2 from 'lucide-react/icons/building-2'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CopyCheck from 'lucide-react/icons/copy-check'
import CreditCard from 'lucide-react/icons/credit-card'
import FileArchive from 'lucide-react/icons/file-archive'
import History from 'lucide-react/icons/history'
import Images from 'lucide-react/icons/images'
import MailWarning from 'lucide-react/icons/mail-warning'
import MapPin from 'lucide-react/icons/map-pin'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash2 from 'lucide-react/icons/trash-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Truck from 'lucide-react/icons/truck'
import Undo2 from 'lucide-react/icons/undo-2'
import Upload from 'lucide-react/icons/upload'
import UserRound from 'lucide-react/icons/user-round'
import type { ActivityItem } from '#contract/activity.ts'
import type { JournalActor, JournalEntry } from '#contract/journal.ts'
import { isNamedKind, nameActivity } from '#locales/activity-names.ts'
import { formatDeviceName } from '#web/domains/security/index.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { lastDayLabel } from '#web/platform/i18n/order-days.ts'
import { formatPaymentMethod } from '#web/platform/i18n/payment-methods.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { IconProps } from '#web/ui/icon.tsx'

const ICON_BY_KIND: Record<string, IconProps['of']> = {
  upload: Upload,
  download: FileArchive,
  export: FileArchive,
  import: Images,
  'photos.deleted': Trash2,
  'library.deleted': Trash2,
  'photos.restored': Undo2,
  'photos.erased': Trash2,
  'photos.erasure-requested': Trash2,
  'dates.changed': CalendarClock,
  'photos.tidied': CopyCheck,
  'project.deleted': BookImage,
  'profile.changed': UserRound,
  'payment-method.changed': CreditCard,
  'business-details.changed': Building2,
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
  if (item.kind.startsWith('address.')) return MapPin
  return ICON_BY_KIND[item.kind] ?? (isAboutSecurity(item) ? ShieldCheck : History)
}

const isMail = (kind: string) => kind.endsWith('mail-bounced')

/** Whether its entry is a security event, of this or a later release. */
const isAboutSecurity = ({ entry }: ActivityItem): boolean => !!entry && !isNamedKind(entry.kind)

/** Whether it is a security event without a way back, which leads to the page of security. */
export const isSecurityEvent = (item: ActivityItem): boolean =>
  isAboutSecurity(item) && item.entry?.undo === 'none'

/** Returns the heading of an item. */
export const formatActivityName = ({ text }: Texts, item: ActivityItem): string => nameActivity(text, item)

/** Lists state, progress, problems and expiry, as far as they are known. */
export function listActivityFacts(texts: Texts, item: ActivityItem): string[] {
  const { text } = texts
  const { kind, state, name, total, problems, leftOut, until } = item
  const date = until && lastDayLabel(texts, until)
  return [
    ...(isInterrupted(item) ? [text('activity.interrupted')] : []),
    ...(state === 'failed' && !isMail(kind) && (total === null || isArchive(item))
      ? [text('activity.failed')]
      : []),
    ...(isMail(kind) && name ? [text('activity.mail.subject', { subject: name })] : []),
    ...(kind === 'mail-bounced' || kind === 'security-mail-bounced'
      ? [text('activity.mail-bounced.text')]
      : []),
    ...(item.entry && kind !== 'case.read' ? [formatActor(texts, item.entry.actor)] : []),
    ...(kind === 'shared-mail-bounced' ? [text('activity.shared-mail-bounced.text')] : []),
    ...formatNumbers(texts, item),
    ...(problems > 0 ? [text('activity.problems', { count: problems })] : []),
    ...(leftOut > 0 ? [text('activity.left-out', { count: leftOut })] : []),
    ...(date && state === 'done' && item.entry?.undo === 'possible'
      ? [text('activity.undo-until', { date })]
      : []),
    ...(item.entry?.undo === 'waiting' && item.entry.effectiveAt
      ? [
          text('activity.stop-until', {
            date: instantLabel(texts, item.entry.effectiveAt, 'weekday-time'),
          }),
        ]
      : []),
    ...(date && state === 'done' && !item.entry ? [text('activity.available-until', { date })] : []),
  ]
}

/** Whether it is made of zips: a download or an export. */
export const isArchive = ({ kind }: ActivityItem): boolean => kind === 'download' || kind === 'export'

/** Says how much is done, and of an export how many photos it has. */
export const formatNumbers = (texts: Texts, item: ActivityItem): string[] => {
  if (item.total === null) return []
  if (item.done !== null) return [formatProgress(texts, item)]
  return item.kind === 'export' ? [texts.text('photos.count', { count: item.total })] : []
}

/** Says how much is done: of an upload and an import what is in the library, of other work what it has processed. */
function formatProgress({ text }: Texts, { kind, done, total }: ActivityItem): string {
  const values = { done: done ?? 0, total: total ?? 0, count: total ?? 0 }
  return text(kind === 'upload' || kind === 'import' ? 'activity.progress' : 'photos.progress', values)
}

/** Names who did it: this device, another one, or what is no device. */
export function formatActor(texts: Texts, { type, device, isThisDevice }: JournalActor): string {
  const { text } = texts
  if (isThisDevice) return text('activity.actor.this-device')
  if (type === 'device') return formatDeviceName(texts, device)
  const actor = ACTORS.find(each => each === type)
  return actor ? text(`activity.actor.${actor}`) : text('activity.actor.system')
}

const ACTORS = ['care', 'key', 'link', 'service', 'sftp', 'system'] as const

/** Says when and by whom an entry was undone. */
export const formatUndone = (texts: Texts, { at, actor }: NonNullable<JournalEntry['undone']>): string =>
  texts.text('activity.undone-at', {
    date: instantLabel(texts, at, 'short-day-time'),
    actor: formatActor(texts, actor),
  })

/** Lists values of before and after that people know by sight, by field. */
export const listChanges = (texts: Texts, { change }: JournalEntry): JournalEntry['change'] =>
  change
    .filter(({ field, from, to }) => !UNREADABLE_FIELDS.includes(field) && (from || to))
    .map(({ field, from, to }) => ({
      field,
      from: from && formatValue(texts, field, from),
      to: to && formatValue(texts, field, to),
    }))

const formatValue = (texts: Texts, field: string, value: string) =>
  field === 'paymentMethod' ? formatPaymentMethod(texts, value) : value

/** Codes and dates, which the page of the details says in words. */
const UNREADABLE_FIELDS = ['salutation', 'dateOfBirth', 'locale', 'sharesPositions']
