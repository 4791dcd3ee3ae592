import { z } from 'zod'
import { currencyCode } from './input/currency-code.ts'
import { refuseRepeatedIds } from './input/repeated.ts'
import { nameText } from './input/text.ts'
import { webAddress } from './input/web-address.ts'
import { minorUnits } from './money.ts'
import { listBack, readBack, submission, version } from './retailer-states.ts'

const word = nameText({ max: 200 })
/** The language and region of a channel (BCP 47). */
const languageTag = word.check(z.refine(isLanguageTag))
/** In millimetres. */
const length = z.number().min(0).max(100_000)

/** An option of an article, such as its paper. */
const extraArticle = z.strictObject({
  id: word,
  title: word,
  options: z
    .array(z.strictObject({ id: word, title: word }))
    .max(100)
    .superRefine(refuseRepeatedIds),
})

const article = z.strictObject({
  /** The article's name in orders. */
  id: word,
  articleType: word,
  title: word,
  pageWidth: length.optional(),
  pageHeight: length.optional(),
  /** The pages of a photo book; of several variants those of this one. */
  pageCount: z.int().min(1).max(10_000).optional(),
  /** What one costs at least, in minor units of the channel's currency, taxes included and delivery not. */
  price: minorUnits.optional(),
  /** Whether the shop shows it. */
  visible: z.boolean().default(true),
  /** `rel` is the purpose of the link: `shop` is its page in the shop. */
  links: z
    .array(z.strictObject({ rel: word, url: webAddress }))
    .max(20)
    .default([]),
  extras: z.array(extraArticle).max(50).superRefine(refuseRepeatedIds).default([]),
})

/** A sales channel with its assortment, as the retailer sends it. */
export const retailerChannel = z.strictObject({
  version,
  vendor: z.strictObject({ id: word, locale: languageTag }),
  shopUrl: webAddress,
  currency: currencyCode,
  articles: z.array(article).max(2000).superRefine(refuseRepeatedIds),
})
export type RetailerChannel = z.infer<typeof retailerChannel>

export const putChannel = submission('merchandise', '/retailer/channels/:id', {
  serviceScope: 'merchandise:write',
  summary: 'Stores a version of a sales channel with its assortment (AA-111)',
  params: z.object({ id: nameText({ max: 100 }) }),
  body: retailerChannel,
})

export const getRetailerChannel = readBack(putChannel, {
  summary: 'A sales channel with its assortment as it was sent last (NX-358)',
})
export const getRetailerChannels = listBack(putChannel, {
  summary: 'Sales channels that were sent since an instant',
})

function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
