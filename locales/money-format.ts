/**
 * Formats an amount in minor units as the locale writes it, '£48.90', '−£42.50'; exact, without floating point. The minus
 * sign is U+2212 in every language.
 */
export function formatMoney(locale: string, amount: number, currency: string): string {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? createMoneyFormat(locale, currency)
  formats.set(key, format)
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const paddedAmount = String(Math.abs(amount)).padStart(digits + 1, '0')
  const fraction = digits > 0 ? `.${paddedAmount.slice(-digits)}` : ''
  const decimal = `${amount < 0 ? '-' : ''}${paddedAmount.slice(0, paddedAmount.length - digits)}${fraction}`
  return format.format(decimal as Intl.StringNumericLiteral).replace('-', '\u2212')
}

const formats = new Map<string, Intl.NumberFormat>()

/**
 * Creates the format of amounts of money: with the symbol of the currency, or with its code (ISO 4217) where several
 * currencies have the symbol, such as 'kr'.
 */
function createMoneyFormat(locale: string, currency: string): Intl.NumberFormat {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value
  return SHARED_SYMBOLS.has(symbol)
    ? new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' })
    : format
}

/** Crowns, dollars, and yen or yuan. */
const SHARED_SYMBOLS = new Set<string | undefined>(['kr', 'kr.', '$', '¥'])
