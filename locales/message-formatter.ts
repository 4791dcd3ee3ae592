import { type Formatters, IntlMessageFormat } from 'intl-messageformat'
import type { CompiledMessages } from './compile.ts'

/** The parsed messages of one locale as functions; a message is prepared at its first use. */
export interface MessageFormatter {
  /**
   * The message with its values: a string, or a list of strings and results of values and tags if there are any. Throws for
   * an unknown id and for a missing value.
   */
  format: <Part = string>(id: string, values?: Values<Part>) => string | Part | (string | Part)[]
  number: (value: number, options?: Intl.NumberFormatOptions) => string
}

export type Values<Part> = Record<string, string | number | Part | ((content: (string | Part)[]) => Part)>

export function createMessageFormatter(locale: string, messages: CompiledMessages): MessageFormatter {
  const prepared = new Map<string, IntlMessageFormat>()
  const formatters: Formatters = {
    getNumberFormat: memoize((...parameters) => new Intl.NumberFormat(...parameters)),
    getDateTimeFormat: memoize((...parameters) => new Intl.DateTimeFormat(...parameters)),
    getPluralRules: memoize((...parameters) => new Intl.PluralRules(...parameters)),
  }
  const numberFormat = memoize((options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options))
  const prepare = (id: string) => {
    const message = messages[id]
    if (!message) throw new Error(`There is no message '${id}' in ${locale}`)
    const format = new IntlMessageFormat(message, locale, undefined, { formatters })
    prepared.set(id, format)
    return format
  }
  return {
    format: (id, values) => (prepared.get(id) ?? prepare(id)).format(values as never) as never,
    number: (value, options) => numberFormat(options).format(value),
  }
}

/** Memoizes `create` by its parameters, because creating an Intl formatter takes longer than formatting. */
function memoize<P extends unknown[], R>(create: (...parameters: P) => R): (...parameters: P) => R {
  const created = new Map<string, R>()
  return (...parameters) => {
    const key = JSON.stringify(parameters)
    const existing = created.get(key)
    if (existing) return existing
    const result = create(...parameters)
    created.set(key, result)
    return result
  }
}
