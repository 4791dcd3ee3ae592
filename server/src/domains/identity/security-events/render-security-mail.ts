import type { SecurityEventKind } from '#contract/security.ts'
import type { Config } from '#server/platform/config/config.ts'
import {
  getTranslator,
  type MessageId,
  type Translate,
  toSupportedLocale,
} from '#server/platform/i18n/translate.ts'
import { renderEmail } from '#server/platform/mail/email-template.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { createInstantFormat } from '#server/platform/mail/request-facts.ts'
import { createEmailLink, getBrandById, toEmailDesign } from '../../brands/index.ts'
import type { Customer } from '../../customers/index.ts'
import { createLinkPath } from '../mail-links/link-path.ts'
import type { LinkToken } from '../mail-links/mail-tokens.ts'
import type { SecurityEventRow } from './store.ts'

interface SecurityMailInput {
  kind: SecurityEventKind | 'sign-in.more-devices'
  /** The event; of a summary, its latest. */
  event: SecurityEventRow
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
  const locale = toSupportedLocale(customer.locale)
  const text = getTranslator(locale)
  const format = createInstantFormat(locale, brand.timeZone)
  const { subject, body, action: label } = SECURITY_MAIL_CONTENTS[kind]
  // The new address is not told to the former ones.
  const isFormerAddress = kind === 'email.changed' && to !== customer.email
  const { effectiveAt, orderCode } = event.detail
  const values = {
    brand: brand.name,
    count,
    date: effectiveAt ? format(new Date(effectiveAt)) : '',
  }
  return renderEmail(toEmailDesign(config, brand), {
    to,
    lang: locale,
    subject: text(subject, values),
    body: text(isFormerAddress ? 'mail.email-changed.text' : body, values),
    facts: createFacts(text, format, event),
    ...(!isNotice && {
      action: text(label && (action || orderCode) ? label : 'mail.security.action'),
      address: createEmailLink(config, brand, getActionPath(action, orderCode)),
    }),
    ...(notMe && {
      other: {
        action: text('mail.security.not-me'),
        address: createEmailLink(config, brand, createLinkPath('not-me', notMe.token)),
      },
    }),
    note: text(getNote(isNotice, notMe !== null)),
    footer: text('mail.footer', { brand: brand.name }),
  })
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
  format: (at: Date) => string,
  { at, device_name: deviceName, network, detail }: SecurityEventRow,
): (readonly [name: string, value: string])[] {
  const { name, hint, scopes, expiresAt, address, orderCode, writesUntil } = detail
  const rows = [
    ['mail.order', orderCode],
    ['mail.fact.name', name && hint ? `${name} …${hint}` : name],
    ['mail.fact.scopes', scopes],
    ['mail.callbacks-off.host', address],
    ['mail.fact.ends', expiresAt && format(new Date(expiresAt))],
    ['mail.fact.when', format(at)],
    ['mail.fact.device', deviceName],
    ['mail.fact.network', network],
    [
      'mail.fact.writes',
      writesUntil && text('mail.fact.writes.until', { date: format(new Date(writesUntil)) }),
    ],
  ] as const
  return rows.flatMap(([label, value]) => (value ? [[text(label), value] as const] : []))
}

interface SecurityMailContent {
  subject: MessageId
  body: MessageId
  /** The button; by default it leads to what has access. */
  action?: MessageId
}

/** Subjects and texts of mails about an account's security. */
const SECURITY_MAIL_CONTENTS: Record<SecurityEventKind | 'sign-in.more-devices', SecurityMailContent> = {
  'sign-in.new-device': {
    subject: 'mail.security.new-sign-in.subject',
    body: 'mail.security.new-sign-in.text',
  },
  'sign-in.more-devices': {
    subject: 'mail.security.more-sign-ins.subject',
    body: 'mail.security.more-sign-ins.text',
  },
  'passkey.added': {
    subject: 'mail.security.passkey-added.subject',
    body: 'mail.security.passkey-added.text',
  },
  'passkey.removed': {
    subject: 'mail.security.passkey-removed.subject',
    body: 'mail.security.passkey-removed.text',
  },
  'password.changed': {
    subject: 'mail.security.password-changed.subject',
    body: 'mail.security.password-changed.text',
  },
  'email.change-requested': {
    subject: 'mail.security.email-change.subject',
    body: 'mail.security.email-change.text',
    action: 'stop-email-change.submit',
  },
  'email.changed': { subject: 'mail.email-changed.subject', body: 'mail.security.email-changed.text' },
  'account.closing-requested': {
    subject: 'mail.security.closing-requested.subject',
    body: 'mail.security.closing-requested.text',
  },
  'account.closed': {
    subject: 'mail.keep-account.subject',
    body: 'mail.keep-account.text',
    action: 'account-deleted.keep',
  },
  'api-key.created': {
    subject: 'mail.security.api-key-created.subject',
    body: 'mail.security.api-key-created.text',
  },
  'api-key.replaced': {
    subject: 'mail.security.api-key-replaced.subject',
    body: 'mail.security.api-key-replaced.text',
  },
  'api-key.new-network': {
    subject: 'mail.security.api-key-network.subject',
    body: 'mail.security.new-network.text',
  },
  'api-key.expiring': {
    subject: 'mail.security.api-key-expiring.subject',
    body: 'mail.security.api-key-expiring.text',
  },
  'sftp.added': { subject: 'mail.security.sftp-added.subject', body: 'mail.security.sftp-added.text' },
  'sftp.new-network': {
    subject: 'mail.security.sftp-network.subject',
    body: 'mail.security.new-network.text',
  },
  'callback.address-changed': {
    subject: 'mail.security.callback-address.subject',
    body: 'mail.security.callback-address.text',
  },
  'export.requested': { subject: 'mail.security.export.subject', body: 'mail.security.export.text' },
  'order.delivery-address-changed': {
    subject: 'mail.security.delivery-address.subject',
    body: 'mail.security.delivery-address.text',
    action: 'mail.view-order',
  },
  'access.ended': {
    subject: 'mail.security.access-ended.subject',
    body: 'mail.security.access-ended.text',
  },
  'reauthentication.failed': {
    subject: 'mail.security.session-ended.subject',
    body: 'mail.security.session-ended.text',
  },
  'recovery.requested': { subject: 'mail.security.recovery.subject', body: 'mail.security.recovery.text' },
}
