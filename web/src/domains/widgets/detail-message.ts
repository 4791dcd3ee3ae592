import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'

/** The message for a wrong field of a widget or a gallery entry. */
export const detailMessage =
  ({ text }: Texts) =>
  (name: string, issue: string): string =>
    text(issue === 'too-long' ? 'widgets.too-long' : (MESSAGES[name] ?? 'settings.save-failed'))

const MESSAGES: Record<string, MessageId> = {
  title: 'widgets.title.not-valid',
  authorName: 'widgets.author.not-valid',
  categoryId: 'widgets.category.not-valid',
  fromName: 'widgets.share.from.not-valid',
  toEmailAddress: 'settings.email.not-valid',
}
