/** The kinds of all mails, as `sent_mails` stores them. */
export const MAIL_KINDS = [
  'new-password',
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
  'business-status',
  'callbacks-off',
  'widget-share',
] as const

export type MailKind = (typeof MAIL_KINDS)[number]
