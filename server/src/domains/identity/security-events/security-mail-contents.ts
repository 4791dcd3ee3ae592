import type { SecurityEventKind } from '#contract/security.ts'
import type { MessageId } from '#server/platform/i18n/translate.ts'

export interface SecurityMailContent {
  subject: MessageId
  body: MessageId
  /** The button; by default it leads to what has access. */
  action?: MessageId
}

/** Subjects and texts of mails about an account's security. */
export const SECURITY_MAIL_CONTENTS: Record<SecurityEventKind | 'sign-in.more-devices', SecurityMailContent> =
  {
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
