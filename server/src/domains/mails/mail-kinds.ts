import { SECURITY_EVENT_KINDS } from '#contract/security.ts'

/** The kinds of all mails, as `sent_mails` stores them. */
export const MAIL_KINDS = [
  'new-password',
  'account-locked',
  'sign-up',
  'already-here',
  'change-email',
  'revert-email',
  'delete-account',
  'keep-account',
  'subscription',
  'export-ready',
  'reminder',
  'address-refused',
  'cancellation-accepted',
  'cancellation-refused',
  'order-payment-failed',
  'order-hold',
  'order-delayed',
  'order-refund',
  'order-resumed',
  'complaint',
  'business-status',
  'callbacks-off',
  'widget-share',
  'withdrawal-received',
  'withdrawal-confirmed',
  'withdrawal-rejected',
  ...SECURITY_EVENT_KINDS,
  'sign-in.more-devices',
] as const

export type MailKind = (typeof MAIL_KINDS)[number]
