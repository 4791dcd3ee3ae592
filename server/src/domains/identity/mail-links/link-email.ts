import { getTranslator, type MessageId } from '#server/platform/i18n/translate.ts'
import { renderEmail } from '#server/platform/mail/email-template.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { brandById, emailDesign } from '../../brands/index.ts'
import type { MailTokenPayload, Purpose } from './mail-tokens.ts'

/** A mail with one link, in the customer's language and the brand's look, as HTML and as plain text. */
export function renderLinkEmail(
  from: string,
  purpose: Purpose,
  to: MailTokenPayload,
  token: string,
): MailMessage {
  const brand = brandById(to.brandId)
  const text = getTranslator(to.locale)
  const { subject, body, action, ignore, path } = CONTENT[purpose]
  return renderEmail(emailDesign(brand, from), {
    to: to.email,
    lang: to.locale,
    subject: text(subject, { brand: brand.name }),
    body: text(body, { brand: brand.name }),
    action: text(action),
    note: text(ignore),
    address: to.origin + path(token),
    footer: text('mail.footer', { brand: brand.name }),
  })
}

interface Content {
  subject: MessageId
  body: MessageId
  action: MessageId
  ignore: MessageId
  path: (token: string) => string
}

const CONTENT: Record<Purpose, Content> = {
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
