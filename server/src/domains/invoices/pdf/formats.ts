import type { Locale } from '#contract/brands.ts'
import { type InvoiceDocument, QUANTITY_DECIMALS } from '#contract/invoice-document.ts'
import { createDateFormat } from '#locales/date-format.ts'
import { formatMoney } from '#locales/money-format.ts'

/** Formats numbers, amounts and dates in the locale of an invoice. */
export interface Formats {
  /** An amount of minor units with its currency. */
  money(amount: number): string
  /** A rate in hundredths of a percent: 2000 is 20 %. */
  percent(rate: number): string
  /** A calendar day, YYYY-MM-DD. */
  date(day: string): string
  dates(from: string, to: string): string
  country(code: string): string
  /** A quantity with its unit (UN/ECE recommendation 20); a unit without a name is shown by its code. */
  quantity(value: number, unit: string): string
}

/** Creates the formats of an invoice's locale and currency. */
export function createFormats({ locale, currency }: Pick<InvoiceDocument, 'locale' | 'currency'>): Formats {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const date = createDateFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const country = new Intl.DisplayNames(locale, { type: 'region' })
  const units = new Map<string, Intl.NumberFormat>()
  return {
    money: amount => formatMoney(locale, amount, currency),
    percent: rate => percent.format(formatDecimal(rate, 4)),
    date: day => date.format(toDate(day)),
    dates: (from, to) => date.formatRange(toDate(from), toDate(to)),
    country: code => country.of(code) ?? code,
    quantity(value, unit) {
      const format = units.get(unit) ?? createUnitFormat(locale, unit)
      units.set(unit, format)
      return format.format(value) + (PIECE_UNITS.has(unit) || unit in INTL_UNIT_BY_CODE ? '' : ` ${unit}`)
    },
  }
}

/** Returns an amount of minor units as a decimal number with the currency's digits, for XML. */
export function toDecimal(amount: number, currency: string): Decimal {
  return formatDecimal(amount, getCurrencyDigits(currency))
}

function getCurrencyDigits(currency: string): number {
  let digits = digitsByCurrency.get(currency)
  if (digits === undefined) {
    const options = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    digits = options.maximumFractionDigits ?? 2
    digitsByCurrency.set(currency, digits)
  }
  return digits
}

const digitsByCurrency = new Map<string, number>()

/** Moves the decimal point to the left: decimal(-5, 2) is '-0.05'. */
export function formatDecimal(value: number, digits: number): Decimal {
  const digitText = String(Math.abs(value)).padStart(digits + 1, '0')
  const point = digitText.length - digits
  return `${value < 0 ? '-' : ''}${digitText.slice(0, point)}${digits > 0 ? `.${digitText.slice(point)}` : ''}` as Decimal
}

export type Decimal = `${number}`

/** Returns the start of a calendar day, YYYY-MM-DD, in UTC. */
export const toDate = (day: string) => new Date(`${day}T00:00:00Z`)

/** Pieces and units without a name are formatted as plain numbers. */
function createUnitFormat(locale: Locale, unit: string): Intl.NumberFormat {
  const name = INTL_UNIT_BY_CODE[unit]
  const digits = { maximumFractionDigits: QUANTITY_DECIMALS }
  return new Intl.NumberFormat(
    locale,
    name ? { ...digits, style: 'unit', unit: name, unitDisplay: 'short' } : digits,
  )
}

/** Codes of pieces in UN/ECE recommendation 20. */
const PIECE_UNITS = new Set(['H87', 'C62', 'EA', 'XPP'])

const INTL_UNIT_BY_CODE: Readonly<Record<string, string>> = {
  KGM: 'kilogram',
  GRM: 'gram',
  MTR: 'meter',
  CMT: 'centimeter',
  LTR: 'liter',
  KMT: 'kilometer',
  MIN: 'minute',
  HUR: 'hour',
  DAY: 'day',
  WEE: 'week',
  MON: 'month',
  ANN: 'year',
}
