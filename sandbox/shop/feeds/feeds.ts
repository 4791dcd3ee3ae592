import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { brands, defaultBrand } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { putChannel } from '#contract/retailer-merchandise.ts'
import { putArticleGroups, putCampaign } from '#contract/retailer-orders.ts'
import { ARTICLES, KINDS, listArticles, PRINT_SIZES, type Prices } from '../catalog.ts'
import { createMessages, type Message } from '../keepsake-calls/push.ts'
import { nameArticle } from '../pages/page.ts'
import type { Records } from '../records.ts'
import { getTexts } from '../texts/texts.ts'

/** What Keepsake receives beside orders: complete and versioned. */
interface Feed {
  key: string
  body: object
  createMessages(version: number): Message[]
}

const createFeed = <E extends Endpoint>(
  key: string,
  endpoint: E,
  params: z.input<E['params']>,
  body: Omit<z.input<E['body']>, 'version'>,
): Feed => ({
  key,
  body,
  createMessages: version => createMessages(key, endpoint, params, { version, ...body } as never),
})

/**
 * Creates the kinds of the catalogue as article groups (AA-082), the campaigns that brands name (AA-070), and the
 * assortments of all channels (AA-111).
 */
export const createFeeds = (now: Date, getPrices: (country: string) => Prices): Feed[] => [
  createFeed('articleGroups', putArticleGroups, undefined, { articleGroups: createArticleGroups() }),
  ...createCampaigns(now),
  ...brands.map(brand => {
    const { channel: id, country } = brand
    return createFeed(`channels/${id}`, putChannel, { id }, createChannel(brand, getPrices(country)))
  }),
]

/** The last version of one feed. */
export const storedFeed = z.object({ version: z.int(), body: z.record(z.string(), z.unknown()) })

/**
 * Gives each feed a new version if its content has changed since the last start, and stores it, so that a killed process
 * sends it again with the same content. A version is the time of the change in seconds, and at least one more than the
 * previous version, so that it is higher than Keepsake's even if the file is lost.
 */
export function storeFeeds(
  stored: Records<z.infer<typeof storedFeed>>,
  feeds: readonly Feed[],
  now: Date,
): Message[] {
  const seconds = Math.floor(now.getTime() / 1000)
  return feeds.flatMap(({ key, body, createMessages }) => {
    const { version } = stored.upsert(key, before =>
      before && isDeepStrictEqual(before.body, body)
        ? before
        : { version: Math.max(seconds, (before?.version ?? 0) + 1), body: { ...body } },
    )
    return createMessages(version)
  })
}

/** Article groups, which are the same for customers of all brands: names are those of the default brand. */
function createArticleGroups() {
  const { text } = getTexts(defaultBrand)
  return KINDS.map(kind => {
    const articles = kind === 'prints' ? [] : listArticles(kind)
    return {
      id: kind,
      name: text(`kind.${kind}`),
      articleNames: (kind === 'prints' ? PRINT_SIZES : articles).map(({ code }) => code),
      hasWidgets: articles.some(({ pages }) => pages?.pageCount),
    }
  })
}

/** The shop's campaigns: the day of the year before which to order, in UTC. */
const CAMPAIGNS: Record<string, { month: number; day: number; occasion: 'christmas' }> = {
  christmas: { month: 12, day: 15, occasion: 'christmas' },
}

function createCampaigns(now: Date): Feed[] {
  const names = new Set(brands.flatMap(({ campaign }) => campaign ?? []))
  return [...names].flatMap(name => {
    const campaign = CAMPAIGNS[name]
    if (!campaign) return []
    const { month, day, occasion } = campaign
    const orderBefore = new Date(Date.UTC(now.getUTCFullYear(), month - 1, day)).toISOString()
    return createFeed(`campaigns/${name}`, putCampaign, { name }, { orderBefore, occasion })
  })
}

type Channel = Omit<z.input<typeof putChannel.body>, 'version'>

/** Creates the assortment of a brand's sales channel, in its language; a withdrawn article is not visible (AA-111). */
export function createChannel(brand: Brand, { currency, getUnitPrice, isSold }: Prices): Channel {
  const texts = getTexts(brand)
  const { shop } = brand.addresses
  const getDetails = (code: string) => ({
    id: code,
    title: nameArticle(texts, code),
    price: getUnitPrice(code),
    visible: isSold(code),
    links: [{ rel: 'shop', url: shop }],
  })
  return {
    vendor: { id: brand.vendor, locale: brand.locale },
    shopUrl: shop,
    currency,
    articles: [
      ...PRINT_SIZES.map(size => ({
        ...getDetails(size.code),
        articleType: 'prints',
        pageWidth: size.long,
        pageHeight: size.short,
      })),
      ...ARTICLES.map(article => ({
        ...getDetails(article.code),
        articleType: article.kind,
        ...article.pages,
      })),
    ],
  }
}
