import type { ActivityItem } from '#contract/activity.ts'
import { SECURITY_EVENT_KINDS } from '#contract/journal.ts'
import type enGB from './en-GB.json'

type Text = (id: keyof typeof enGB, values?: Record<string, string | number>) => string

/** Names an item of the activity. An unknown kind is a change of the account. */
export function nameActivity(
  text: Text,
  { kind, state, id, name, total }: Pick<ActivityItem, 'kind' | 'state' | 'id' | 'name' | 'total'>,
): string {
  const count = total ?? 0
  const workId = WORK_IDS[`${kind} ${state}`]
  if (workId) return text(workId, { count })
  switch (kind) {
    case 'upload':
      return text('activity.upload', { count })
    case 'download':
      return name ?? text('activity.download', { count })
    case 'export':
      return text('activity.export')
    case 'import':
      return text('activity.import')
    case 'photos.deleted':
    case 'library.deleted':
      return text('delete.success', { count })
    case 'photos.restored':
      return text('delete.restored', { count })
    case 'photos.erased':
      return text('bin.delete.success', { count })
    case 'photos.erasure-requested':
      return text('activity.erasure', { count })
    case 'dates.changed':
      return text('dates.changed', { count })
    case 'photos.tidied':
      return text('tidy-up.moved', { count })
    case 'project.deleted':
      return text('activity.project-deleted', { name: name ?? '' })
    case 'address-change':
      return text('activity.address-change', { code: id })
    case 'mail-bounced':
    case 'security-mail-bounced':
      return text('activity.mail-bounced')
    case 'shared-mail-bounced':
      return text('activity.shared-mail-bounced')
    default:
      return text(findNameId(kind) ?? 'activity.other')
  }
}

/** Whether it is named by its kind, and is no security event. */
export const isNamedKind = (kind: string): boolean =>
  kind in NAME_IDS || kind === 'photos.erased' || kind === 'photos.restored'

function findNameId(kind: string): keyof typeof enGB | undefined {
  const securityKind = SECURITY_EVENT_KINDS.find(each => each === kind)
  return securityKind ? `security.event.${securityKind}` : NAME_IDS[kind]
}

/** What work is called while it is under way, by kind and state; at its end it is called by what it did. */
const WORK_IDS: Readonly<Record<string, keyof typeof enGB>> = {
  'dates.changed running': 'dates.running',
  'dates.changed undoing': 'dates.undoing',
  'library.deleted running': 'delete-all.running',
  'library.deleted undoing': 'delete-all.restoring',
  'photos.restored running': 'delete-all.restoring',
  'photos.tidied running': 'tidy-up.title',
  'photos.tidied undoing': 'delete-all.restoring',
}

const NAME_IDS: Readonly<Record<string, keyof typeof enGB>> = {
  'profile.changed': 'activity.profile-changed',
  'payment-method.changed': 'activity.payment-method-changed',
  'address.added': 'activity.address-added',
  'address.changed': 'activity.address-changed',
  'address.removed': 'activity.address-removed',
  'address.default-chosen': 'activity.default-address-changed',
  'business-details.changed': 'activity.business-details-changed',
  'access.removed': 'security.event.access.ended',
  'endpoint.changed': 'activity.endpoint-changed',
  'endpoint.turned-off': 'activity.endpoint-turned-off',
  'endpoint.removed': 'activity.endpoint-removed',
  'case.read': 'activity.case-read',
}
