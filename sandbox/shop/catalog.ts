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

type PriceRow = readonly [EUR: number, GBP: number, DKK: number, NOK: number, SEK: number]
const toPrices = ([EUR, GBP, DKK, NOK, SEK]: PriceRow) => ({ EUR, GBP, DKK, NOK, SEK })

const createSize = (short: number, long: number, prices: PriceRow): PrintSize => ({
  code: `PRINT-${short / 10}X${long / 10}-GLOSSY`,
  long,
  short,
  prices: toPrices(prices),
})

export const PRINT_SIZES: readonly PrintSize[] = [
  createSize(100, 150, [19, 17, 150, 220, 220]),
  createSize(130, 180, [39, 35, 300, 450, 450]),
  createSize(200, 300, [199, 175, 1500, 2300, 2300]),
  createSize(300, 450, [449, 395, 3400, 5200, 5200]),
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
  /** Photos that it has room for; absent: all of the selection. */
  photosMax?: number
}

type More = Pick<Article, 'book' | 'poster' | 'photosMax'>
const createArticle = (
  kind: ProductKind,
  code: string,
  variant: string,
  prices: PriceRow,
  more?: More,
): Article => ({ code, kind, variant, prices: toPrices(prices), ...more })

/** Photos of a calendar: a cover and twelve months. */
export const CALENDAR_PHOTOS_MAX = 13

const SMALL_PRICES: PriceRow = [1995, 1695, 14900, 22900, 22500]
const LARGE_PRICES: PriceRow = [3495, 2995, 25900, 39900, 38900]

export const ARTICLES: readonly Article[] = [
  createArticle('photo-book', 'BOOK-21X21-24', '21 × 21 cm', [2995, 2595, 22500, 34900, 33900], {
    book: { pages: 24, width: 210, height: 210 },
  }),
  createArticle('photo-book', 'BOOK-28X28-48', '28 × 28 cm', [5495, 4795, 40900, 63900, 61900], {
    book: { pages: 48, width: 280, height: 280 },
  }),
  createArticle('calendar', 'CALENDAR-21X30', '21 × 30 cm', [1995, 1795, 14900, 22900, 22500], {
    photosMax: CALENDAR_PHOTOS_MAX,
  }),
  createArticle('map-poster', 'MAP-POSTER-30X40', '30 × 40 cm', SMALL_PRICES, {
    poster: { width: 300, height: 400 },
  }),
  createArticle('map-poster', 'MAP-POSTER-50X70', '50 × 70 cm', LARGE_PRICES, {
    poster: { width: 500, height: 700 },
  }),
  createArticle('frame', 'FRAME-OAK-30X40', '30 × 40 cm', LARGE_PRICES),
  createArticle('studio-pack', 'STUDIO-PACK-100', '100', [8900, 7700, 66500, 103000, 99900]),
  createArticle('studio-pack', 'STUDIO-PACK-500', '500', [34900, 29900, 260000, 405000, 390000]),
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

const SHIPPING: Record<Currency, number> = { EUR: 299, GBP: 249, DKK: 2500, NOK: 3900, SEK: 3900 }

/** Limits of the copies of one photo and of the prints of one order. */
export const QUANTITY_MAX = 99
export const PRINTS_MAX = 9999
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

/** Computes costs of prints and of copies of an article, in minor units; no shipping without either. */
export function computeCosts(
  lines: readonly OrderLine[],
  product: { article: string; quantity: number } | undefined,
  { currency, getUnitPrice }: Prices,
) {
  const prints = lines.reduce((sum, line) => sum + line.quantity, 0)
  const printsCost = lines.reduce((sum, { size, quantity }) => sum + quantity * getUnitPrice(size), 0)
  const productCost = product ? product.quantity * getUnitPrice(product.article) : 0
  const shipping = prints > 0 || product ? SHIPPING[currency] : 0
  return { prints, printsCost, productCost, shipping, total: printsCost + productCost + shipping }
}
