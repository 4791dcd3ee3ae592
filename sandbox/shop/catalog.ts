import type { PrintSize as Paper } from '#contract/print-quality.ts'

/** A size of prints that is sold. */
export interface PrintSize extends Paper {
  code: string
  /** Price of one print in each currency, in minor units. */
  prices: Record<Currency, number>
}

export type Currency = 'EUR' | 'GBP' | 'DKK' | 'NOK' | 'SEK'

/** Prices in one currency, in minor units. */
export interface Prices {
  currency: Currency
  /** Price of one copy. */
  getUnitPrice(code: string): number
  /** False for withdrawn and unknown articles. */
  isSold(code: string): boolean
}

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

/** The kinds of products that can be ordered of a selection. The studio pack is for business customers. */
export const KINDS = ['prints', 'photo-book', 'calendar', 'map-poster', 'frame', 'studio-pack'] as const
export type Kind = (typeof KINDS)[number]
export type ProductKind = Exclude<Kind, 'prints'>

/** An article other than a print; all but a frame show the photos of the selection, a calendar some of them. */
export interface Article {
  code: string
  kind: ProductKind
  /** Name of its variant in every language: sizes and numbers. */
  variant: string
  /** Pages of a photo book, and their size in millimetres. */
  book?: { pages: number; width: number; height: number }
  /** Price of one in each currency, in minor units. */
  prices: Record<Currency, number>
  /** The paper of a poster, in millimetres. */
  poster?: { width: number; height: number }
}

export const ARTICLES: readonly Article[] = [
  {
    code: 'BOOK-21X21-24',
    kind: 'photo-book',
    variant: '21 × 21 cm',
    book: { pages: 24, width: 210, height: 210 },
    prices: { EUR: 2995, GBP: 2595, DKK: 22500, NOK: 34900, SEK: 33900 },
  },
  {
    code: 'BOOK-28X28-48',
    kind: 'photo-book',
    variant: '28 × 28 cm',
    book: { pages: 48, width: 280, height: 280 },
    prices: { EUR: 5495, GBP: 4795, DKK: 40900, NOK: 63900, SEK: 61900 },
  },
  {
    code: 'CALENDAR-21X30',
    kind: 'calendar',
    variant: '21 × 30 cm',
    prices: { EUR: 1995, GBP: 1795, DKK: 14900, NOK: 22900, SEK: 22500 },
  },
  {
    code: 'MAP-POSTER-30X40',
    kind: 'map-poster',
    variant: '30 × 40 cm',
    prices: { EUR: 1995, GBP: 1695, DKK: 14900, NOK: 22900, SEK: 22500 },
    poster: { width: 300, height: 400 },
  },
  {
    code: 'MAP-POSTER-50X70',
    kind: 'map-poster',
    variant: '50 × 70 cm',
    prices: { EUR: 3495, GBP: 2995, DKK: 25900, NOK: 39900, SEK: 38900 },
    poster: { width: 500, height: 700 },
  },
  {
    code: 'FRAME-OAK-30X40',
    kind: 'frame',
    variant: '30 × 40 cm',
    prices: { EUR: 3495, GBP: 2995, DKK: 25900, NOK: 39900, SEK: 38900 },
  },
  {
    code: 'STUDIO-PACK-100',
    kind: 'studio-pack',
    variant: '100',
    prices: { EUR: 8900, GBP: 7700, DKK: 66500, NOK: 103000, SEK: 99900 },
  },
  {
    code: 'STUDIO-PACK-500',
    kind: 'studio-pack',
    variant: '500',
    prices: { EUR: 34900, GBP: 29900, DKK: 260000, NOK: 405000, SEK: 390000 },
  },
]

export const findArticle = (code: string | undefined): Article | undefined =>
  ARTICLES.find(article => article.code === code)

/** Whether an article is made of the customer's photos, so that there is no right of withdrawal. */
export const isPersonalised = (code: string): boolean => findArticle(code)?.kind !== 'frame'

export const listArticles = (kind: ProductKind): Article[] =>
  ARTICLES.filter(article => article.kind === kind)

/** Returns the price of one article or print in the catalogue, in minor units; throws for an unknown code. */
export function getBasePrice(code: string, currency: Currency): number {
  const product = findArticle(code) ?? PRINT_SIZES.find(size => size.code === code)
  if (!product) throw new Error(`There is no article ${code}`)
  return product.prices[currency]
}

/** The prices of the catalogue in a country, before changes of the back office. */
export function getBasePrices(country: string): Prices {
  const currency = getCurrency(country)
  return { currency, getUnitPrice: code => getBasePrice(code, currency), isSold: () => true }
}

/** Computes costs of several copies of one article, and of prints that are ordered with it, in minor units. */
export function computeArticleTotal(
  article: Article,
  quantity: number,
  { currency, getUnitPrice: unitPrice }: Prices,
  { goods: prints = 0 }: { goods?: number } = {},
) {
  const [goods, shipping] = [unitPrice(article.code) * quantity, SHIPPING[currency]]
  return { goods, shipping, total: goods + prints + shipping }
}

const SHIPPING: Record<Currency, number> = { EUR: 299, GBP: 249, DKK: 2500, NOK: 3900, SEK: 3900 }

/** Limits of the copies of one photo and of the prints of one order. */
export const QUANTITY_MAX = 99
export const PRINTS_MAX = 9999
/** Photos of a calendar: a cover and twelve months. */
export const CALENDAR_PHOTOS_MAX = 13
/** Length of a product's title. */
export const TITLE_MAX = 80

/** Returns the size with this code; the smallest one when the shop does not sell it. */
export function getPrintSize(code: string | undefined): PrintSize {
  return PRINT_SIZES.find(size => size.code === code) ?? PRINT_SIZES[0]!
}

export function getCurrency(country: string): Currency {
  return CURRENCY_BY_COUNTRY[country] ?? 'EUR'
}

const CURRENCY_BY_COUNTRY: Record<string, Currency> = { GB: 'GBP', DK: 'DKK', NO: 'NOK', SE: 'SEK' }

export interface OrderLine {
  size: string
  quantity: number
}

/** Computes costs of order lines in minor units; no shipping without a print. */
export function computeTotal(lines: readonly OrderLine[], { currency, getUnitPrice: unitPrice }: Prices) {
  const prints = lines.reduce((sum, line) => sum + line.quantity, 0)
  const goods = lines.reduce((sum, line) => sum + line.quantity * unitPrice(getPrintSize(line.size).code), 0)
  const shipping = prints > 0 ? SHIPPING[currency] : 0
  return { prints, goods, shipping, total: goods + shipping }
}
