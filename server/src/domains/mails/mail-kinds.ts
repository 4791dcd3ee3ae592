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
  'complaint',
  'business-status',
  'callbacks-off',
  'widget-share',
  ...SECURITY_EVENT_KINDS,
  'sign-in.more-devices',
] as const

export type MailKind = (typeof MAIL_KINDS)[number]
