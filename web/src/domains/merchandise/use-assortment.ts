import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HostBrand } from '#contract/brands.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { findShopAddress } from '#web/platform/links/shop-address.ts'
import { useShopLink } from '#web/platform/links/use-shop-link.ts'
import { type Channel, channelQuery } from './channel-query.ts'

/** Articles of the customer's channel, by their codes (AA-112, OP-86). */
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

/** Returns the shop of the channel (OP-86), else that of the menu's configuration, else the brand's. */
export function useChannelShopLink(): string {
  const { brand } = useConfig()
  const { channel } = useChannel()
  const configuredLink = useShopLink()
  return (channel && findShopAddress(channel.ShopUrl, brand)) ?? configuredLink
}

/** Loads the channel of the brand; without a configuration (AA-027) it is unknown. */
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
