import { type ArticleChange, RAISES_MAX } from '../catalog.ts'
import type { Shop } from '../context.ts'
import { createButtons, type OfficePage } from './page.ts'

/** The page of the articles: their prices, and whether they are sold. */
export const createArticlesPage = ({ assortment }: Shop): OfficePage => ({
  name: 'articles',
  title: 'Articles',
  text: 'What the shop sells, and what it costs.',
  list: page =>
    assortment.list().map(({ code, change }) => {
      const price = page.price(page.prices.getUnitPrice(code), page.prices.currency)
      return {
        id: code,
        title: code,
        facts: [change.isWithdrawn ? `${price} · no longer sold` : price],
        forms: [
          createButtons(
            Object.keys(ARTICLE_ACTIONS),
            name => {
              assortment.change(code, ARTICLE_ACTIONS[name]!)
            },
            name => ARTICLE_ACTIONS[name]!(change) === change,
          ),
        ],
      }
    }),
})

/** Each returns the same change when it is not possible. */
const ARTICLE_ACTIONS: Readonly<Record<string, (before: ArticleChange) => ArticleChange>> = {
  'raise-the-price': before =>
    before.isWithdrawn || before.raises >= RAISES_MAX ? before : { ...before, raises: before.raises + 1 },
  'stop-selling': before => (before.isWithdrawn ? before : { ...before, isWithdrawn: true }),
  'undo-changes': before =>
    before.isWithdrawn || before.raises > 0 ? { raises: 0, isWithdrawn: false } : before,
}
