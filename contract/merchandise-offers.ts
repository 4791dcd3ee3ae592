import { z } from 'zod'
import { currency, minorUnits } from './money.ts'

/** Pages and prices of a channel's visible articles, for pages that say what a product costs at least. */
export const OFFERS_QUERY = `query Offers($id: ID!) {
  channel(id: $id) { Currency Articles { ArticleType PageCount Price Visible } }
}`

/** The answer to OFFERS_QUERY. */
export const offersAnswer = z.object({
  channel: z.object({
    Currency: currency,
    Articles: z.array(
      z.object({
        ArticleType: z.string(),
        PageCount: z.int().min(1).nullable(),
        Price: minorUnits.nullable(),
        Visible: z.boolean(),
      }),
    ),
  }),
})
