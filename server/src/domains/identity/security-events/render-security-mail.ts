import type { LOSS_KINDS, SecurityEventKind } from '#contract/journal.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { MessageId, Translate } from '#server/platform/i18n/translate.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { createEndFormat, createInstantFormat } from '#server/platform/mail/request-facts.ts'
import { createBrandMail, getBrandById } from '../../brands/index.ts'
import type { Customer } from '../../customers/index.ts'
import type { EntryRow } from '../../journal/index.ts'
import { createLinkPath } from '../mail-links/link-path.ts'
import type { LinkToken } from '../mail-links/mail-tokens.ts'

/** Kinds of entries that are mailed: events of the account's security, and losses above the usual. */
export type MailedKind = SecurityEventKind | (typeof LOSS_KINDS)[number]

interface SecurityMailInput {
  kind: MailedKind | 'sign-in.more-devices' | 'changes.new-device'
  /** The event; of a summary, its latest. */
  event: EntryRow
  customer: Customer
  to: string
  /** Number of events. */
  count: number
  /** Without any link. */
  isNotice: boolean
  /** Link that ends all access. */
  notMe: LinkToken | null
  /** Link of the button, where it has a token. */
  action: LinkToken | null
}

/** Renders a mail about an event of an account's security: facts of the act, and a link that ends all access. */
export function renderSecurityMail(
  config: Pick<Config, 'publicOrigin' | 'port'>,
  { kind, event, customer, to, count, isNotice, notMe, action }: SecurityMailInput,
): MailMessage {
  const brand = getBrandById(customer.brand_id)
  const { text, locale, link, render } = createBrandMail(config, brand, customer.locale)
  const format = createInstantFormat(locale, brand.timeZone)
  const formatEnd = createEndFormat(locale, brand.timeZone, createInstantFormat)
  const { subject, body, action: label } = getContent(kind)
  // The new address is not told to the former ones.
  const isFormerAddress = kind === 'email.changed' && to !== customer.email
  const { effectiveAt = event.effective_at, orderCode } = event.detail
  const values = {
    brand: brand.name,
    count: event.total ?? count,
    date: effectiveAt ? format(new Date(effectiveAt)) : '',
    waits: effectiveAt ? 'yes' : 'no',
  }
  return render({
    to,
    subject: text(subject, values),
    body: text(isFormerAddress ? 'mail.email-changed.text' : body, values),
    facts: createFacts(text, { format, formatEnd }, event),
    ...(!isNotice && {
      action: text(label && (action || orderCode || kind in PATHS) ? label : 'mail.security.action'),
      address: link(PATHS[kind] ?? getActionPath(action, orderCode)),
    }),
    ...(notMe && {
      other: {
        action: text('mail.security.not-me'),
        address: link(createLinkPath('not-me', notMe.token)),
      },
    }),
    note: text(getNote(isNotice, notMe !== null)),
  })
}

/** Where the button leads, where it needs no token: what was deleted is brought back from its entry. */
const PATHS: Partial<Record<MailKind, `/${string}`>> = {
  'photos.deleted': '/activity',
  'library.deleted': '/activity',
}

function getNote(isNotice: boolean, hasNotMe: boolean): MessageId {
  if (isNotice) return 'mail.security.note-notice'
  return hasNotMe ? 'mail.security.note' : 'mail.security.note-without-link'
}

function getActionPath(action: LinkToken | null, orderCode: string | undefined): `/${string}` {
  if (action) return createLinkPath(action.purpose, action.token)
  return orderCode ? `/orders/${encodeURIComponent(orderCode)}` : '/settings/security'
}

function createFacts(
  text: Translate,
  { format, formatEnd }: Record<'format' | 'formatEnd', (at: Date) => string>,
  { at, device_name: deviceName, network, detail }: EntryRow,
): (readonly [name: string, value: string])[] {
  const { name, hint, scopes, expiresAt, address, orderCode, writesUntil } = detail
  const rows = [
    ['mail.order', orderCode],
    ['mail.fact.name', name && hint ? `${name} …${hint}` : name],
    ['mail.fact.scopes', scopes],
    ['mail.callbacks-off.host', address],
    ['mail.fact.ends', expiresAt && formatEnd(new Date(expiresAt))],
    ['mail.fact.when', format(at)],
    ['mail.fact.device', deviceName],
    ['mail.fact.network', network],
    [
      'mail.fact.writes',
      writesUntil && text('mail.fact.writes.until', { date: formatEnd(new Date(writesUntil)) }),
    ],
  ] as const
  return rows.flatMap(([label, value]) => (value ? [[text(label), value] as const] : []))
}

type MailKind = SecurityMailInput['kind']

function getContent(kind: MailKind): { subject: MessageId; body: MessageId; action?: MessageId | undefined } {
  const action = ACTIONS[kind]
  if (kind in OTHER_TEXTS) return { ...OTHER_TEXTS[kind as keyof typeof OTHER_TEXTS], action }
  const name = NAMES[kind as keyof typeof NAMES]
  return { subject: `mail.security.${name}.subject`, body: `mail.security.${name}.text`, action }
}

/** The mails whose subject and text are `mail.security.{name}.subject` and `.text` of the catalogue. */
const NAMES = {
  'sign-in.new-device': 'new-sign-in',
  'sign-in.more-devices': 'more-sign-ins',
  'changes.new-device': 'new-device-changes',
  'passkey.added': 'passkey-added',
  'passkey.removed': 'passkey-removed',
  'password.changed': 'password-changed',
  'email.change-requested': 'email-change',
  'email.change-stopped': 'email-change-stopped',
  'account.closing-requested': 'closing-requested',
  'account.kept': 'account-kept',
  'api-key.created': 'api-key-created',
  'api-key.replaced': 'api-key-replaced',
  'api-key.expiring': 'api-key-expiring',
  'sftp.added': 'sftp-added',
  'callback.address-changed': 'callback-address',
  'callback.enabled': 'callback-enabled',
  'export.requested': 'export',
  'order.delivery-address-changed': 'delivery-address',
  'invoice-email.changed': 'invoice-email',
  'access.ended': 'access-ended',
  'reauthentication.failed': 'session-ended',
  'recovery.requested': 'recovery',
  'recovery.stopped': 'recovery-stopped',
  'api-key.changed': 'api-key-changed',
  'photos.deleted': 'photos-deleted',
  'library.deleted': 'photos-deleted',
  'photos.erased': 'photos-erased',
  'photos.erasure-requested': 'erasure',
} as const

const OTHER_TEXTS = {
  'email.changed': { subject: 'mail.email-changed.subject', body: 'mail.security.email-changed.text' },
  'account.closed': { subject: 'mail.keep-account.subject', body: 'mail.keep-account.text' },
  'api-key.new-network': {
    subject: 'mail.security.api-key-network.subject',
    body: 'mail.security.new-network.text',
  },
  'sftp.new-network': {
    subject: 'mail.security.sftp-network.subject',
    body: 'mail.security.new-network.text',
  },
} as const satisfies Record<Exclude<MailKind, keyof typeof NAMES>, object>

/** The label of the button; by default it leads to what has access. */
const ACTIONS: Partial<Record<MailKind, MessageId>> = {
  'email.change-requested': 'stop-email-change.submit',
  'account.closed': 'account-deleted.keep',
  'order.delivery-address-changed': 'mail.view-order',
  'photos.erasure-requested': 'stop-erasure.submit',
  'photos.deleted': 'mail.security.photos-deleted.action',
  'library.deleted': 'mail.security.photos-deleted.action',
}
