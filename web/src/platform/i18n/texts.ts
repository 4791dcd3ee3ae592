import type { ReactNode } from 'react'
import { createIntl, createIntlCache, type IntlShape } from 'react-intl'
import type { Locale } from '#contract/brands.ts'
import type enGB from '#locales/en-GB.json'
import type { Messages } from './load-messages.ts'

/** Ids of the catalogue; en-GB has all of them. A type-only import: no catalogue is bundled. */
export type MessageId = keyof typeof enGB

export type TextValues = Record<string, string | number>
/** `{name}` may be a node, `<tag>` a function from its content to a node. */
export type RichValues = Record<string, ReactNode | ((content: ReactNode[]) => ReactNode)>

/**
 * The catalogue in use. `text` returns a string, `rich` a node; both fill in `{brand}`.
 * Can be used outside React (toasts, announcements, document titles).
 */
export interface Texts {
  locale: Locale
  text: (id: MessageId, values?: TextValues) => string
  rich: (id: MessageId, values?: RichValues) => ReactNode
  number: IntlShape['formatNumber']
}

/** `messages` are the parsed messages of `/locales/{locale}.json`; `brand` is the name shown to customers. */
export function createTexts(locale: Locale, messages: Messages, brand: string): Texts {
  const intl = createIntl({ locale, messages }, createIntlCache())
  return {
    locale,
    text: (id, values) => intl.formatMessage({ id }, { brand, ...values }),
    rich: (id, values) => intl.formatMessage({ id }, { brand, ...values }),
    number: intl.formatNumber,
  }
}
