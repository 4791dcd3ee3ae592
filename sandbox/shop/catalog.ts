import { z } from 'zod'
import catalog from './catalog.json' with { type: 'json' }
import type { Records } from './records.ts'

/** The kinds of products that can be ordered of a selection, beside prints. The studio pack is for business customers. */
export const PRODUCT_KINDS = ['photo-book', 'calendar', 'map-poster', 'frame', 'studio-pack'] as const
export type ProductKind = (typeof PRODUCT_KINDS)[number]
export const KINDS = ['prints', ...PRODUCT_KINDS] as const
export type Kind = (typeof KINDS)[number]

const currency = z.enum(['EUR', 'GBP', 'DKK', 'NOK', 'SEK'])
export type Currency = z.infer<typeof currency>
/** In minor units. */
const prices = z.record(currency, z.int())

/** A size of prints that is sold; its sides are in millimetres. */
const printSize = z.strictObject({ code: z.string(), long: z.int(), short: z.int(), prices })
export type PrintSize = z.infer<typeof printSize>

/** An article other than a print; all but a frame show the photos of the selection, a calendar some of them. */
const article = z.strictObject({
  code: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  /** Name of its variant in every language: sizes and numbers. */
  variant: z.string(),
  /** The paper of a poster, or the pages of a photo book with their number, in millimetres. */
  pages: z
    .strictObject({ pageWidth: z.int(), pageHeight: z.int(), pageCount: z.int().optional() })
    .optional(),
  /** Photos that it has room for, as a cover and twelve months; absent: all of the selection. */
  photosMax: z.int().optional(),
  prices,
})
export type Article = z.infer<typeof article>

const { printSizes, articles, shipping } = z
  .strictObject({ printSizes: z.array(printSize), articles: z.array(article), shipping: prices })
  .parse(catalog)
export const PRINT_SIZES = printSizes
export const ARTICLES = articles

/** Limits of the copies of one photo and of the prints of one order. */
export const QUANTITY_MAX = 99
export const PRINTS_MAX = 9999
/** Length of a product's title. */
export const TITLE_MAX = 80

export const findArticle = (code: string | undefined): Article | undefined =>
  ARTICLES.find(article => article.code === code)

/** Whether an article is made of the customer's photos, so that there is no right of withdrawal. */
export const isPersonalised = (code: string): boolean => findArticle(code)?.kind !== 'frame'

export const listArticles = (kind: ProductKind): Article[] =>
  ARTICLES.filter(article => article.kind === kind)

/** Returns the size with this code; the smallest one when the shop does not sell it. */
export const getPrintSize = (code: string | undefined): PrintSize =>
  PRINT_SIZES.find(size => size.code === code) ?? PRINT_SIZES[0]!

/** Prices in one currency, in minor units. */
export interface Prices {
  currency: Currency
  /** Price of one copy. */
  getUnitPrice(code: string): number
  /** False for withdrawn and unknown articles. */
  isSold(code: string): boolean
}

/** Most rises of the price of an article. */
export const RAISES_MAX = 20

/** A change of an article by the back office. */
export const articleChange = z.object({
  /** Number of price rises by a tenth. */
  raises: z.int().min(0).max(RAISES_MAX),
  isWithdrawn: z.boolean(),
})
export type ArticleChange = z.infer<typeof articleChange>

const NO_CHANGE: ArticleChange = { raises: 0, isWithdrawn: false }
const CODES = [...PRINT_SIZES, ...ARTICLES].map(({ code }) => code)

/** Returns the prices of the catalogue in a country, with changes of the back office. Throws for an unknown code. */
export function getPrices(country: string, getChange = (_code: string) => NO_CHANGE): Prices {
  const currency = getCurrency(country)
  return {
    currency,
    getUnitPrice(code) {
      const product = findArticle(code) ?? PRINT_SIZES.find(size => size.code === code)
      if (!product) throw new Error(`There is no article ${code}`)
      return Math.round(product.prices[currency] * (1 + getChange(code).raises / 10))
    },
    isSold: code => CODES.includes(code) && !getChange(code).isWithdrawn,
  }
}

/** The articles and print sizes that the shop sells now and their prices: the catalogue with the changes of the back office. */
export type Assortment = ReturnType<typeof createAssortment>

export function createAssortment(changes: Records<ArticleChange>) {
  const getChange = (code: string) => changes.find(code) ?? NO_CHANGE
  return {
    getPrices: (country: string) => getPrices(country, getChange),
    list: () => CODES.map(code => ({ code, change: getChange(code) })),
    /** Stored when it returns. Throws for an unknown code. */
    change(code: string, change: (before: ArticleChange) => ArticleChange): void {
      if (!CODES.includes(code)) throw new Error(`There is no article ${code}`)
      changes.upsert(code, before => articleChange.parse(change(before ?? NO_CHANGE)))
    },
  }
}

export const getCurrency = (country: string): Currency => CURRENCY_BY_COUNTRY[country] ?? 'EUR'

const CURRENCY_BY_COUNTRY: Record<string, Currency> = { GB: 'GBP', DK: 'DKK', NO: 'NOK', SE: 'SEK' }

/** Computes costs of prints and of copies of an article, in minor units; no shipping without either. */
export function computeCosts(
  lines: readonly { size: string; quantity: number }[],
  product: { article: string; quantity: number } | undefined,
  { currency, getUnitPrice }: Prices,
) {
  const prints = lines.reduce((sum, line) => sum + line.quantity, 0)
  const printsCost = lines.reduce((sum, { size, quantity }) => sum + quantity * getUnitPrice(size), 0)
  const productCost = product ? product.quantity * getUnitPrice(product.article) : 0
  const delivery = prints > 0 || product ? shipping[currency] : 0
  const total = printsCost + productCost + delivery
  return { prints, printsCost, productCost, shipping: delivery, total }
}
