/** A size of prints; `long` and `short` are the sides of the paper in millimetres. */
export interface PrintSize {
  code: string
  long: number
  short: number
  /** Price of one print in each currency, in minor units. */
  prices: Record<Currency, number>
}

export type Currency = 'EUR' | 'GBP' | 'DKK' | 'NOK' | 'SEK'

export const PRINT_SIZES: readonly PrintSize[] = [
  {
    code: 'PRINT-10X15-GLOSSY',
    long: 150,
    short: 100,
    prices: { EUR: 19, GBP: 17, DKK: 150, NOK: 220, SEK: 220 },
  },
  {
    code: 'PRINT-13X18-GLOSSY',
    long: 180,
    short: 130,
    prices: { EUR: 39, GBP: 35, DKK: 300, NOK: 450, SEK: 450 },
  },
  {
    code: 'PRINT-20X30-GLOSSY',
    long: 300,
    short: 200,
    prices: { EUR: 199, GBP: 175, DKK: 1500, NOK: 2300, SEK: 2300 },
  },
  {
    code: 'PRINT-30X45-GLOSSY',
    long: 450,
    short: 300,
    prices: { EUR: 449, GBP: 395, DKK: 3400, NOK: 5200, SEK: 5200 },
  },
]

const SHIPPING: Record<Currency, number> = { EUR: 299, GBP: 249, DKK: 2500, NOK: 3900, SEK: 3900 }

/** Limits of the copies of one photo and of the prints of one order. */
export const QUANTITY_MAX = 99
export const PRINTS_MAX = 9999

/** The size with that code; the smallest one when the shop does not sell it. */
export function sizeOf(code: string | undefined): PrintSize {
  return PRINT_SIZES.find(size => size.code === code) ?? PRINT_SIZES[0]!
}

export function currencyOf(country: string): Currency {
  return CURRENCIES[country] ?? 'EUR'
}

const CURRENCIES: Record<string, Currency> = { GB: 'GBP', DK: 'DKK', NO: 'NOK', SE: 'SEK' }

export interface OrderLine {
  size: string
  quantity: number
}

/** Costs of order lines in minor units; no shipping without a print. */
export function totalOf(lines: readonly OrderLine[], currency: Currency) {
  const prints = lines.reduce((sum, line) => sum + line.quantity, 0)
  const goods = lines.reduce((sum, line) => sum + line.quantity * sizeOf(line.size).prices[currency], 0)
  const shipping = prints > 0 ? SHIPPING[currency] : 0
  return { prints, goods, shipping, total: goods + shipping }
}
