import { z } from 'zod'
import { ARTICLES, getBasePrice, getCurrency, PRINT_SIZES, type Prices } from './catalog.ts'
import { openJsonMap } from './storage/json-files.ts'

/** A change of an article by the back office. */
const articleChange = z.object({
  /** Number of price rises by a tenth. */
  raises: z.int().min(0).max(20),
  isWithdrawn: z.boolean(),
})
type ArticleChange = z.infer<typeof articleChange>

/** The articles that the shop sells now and their prices: the catalogue with the changes of the back office. */
export interface Assortment {
  getPrices(country: string): Prices
  /** All articles and print sizes with their changes. */
  list(): { code: string; change: ArticleChange }[]
  /** Durable when it resolves. Throws for an unknown code. */
  change(code: string, change: (before: ArticleChange) => ArticleChange): Promise<void>
}

const NO_CHANGE: ArticleChange = { raises: 0, isWithdrawn: false }
const CODES = [...PRINT_SIZES, ...ARTICLES].map(each => each.code)

/** Opens the file of the changes; no changes without one. */
export async function openAssortment(path: string): Promise<Assortment> {
  const changes = await openJsonMap(path, articleChange)
  const getChange = (code: string) => changes.find(code) ?? NO_CHANGE
  return {
    getPrices(country) {
      const currency = getCurrency(country)
      return {
        currency,
        getUnitPrice: code => Math.round(getBasePrice(code, currency) * (1 + getChange(code).raises / 10)),
        isSold: code => CODES.includes(code) && !getChange(code).isWithdrawn,
      }
    },
    list: () => CODES.map(code => ({ code, change: getChange(code) })),
    async change(code, change) {
      if (!CODES.includes(code)) throw new Error(`There is no article ${code}`)
      await changes.change(code, before => articleChange.parse(change(before ?? NO_CHANGE)))
    },
  }
}
