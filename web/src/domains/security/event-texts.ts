import { SECURITY_EVENT_KINDS } from '#contract/journal.ts'
import type { SecurityEvent } from '#contract/security.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { formatDeviceName } from './device-label.ts'

/** Formats the kind of an event; undefined for a kind of a later release and for what is no security event. */
export function formatSecurityEvent({ text }: Pick<Texts, 'text'>, kind: string): string | undefined {
  const knownKind = SECURITY_EVENT_KINDS.find(each => each === kind)
  return knownKind && text(`security.event.${knownKind}`)
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
