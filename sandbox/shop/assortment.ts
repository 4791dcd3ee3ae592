import { z } from 'zod'
import { ARTICLES, getBasePrices, PRINT_SIZES, type Prices } from './catalog.ts'
import type { Records } from './records.ts'

/** Most rises of the price of an article. */
export const RAISES_MAX = 20

/** A change of an article by the back office. */
export const articleChange = z.object({
  /** Number of price rises by a tenth. */
  raises: z.int().min(0).max(RAISES_MAX),
  isWithdrawn: z.boolean(),
})
export type ArticleChange = z.infer<typeof articleChange>

/** The articles that the shop sells now and their prices: the catalogue with the changes of the back office. */
export interface Assortment {
  getPrices(country: string): Prices
  /** All articles and print sizes with their changes. */
  list(): { code: string; change: ArticleChange }[]
  /** Stored when it returns. Throws for an unknown code. */
  change(code: string, change: (before: ArticleChange) => ArticleChange): void
}

const NO_CHANGE: ArticleChange = { raises: 0, isWithdrawn: false }
const CODES = [...PRINT_SIZES, ...ARTICLES].map(each => each.code)

/** Creates the assortment from the stored changes. */
export function createAssortment(changes: Records<ArticleChange>): Assortment {
  const getChange = (code: string) => changes.find(code) ?? NO_CHANGE
  return {
    getPrices(country) {
      const { currency, getUnitPrice } = getBasePrices(country)
      return {
        currency,
        getUnitPrice: code => Math.round(getUnitPrice(code) * (1 + getChange(code).raises / 10)),
        isSold: code => CODES.includes(code) && !getChange(code).isWithdrawn,
      }
    },
    list: () => CODES.map(code => ({ code, change: getChange(code) })),
    change(code, change) {
      if (!CODES.includes(code)) throw new Error(`There is no article ${code}`)
      changes.upsert(code, before => articleChange.parse(change(before ?? NO_CHANGE)))
    },
  }
}
