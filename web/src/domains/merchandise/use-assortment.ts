import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HostBrand } from '#contract/brands.ts'
import {
  ARTICLE_NAMES_QUERY,
  articleNamesAnswer,
  CHANNEL_NOT_FOUND,
  type MerchandiseChannel,
  queryMerchandise,
} from '#contract/merchandise.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { AnswerFailure } from '#web/platform/http/http-failure.ts'
import { findShopAddress } from '#web/platform/links/shop-address.ts'
import { useShopLink } from '#web/platform/links/use-shop-link.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'

/** Articles of the customer's channel, by their codes. */
export interface Assortment {
  /** The channel is still loading. */
  isPending: boolean
  /** The article's name; its code where the channel or the article is unknown; undefined while pending. */
  getName(article: string): string | undefined
  /** Lists the articles of the channel whose names match. */
  findArticles(matches: (name: string) => boolean): string[]
  /** Whether the channel is known and the article is not one of its articles. */
  isUnlisted(article: string): boolean
  /** Whether the shop shows it; undefined where that is unknown. */
  isVisible(article: string): boolean | undefined
  /** The page of the article in the shop, while the shop shows it. */
  getShopLink(article: string): string | undefined
  /** ISO 4217; undefined where the channel is unknown. */
  currency: string | undefined
}

/**
 * Returns the assortment of the channel of the customer's brand. Without the channel codes stand for names, and there
 * are no links.
 */
export function useAssortment(): Assortment {
  const { brand } = useConfig()
  const { channel, isPending } = useChannel()
  return useMemo(() => createAssortment(channel, isPending, brand), [channel, isPending, brand])
}

/** Returns the shop of the channel, else that of the menu's configuration, else the brand's. */
export function useChannelShopLink(): string {
  const { brand } = useConfig()
  const { channel } = useChannel()
  const configuredLink = useShopLink()
  return (channel && findShopAddress(channel.ShopUrl, brand)) ?? configuredLink
}

/** Loads the channel of the brand; without a configuration it is unknown. */
function useChannel() {
  const { brand, defaults } = useConfig()
  const { data: channel, isPending } = useQuery({ ...channelQuery(brand.channel), enabled: !defaults })
  return { channel, isPending: isPending && !defaults }
}

function createAssortment(
  channel: Channel | null | undefined,
  isPending: boolean,
  brand: HostBrand,
): Assortment {
  const findArticle = (article: string) => channel?.articles.get(article)
  return {
    isPending,
    getName: article => (isPending ? undefined : (findArticle(article)?.Title ?? article)),
    findArticles: matches =>
      [...(channel?.articles ?? [])].flatMap(([article, { Title }]) => (matches(Title) ? [article] : [])),
    isUnlisted: article => channel?.articles.has(article) === false,
    isVisible: article => findArticle(article)?.Visible,
    getShopLink(article) {
      const product = findArticle(article)
      const link = product?.Links.find(({ Rel }) => Rel === 'shop')
      return product?.Visible && link ? findShopAddress(link.Url, brand) : undefined
    },
    currency: channel?.Currency,
  }
}

/** A sales channel with its articles by their codes. */
interface Channel extends Pick<MerchandiseChannel, 'ShopUrl' | 'Currency'> {
  articles: ReadonlyMap<string, Article>
}

type Article = MerchandiseChannel['Articles'][number]

/**
 * Loads the channel with the names of its articles, requested once per visit; null for one that the retailer
 * has not sent, which is reported.
 */
const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['merchandise', 'channel', id],
    // Not cancelled when the screen is left: the next one needs it as well.
    queryFn: () => readChannel(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

async function readChannel(id: string): Promise<Channel | null> {
  const body = { query: ARTICLE_NAMES_QUERY, variables: { id } }
  const { data, errors = [] } = await call(queryMerchandise, { body })
  const parsed = articleNamesAnswer.safeParse(data)
  if (parsed.success) {
    const { ShopUrl, Currency, Articles } = parsed.data.channel
    return { ShopUrl, Currency, articles: new Map(Articles.map(article => [article.ID, article])) }
  }
  const cause = errors[0] && new Error(errors[0].message)
  if (cause?.message !== CHANNEL_NOT_FOUND)
    throw new AnswerFailure(serviceAddress('merchandise'), undefined, cause ?? parsed.error)
  reportFailure(cause)
  return null
}
