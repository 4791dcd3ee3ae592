import AsyncLock from 'async-lock'
import { z } from 'zod'
import { ARTICLES, basePriceOf, currencyOf, PRINT_SIZES, type Prices } from './catalog.ts'
import { readJson, writeFile } from './storage/json-files.ts'

/** A change of an article by the back office. */
const articleChange = z.object({
  /** Number of price rises by a tenth. */
  raises: z.int().min(0).max(20),
  isWithdrawn: z.boolean(),
})
type ArticleChange = z.infer<typeof articleChange>

/** The articles that the shop sells now and their prices: the catalogue with the changes of the back office. */
export interface Assortment {
  pricesIn(country: string): Prices
  /** All articles and print sizes with their changes. */
  list(): { code: string; change: ArticleChange }[]
  /** Durable when it resolves. Throws for an unknown code. */
  change(code: string, change: (before: ArticleChange) => ArticleChange): Promise<void>
}

const UNCHANGED: ArticleChange = { raises: 0, isWithdrawn: false }
const CODES = [...PRINT_SIZES, ...ARTICLES].map(each => each.code)

/** Opens the file of the changes; no changes without one. */
export async function openAssortment(path: string): Promise<Assortment> {
  const stored = z.record(z.string(), articleChange).parse((await readJson(path)) ?? {})
  const changes = new Map(Object.entries(stored))
  const lock = new AsyncLock()
  const changeOf = (code: string) => changes.get(code) ?? UNCHANGED
  return {
    pricesIn(country) {
      const currency = currencyOf(country)
      return {
        currency,
        unitPrice: code => Math.round(basePriceOf(code, currency) * (1 + changeOf(code).raises / 10)),
        isSold: code => CODES.includes(code) && !changeOf(code).isWithdrawn,
      }
    },
    list: () => CODES.map(code => ({ code, change: changeOf(code) })),
    change: (code, change) =>
      lock.acquire('file', async () => {
        if (!CODES.includes(code)) throw new Error(`There is no article ${code}`)
        const after = new Map(changes).set(code, articleChange.parse(change(changeOf(code))))
        await writeFile(path, JSON.stringify(Object.fromEntries(after)))
        changes.set(code, after.get(code)!)
      }),
  }
}
