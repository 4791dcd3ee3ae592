import { createElement, Fragment, type ReactNode } from 'react'
import type { HostBrand, Locale } from '#contract/brands.ts'
import type { CompiledMessages } from '#locales/compile.ts'
import type enGB from '#locales/en-GB.json'
import { createMessageFormatter, type Values } from '#locales/message-formatter.ts'

/** Ids of the catalogue; en-GB has all of them. A type-only import: no catalogue is bundled. */
export type MessageId = keyof typeof enGB

export type TextValues = Record<string, string | number>
/** `{name}` may be a node, `<tag>` a function from its content to a node. */
export type RichValues = Record<string, ReactNode | ((content: ReactNode[]) => ReactNode)>

/**
 * The catalogue in use. `text` returns a string, `rich` a node; both fill in `{brand}`. A `<link>` is only its words in a
 * string, as in toasts; ContactText makes it a link.
 * Can be used outside React (toasts, announcements, document titles).
 */
export interface Texts {
  /** Itself, so that a component takes it and its functions at once. */
  texts: Texts
  locale: Locale
  /** IANA zone of all shown instants: the zone of the customer's brand, before the sign-in of the host's brand. */
  timeZone: string
  text: (id: MessageId, values?: TextValues) => string
  rich: (id: MessageId, values?: RichValues) => ReactNode
  number: (value: number, options?: Intl.NumberFormatOptions) => string
}

/**
 * `messages` are the parsed messages of `/locales/{locale}.json`; `brand` has the name shown to customers and its zone.
 * A text that cannot be formatted is replaced by its id: a screen never fails because of one text.
 */
export function createTexts(
  locale: Locale,
  messages: CompiledMessages,
  brand: Pick<HostBrand, 'name' | 'timeZone'>,
): Texts {
  const formatter = createMessageFormatter(locale, messages)
  const format = (id: MessageId, values: Values<ReactNode> | undefined) => {
    try {
      return formatter.format<ReactNode>(id, { brand: brand.name, ...values })
    } catch (error) {
      console.error(error)
      return id
    }
  }
  const texts: Texts = {
    get texts() {
      return texts
    },
    locale,
    timeZone: brand.timeZone,
    text: (id, values) => format(id, { link: joinContent, ...values }) as string,
    rich: (id, values) => withKeys(format(id, values && withKeyedContent(values))),
    number: formatter.number,
  }
  return texts
}

const joinContent = (content: ReactNode[]) => content.join('')

/** React requires keys for the nodes of a list. */
const withKeys = (content: ReactNode) =>
  Array.isArray(content)
    ? content.map((node: ReactNode, index) => createElement(Fragment, { key: index }, node))
    : content

const withKeyedContent = (values: RichValues): Values<ReactNode> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (content: ReactNode[]) => value(withKeys(content) as ReactNode[]) : value,
    ]),
  )
