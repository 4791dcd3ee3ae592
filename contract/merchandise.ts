import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isStorableJson, text } from './input/text.ts'

/** The error message for a channel that the retailer has not sent. */
export const CHANNEL_NOT_FOUND = 'Channel Not Found'

/** Shop, currency and whole assortment of a channel. */
export const CHANNEL_QUERY = `query Channel($id: ID!) {
  channel(id: $id) {
    ID
    Vendor { ID Locale }
    ShopUrl
    Currency
    Articles {
      ID ArticleType Title PageHeight PageWidth Visible
      Links { Rel Url }
      Extras { ID Title Options { ID Title } }
    }
  }
}`

/** Names and links of a channel's articles, for pages; a subset of CHANNEL_QUERY. */
export const ARTICLE_NAMES_QUERY = `query ArticleNames($id: ID!) {
  channel(id: $id) { ShopUrl Currency Articles { ID Title Visible Links { Rel Url } } }
}`

/** By the specification of GraphQL, October 2021, 7.1.2. */
const graphqlError = z.object({
  message: z.string(),
  locations: z.array(z.object({ line: z.int().min(1), column: z.int().min(1) })).optional(),
  path: z.array(z.union([z.string(), z.int()])).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
})

export const queryMerchandise = endpoint('POST', 'merchandise', '', {
  policy: 'customer',
  summary:
    'A GraphQL query of the shop’s channels and articles (AA-111); a faulty one is answered with GraphQL errors',
  body: z.object({
    query: text({ max: 20_000 }),
    variables: z.record(z.string(), z.unknown()).refine(isStorableJson).nullish(),
    operationName: z.nullish(text({ max: 200 })),
  }),
  answer: z.object({
    data: z.record(z.string(), z.unknown()).nullish(),
    errors: z.array(graphqlError).optional(),
  }),
})

/** The answer to ARTICLE_NAMES_QUERY. */
export const articleNamesAnswer = z.object({
  channel: z.object({
    ShopUrl: z.string(),
    Currency: z.string(),
    Articles: z.array(
      z.object({
        ID: z.string(),
        Title: z.string(),
        Visible: z.boolean(),
        Links: z.array(z.object({ Rel: z.string(), Url: z.string() })),
      }),
    ),
  }),
})
export type MerchandiseChannel = z.infer<typeof articleNamesAnswer>['channel']
