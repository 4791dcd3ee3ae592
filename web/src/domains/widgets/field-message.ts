import {
  SHARE_MESSAGE_MAX,
  SHOWN_NAME_MAX,
  WIDGET_DESCRIPTION_MAX,
  WIDGET_TITLE_MAX,
} from '#contract/input/widget.ts'
import { getLimitText } from '#web/platform/forms/limit-text.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'

/** Creates the function that returns the message for a field's issue in the forms of a widget or a gallery entry. */
export const createFieldMessageLookup =
  (texts: Texts) =>
  (field: string, issue: string): string => {
    const limit = LIMIT_BY_FIELD[field]
    const tooLong =
      issue === 'too-long' && limit
        ? getLimitText(texts, { label: texts.text(limit.label), max: limit.max }, issue)
        : undefined
    return tooLong ?? texts.text(MESSAGE_BY_FIELD[field] ?? 'settings.save-failed')
  }

const LIMIT_BY_FIELD: Record<string, { label: MessageId; max: number }> = {
  title: { label: 'widgets.field.title', max: WIDGET_TITLE_MAX },
  description: { label: 'widgets.field.description', max: WIDGET_DESCRIPTION_MAX },
  authorName: { label: 'widgets.field.author', max: SHOWN_NAME_MAX },
  fromName: { label: 'widgets.share.from', max: SHOWN_NAME_MAX },
  personalMessage: { label: 'widgets.share.message', max: SHARE_MESSAGE_MAX },
}

const MESSAGE_BY_FIELD: Record<string, MessageId> = {
  title: 'widgets.title.not-valid',
  authorName: 'widgets.author.not-valid',
  categoryId: 'widgets.category.not-valid',
  fromName: 'widgets.share.from.not-valid',
  toEmailAddress: 'sign-in.email-invalid',
}
