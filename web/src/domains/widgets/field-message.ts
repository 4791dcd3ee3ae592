import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'

/** Creates the function that returns the message for a field's issue in the forms of a widget or a gallery entry. */
export const createFieldMessageLookup =
  ({ text }: Texts) =>
  (field: string, issue: string): string =>
    text(issue === 'too-long' ? 'widgets.too-long' : (MESSAGE_BY_FIELD[field] ?? 'settings.save-failed'))

const MESSAGE_BY_FIELD: Record<string, MessageId> = {
  title: 'widgets.title.not-valid',
  authorName: 'widgets.author.not-valid',
  categoryId: 'widgets.category.not-valid',
  fromName: 'widgets.share.from.not-valid',
  toEmailAddress: 'settings.email.not-valid',
}
