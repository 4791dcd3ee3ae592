import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { brands, defaultBrand } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import { putChannel } from '#contract/retailer-merchandise.ts'
import { putArticleGroups, putCampaign } from '#contract/retailer-orders.ts'
import { ARTICLES, KINDS, PRINT_SIZES, type Prices } from '../catalog.ts'
import type { Message } from '../keepsake-calls/push.ts'
import type { KeepsakeClient } from '../keepsake-client.ts'
import { formatArticleName, formatSize } from '../pages/page.ts'
import type { Records } from '../records.ts'
import { getTexts } from '../texts/texts.ts'

/** What Keepsake receives beside orders: complete and versioned; `send` adds the version to the body. */
interface Feed {
  key: string
  body: object
  send(keepsake: KeepsakeClient, version: number): Promise<unknown>
}

/**
 * Creates the kinds of the catalogue as article groups (AA-082), the campaigns that brands name (AA-070), and the
 * assortments of all channels (AA-111).
 */
export function createFeeds(now: Date, getPrices: (country: string) => Prices): Feed[] {
  return [
    createArticleGroups(),
    ...createCampaigns(now),
    ...brands.map((brand): Feed => {
      const body = createChannel(brand, getPrices(brand.country))
      return {
        key: `channels/${brand.channel}`,
        body,
        send: (keepsake, version) =>
          keepsake.call(putChannel, { params: { id: brand.channel }, body: { version, ...body } }),
      }
    }),
  ]
}

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
  return feeds.map(({ key, body, send }) => {
    const { version } = stored.upsert(key, before =>
      before && isDeepStrictEqual(before.body, body)
        ? before
        : { version: Math.max(seconds, (before?.version ?? 0) + 1), body: { ...body } },
    )
    return { key, version, send: keepsake => send(keepsake, version) }
  })
}

/** Article groups, which are the same for customers of all brands: names are those of the default brand. */
function createArticleGroups(): Feed {
  const { text } = getTexts(defaultBrand)
  const articleGroups = KINDS.map(kind => ({
    id: kind,
    name: text(`kind.${kind}`),
    articleNames:
      kind === 'prints'
        ? PRINT_SIZES.map(({ code }) => code)
        : ARTICLES.filter(article => article.kind === kind).map(({ code }) => code),
    hasWidgets: ARTICLES.some(article => article.kind === kind && article.pages?.pageCount),
  }))
  return {
    key: 'articleGroups',
    body: { articleGroups },
    send: (keepsake, version) => keepsake.call(putArticleGroups, { body: { version, articleGroups } }),
  }
}

/** The shop's campaigns: the day of the year before which to order, in UTC. */
const CAMPAIGNS: Record<string, { month: number; day: number; occasion: string }> = {
  christmas: { month: 12, day: 15, occasion: 'Christmas' },
}

function createCampaigns(now: Date): Feed[] {
  const names = new Set(brands.flatMap(({ campaign }) => campaign ?? []))
  return [...names].flatMap(name => {
    const campaign = CAMPAIGNS[name]
    if (!campaign) return []
    const { month, day, occasion } = campaign
    const body = {
      orderBefore: new Date(Date.UTC(now.getUTCFullYear(), month - 1, day)).toISOString(),
      occasion,
    }
    return {
      key: `campaigns/${name}`,
      body,
      send: (keepsake: KeepsakeClient, version: number) =>
        keepsake.call(putCampaign, { params: { name }, body: { version, ...body } }),
    }
  })
}

type Channel = Omit<z.input<typeof putChannel.body>, 'version'>

/**
 * Creates the assortment of a brand's sales channel, in its language; a withdrawn article is not visible (AA-111).
 */
export function createChannel(brand: Brand, { currency, getUnitPrice, isSold }: Prices): Channel {
  const texts = getTexts(brand)
  const { shop } = brand.addresses
  const getDetails = (code: string) => ({
    id: code,
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
        title: texts.text('order.product', { size: formatSize(size) }),
        pageWidth: size.long,
        pageHeight: size.short,
        price: getUnitPrice(size.code),
      })),
      ...ARTICLES.map(article => ({
        ...getDetails(article.code),
        articleType: article.kind,
        title: formatArticleName(texts, article),
        ...article.pages,
        price: getUnitPrice(article.code),
      })),
    ],
  }
}
