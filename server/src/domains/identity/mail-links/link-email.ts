import type { Config } from '#server/platform/config/config.ts'
import type { MessageId } from '#server/platform/i18n/translate.ts'
import type { MailMessage } from '#server/platform/mail/mail.ts'
import { createDayFormat, createInstantFormat } from '#server/platform/mail/request-facts.ts'
import { createBrandMail, getBrandById } from '../../brands/index.ts'
import { createLinkPath } from './link-path.ts'
import type { MailedPurpose } from './mail-link.ts'
import type { MailTokenPayload } from './mail-tokens.ts'

interface LinkOfMail {
  token: string
  /** Of a second link, which ends all access to the account. */
  notMeToken?: string | undefined
  createdAt: Date
  expiresAt: Date
}

/**
 * Renders a mail with a link, in the customer's language and the brand's design, as HTML and as plain text. It names the
 * account, when the link was requested and on which device, so that a customer knows a request that is not theirs.
 */
export function renderLinkEmail(
  config: Pick<Config, 'publicOrigin' | 'port' | 'closureGraceDays'>,
  purpose: MailedPurpose,
  to: MailTokenPayload,
  { token, notMeToken, createdAt, expiresAt }: LinkOfMail,
): MailMessage {
  const brand = getBrandById(to.brandId)
  const { text, link, requestFacts, render } = createBrandMail(config, brand, to.locale)
  const { subject, body, action, ignore } = to.reason === 'locked' ? LOCKED : getContent(purpose)
  return render({
    to: to.email,
    subject: text(subject, { brand: brand.name }),
    body: to.notBefore
      ? text('mail.security.recovery.text', {
          date: createInstantFormat(to.locale, brand.timeZone)(new Date(to.notBefore)),
        })
      : text(body, {
          brand: brand.name,
          date: createDayFormat(to.locale, brand.timeZone)(expiresAt),
          days: config.closureGraceDays,
        }),
    facts: requestFacts({
      account: to.presentEmail ?? to.email,
      requestedAt: createdAt,
      deviceName: to.deviceName,
    }),
    action: text(action),
    ...(notMeToken && {
      other: {
        action: text('mail.security.not-me'),
        address: link(createLinkPath('not-me', notMeToken)),
      },
    }),
    note: text(ignore, { action: text('sign-in.forgot') }),
    address: link(createLinkPath(purpose, token)),
  })
}

interface Content {
  subject: MessageId
  body: MessageId
  action: MessageId
  ignore: MessageId
}

const LOCKED: Content = {
  subject: 'mail.account-locked.subject',
  body: 'mail.account-locked.text',
  action: 'sign-in.new-password.title',
  ignore: 'mail.account-locked.note',
}

/** Label of the button, and what to do if the customer did not ask; subject and text are those of `mail.{purpose}`. */
const ACTIONS: Record<MailedPurpose, Pick<Content, 'action' | 'ignore'>> = {
  'new-password': { action: 'sign-in.new-password.title', ignore: 'mail.ignore' },
  'sign-up': { action: 'mail.sign-up.action', ignore: 'mail.ignore' },
  'already-here': { action: 'sign-in.submit', ignore: 'mail.ignore' },
  'delete-account': { action: 'mail.delete-account.action', ignore: 'mail.delete-account.ignore' },
  'keep-account': { action: 'account-deleted.keep', ignore: 'mail.keep-account.note' },
  'change-email': { action: 'mail.change-email.action', ignore: 'mail.ignore' },
  'revert-email': { action: 'mail.email-changed.action', ignore: 'mail.email-changed.note' },
}

function getContent(purpose: MailedPurpose): Content {
  const name = purpose === 'revert-email' ? 'email-changed' : purpose
  return { subject: `mail.${name}.subject`, body: `mail.${name}.text`, ...ACTIONS[purpose] }
}
