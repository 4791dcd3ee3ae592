/** Formats instants in a locale; `formatRange`: both ends included. */
export interface DateFormat {
  format(instant: Date | number): string
  formatRange(from: Date | number, to: Date | number): string
}

/**
 * Creates a format of instants as the language writes days: French the first day of a month as '1er', Italian without the zero
 * that Intl puts before days of ranges, Portuguese short months as '28 nov.' instead of '28/11'. Creating one is far more
 * expensive than formatting.
 */
export function createDateFormat(locale: string, options: Intl.DateTimeFormatOptions): DateFormat {
  const isShortPortuguese = options.month === 'short' && locale.startsWith('pt')
  const format = new Intl.DateTimeFormat(locale, isShortPortuguese ? { ...options, month: 'long' } : options)
  if (isShortPortuguese) {
    const join = (parts: readonly Intl.DateTimeFormatPart[]) => parts.map(shortenPortuguese).join('')
    return {
      format: date => join(format.formatToParts(date)),
      formatRange: (from, to) => join(format.formatRangeToParts(from, to)),
    }
  }
  const correct = options.day === '2-digit' ? undefined : CORRECTIONS[locale.slice(0, 2)]
  if (!correct) return format
  const join = (parts: readonly Intl.DateTimeFormatPart[]) => {
    // Days of numeric dates stay as they are: '01/12/2026'.
    const hasName = parts.some(({ type, value }) => type === 'month' && /\p{L}/u.test(value))
    return parts.map(({ type, value }) => (type === 'day' && hasName ? correct(value) : value)).join('')
  }
  return {
    format: date => join(format.formatToParts(date)),
    formatRange: (from, to) => join(format.formatRangeToParts(from, to)),
  }
}

const shortenPortuguese = ({ type, value }: Intl.DateTimeFormatPart): string =>
  type === 'month' ? `${value.slice(0, 3)}.` : value.replace(/^ de $/, ' ')

const CORRECTIONS: Readonly<Record<string, (day: string) => string>> = {
  fr: day => (day === '1' ? '1er' : day),
  it: day => day.replace(/^0/, ''),
}
