import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nameText } from './input/text.ts'
import { webAddress } from './input/web-address.ts'
import { currency } from './money.ts'
import { version, versionAnswer } from './retailer-orders.ts'

const word = nameText({ max: 200 })
/** In millimetres. */
const length = z.number().min(0).max(100_000)

/** An option of an article, such as its paper. */
const extraArticle = z.strictObject({
  id: word,
  title: word,
  options: z.array(z.strictObject({ id: word, title: word })).max(100),
})

const article = z.strictObject({
  /** The article's name in orders. */
  id: word,
  articleType: word,
  title: word,
  pageWidth: length.optional(),
  pageHeight: length.optional(),
  /** Whether the shop shows it. */
  visible: z.boolean().default(true),
  /** `rel` is the purpose of the link: `shop` is its page in the shop. */
  links: z
    .array(z.strictObject({ rel: word, url: webAddress }))
    .max(20)
    .default([]),
  extras: z.array(extraArticle).max(50).default([]),
})

/** A sales channel with its assortment, as the retailer sends it. */
export const retailerChannel = z.strictObject({
  version,
  vendor: z.strictObject({ id: word, locale: word }),
  shopUrl: webAddress,
  currency,
  articles: z
    .array(article)
    .max(2000)
    .refine(articles => new Set(articles.map(({ id }) => id)).size === articles.length, {
      error: 'conflict',
    }),
})
export type RetailerChannel = z.infer<typeof retailerChannel>

export const putChannel = endpoint({
  method: 'PUT',
  service: 'merchandise',
  path: '/retailer/channels/:id',
  policy: 'service',
  summary: 'Stores a version of a sales channel with its assortment (AA-111)',
  params: z.object({ id: nameText({ max: 100 }) }),
  body: retailerChannel,
  answer: versionAnswer,
  errors: ['bad-request', 'unauthorized', 'conflict'],
})
