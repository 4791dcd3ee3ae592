/** A day that a text names: YYYY-MM-DD, and whether it has its year. */
export interface NamedDay {
  day: string
  hasYear: boolean
}

/**
 * Lists the days that a formatted date or range names in a locale, read with the language's names of months. A day without a year is
 * one of the year of `today`, YYYY-MM-DD; the first of a range has the year of the last.
 */
export function listNamedDays(locale: string, text: string, today: string): NamedDay[] {
  const key = [locale, today.slice(0, 4), text].join('\n')
  const read = readTexts.get(key) ?? readNamedDays(locale, text, today)
  readTexts.set(key, read)
  return read
}

/** Texts repeat from day to day. */
const readTexts = new Map<string, NamedDay[]>()

function readNamedDays(locale: string, text: string, today: string): NamedDay[] {
  const months = getMonths(locale)
  const names = [...months.keys()].sort((a, b) => b.length - a.length).join('|')
  const pattern = new RegExp(
    `(?<![\\d:.])(?:(\\d{1,2})(?:er|\\.)?\\s?–\\s?)?(\\d{1,2})(?:er|\\.)?\\s(?:de\\s)?(${names})(?:\\s(?:de\\s)?(\\d{4}))?`,
    'giu',
  )
  const found = [...text.replaceAll(/[\u2009\u202f\u00a0]/gu, ' ').matchAll(pattern)].flatMap(
    ([, first, last, month = '', year]) =>
      [first, last].flatMap(date =>
        date === undefined ? [] : { date, month: months.get(month.toLowerCase())!, year },
      ),
  )
  return found.map(({ date, month, year }, index) => {
    const known = year ?? found.slice(index + 1).find(later => later.year)?.year
    const named = `${known ?? today.slice(0, 4)}-${month}-${date.padStart(2, '0')}`
    return { day: named, hasYear: known !== undefined }
  })
}

/** The numbers of a locale's months, '01' to '12', by their long names. */
function getMonths(locale: string): Map<string, string> {
  const known = monthsByLocale.get(locale)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' })
  const months = new Map(
    Array.from({ length: 12 }, (_, month) => {
      const parts = format.formatToParts(new Date(Date.UTC(2026, month, 15)))
      const name = parts.find(({ type }) => type === 'month')!.value
      return [name.toLowerCase(), String(month + 1).padStart(2, '0')] as const
    }),
  )
  monthsByLocale.set(locale, months)
  return months
}

const monthsByLocale = new Map<string, Map<string, string>>()
