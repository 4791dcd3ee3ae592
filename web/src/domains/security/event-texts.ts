import { SECURITY_EVENT_KINDS, type SecurityEvent, type SecurityEventKind } from '#contract/security.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'
import { formatDeviceName } from './device-label.ts'

/** Formats the kind of an event; undefined for a kind of a later release and for what is no security event. */
export function formatSecurityEvent({ text }: Pick<Texts, 'text'>, kind: string): string | undefined {
  const knownKind = SECURITY_EVENT_KINDS.find(each => each === kind)
  return knownKind && text(TEXT_BY_KIND[knownKind])
}

/** Lists what it was about, on which device, and from where, as far as that is known. */
export function listEventFacts(
  texts: Pick<Texts, 'text'>,
  { detail, device, network }: SecurityEvent,
): string[] {
  const subject = SUBJECT_KEYS.map(key => detail[key]).find(value => value)
  const { formerEmail: email } = detail
  return [
    ...(email === undefined ? [] : [texts.text('security.event.former-email', { email })]),
    ...(subject === undefined ? [] : [texts.text('security.event.subject', { name: subject })]),
    ...(device === null ? [] : [formatDeviceName(texts, device)]),
    ...(network === null ? [] : [network]),
  ]
}

/** Facts that name what the event is about, the most telling first. */
const SUBJECT_KEYS = ['name', 'address', 'orderCode'] as const

const TEXT_BY_KIND: Record<SecurityEventKind, MessageId> = {
  'sign-in.new-device': 'security.event.sign-in.new-device',
  'passkey.added': 'security.event.passkey.added',
  'passkey.removed': 'security.event.passkey.removed',
  'password.changed': 'security.event.password.changed',
  'email.change-requested': 'security.event.email.change-requested',
  'email.changed': 'security.event.email.changed',
  'account.closing-requested': 'security.event.account.closing-requested',
  'account.closed': 'security.event.account.closed',
  'api-key.created': 'security.event.api-key.created',
  'api-key.replaced': 'security.event.api-key.replaced',
  'api-key.new-network': 'security.event.api-key.new-network',
  'api-key.expiring': 'security.event.api-key.expiring',
  'sftp.added': 'security.event.sftp.added',
  'sftp.new-network': 'security.event.sftp.new-network',
  'callback.address-changed': 'security.event.callback.address-changed',
  'export.requested': 'security.event.export.requested',
  'order.delivery-address-changed': 'security.event.order.delivery-address-changed',
  'access.ended': 'security.event.access.ended',
  'reauthentication.failed': 'security.event.reauthentication.failed',
  'recovery.requested': 'security.event.recovery.requested',
}
