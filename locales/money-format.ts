/**
 * Creates the format of amounts of money: with the symbol of the currency, or with its code (ISO 4217) where several
 * currencies have the symbol, such as 'kr'.
 */
export function createMoneyFormat(locale: string, currency: string): Intl.NumberFormat {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value
  return SHARED_SYMBOLS.has(symbol)
    ? new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' })
    : format
}

/** Crowns, dollars, and yen or yuan. */
const SHARED_SYMBOLS = new Set<string | undefined>(['kr', 'kr.', '$', '¥'])
