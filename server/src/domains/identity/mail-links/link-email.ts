import type { Config } from '#server/platform/config/config.ts'
import { getTranslator, type MessageId, toSupportedLocale } from '#server/platform/i18n/translate.ts'
import { renderEmail } from '#server/platform/mail/email-template.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { createRequestFacts } from '#server/platform/mail/request-facts.ts'
import { createEmailLink, getBrandById, toEmailDesign } from '../../brands/index.ts'
import type { MailTokenPayload, Purpose } from './mail-tokens.ts'

/**
 * Renders a mail with one link, in the customer's language and the brand's design, as HTML and as plain text. It names the
 * account, when the link was requested and on which device, so that a customer knows a request that is not theirs.
 */
export function renderLinkEmail(
  config: Pick<Config, 'publicOrigin' | 'port' | 'closureGraceDays'>,
  purpose: Purpose,
  to: MailTokenPayload,
  { token, createdAt, expiresAt }: { token: string; createdAt: Date; expiresAt: Date },
): MailMessage {
  const brand = getBrandById(to.brandId)
  const text = getTranslator(to.locale)
  const { subject, body, action, ignore, path } = CONTENT_BY_PURPOSE[purpose]
  return renderEmail(toEmailDesign(brand), {
    to: to.email,
    lang: to.locale,
    subject: text(subject, { brand: brand.name }),
    body: text(body, {
      brand: brand.name,
      date: formatDay(to.locale, brand.timeZone, expiresAt),
      days: config.closureGraceDays,
    }),
    facts: createRequestFacts(text, {
      locale: to.locale,
      timeZone: brand.timeZone,
      account: to.presentEmail ?? to.email,
      requestedAt: createdAt,
      deviceName: to.deviceName,
    }),
    action: text(action),
    note: text(ignore),
    address: createEmailLink(config, brand, path(token)),
    footer: text('mail.footer', { brand: brand.name }),
  })
}

const formatDay = (locale: string, timeZone: string, at: Date) =>
  new Intl.DateTimeFormat(toSupportedLocale(locale), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone,
  }).format(at)

interface Content {
  subject: MessageId
  body: MessageId
  action: MessageId
  ignore: MessageId
  path: (token: string) => `/${string}`
}

const CONTENT_BY_PURPOSE: Record<Purpose, Content> = {
  'new-password': {
    subject: 'mail.new-password.subject',
    body: 'mail.new-password.text',
    action: 'sign-in.new-password.title',
    ignore: 'mail.ignore',
    path: token => `/identity/new-password/${token}`,
  },
  'sign-up': {
    subject: 'mail.sign-up.subject',
    body: 'mail.sign-up.text',
    action: 'mail.sign-up.action',
    ignore: 'mail.ignore',
    path: token => `/identity/confirm/${token}`,
  },
  'already-here': {
    subject: 'mail.already-here.subject',
    body: 'mail.already-here.text',
    action: 'sign-in.submit',
    ignore: 'mail.ignore',
    path: () => '/',
  },
  'delete-account': {
    subject: 'mail.delete-account.subject',
    body: 'mail.delete-account.text',
    action: 'mail.delete-account.action',
    ignore: 'mail.delete-account.ignore',
    path: token => `/delete-account-confirmation?confirmation-token=${token}`,
  },
  'keep-account': {
    subject: 'mail.keep-account.subject',
    body: 'mail.keep-account.text',
    action: 'account-deleted.keep',
    ignore: 'mail.keep-account.note',
    path: token => `/account-deleted?keep-token=${token}`,
  },
  'change-email': {
    subject: 'mail.change-email.subject',
    body: 'mail.change-email.text',
    action: 'mail.change-email.action',
    ignore: 'mail.ignore',
    path: token => `/change-email-confirmation?confirmation-token=${token}`,
  },
  'revert-email': {
    subject: 'mail.email-changed.subject',
    body: 'mail.email-changed.text',
    action: 'mail.email-changed.action',
    ignore: 'mail.email-changed.note',
    path: token => `/identity/revert-email/${token}`,
  },
}
