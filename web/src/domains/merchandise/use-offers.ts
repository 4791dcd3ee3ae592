import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryMerchandise } from '#contract/merchandise.ts'
import { OFFERS_QUERY, offersAnswer } from '#contract/merchandise-offers.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { call } from '#web/platform/http/call.ts'

/** What is known of the articles of a type that the shop shows. */
export interface Offer {
  /** The fewest and the most pages of one of them. */
  pages?: { min: number; max: number }
  /** What the cheapest of them costs, in minor units. */
  price?: { amount: number; currency: string }
}

/** Returns what the channel of the customer's brand offers of a type of article; nothing until it is known, and without a channel. */
export function useOffers(): (articleType: string) => Offer {
  const { brand, defaults } = useConfig()
  const { data } = useQuery({ ...offersQuery(brand.channel), enabled: !defaults })
  return useCallback(articleType => createOffer(data, articleType), [data])
}

type Channel = ReturnType<typeof offersAnswer.parse>['channel']

/** Null for a channel without known offers: one that the retailer has not sent, or of a service that knows no prices. */
const offersQuery = (id: string) =>
  queryOptions({
    queryKey: ['merchandise', 'offers', id],
    queryFn: async () => {
      const { data } = await call(queryMerchandise, { body: { query: OFFERS_QUERY, variables: { id } } })
      return offersAnswer.safeParse(data).data?.channel ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

function createOffer(channel: Channel | null | undefined, articleType: string): Offer {
  const articles = (channel?.Articles ?? []).filter(each => each.Visible && each.ArticleType === articleType)
  const prices = articles.flatMap(({ Price }) => Price ?? [])
  const pages = articles.flatMap(({ PageCount }) => PageCount ?? [])
  return {
    // The cheapest is known only if all are.
    ...(channel &&
      prices.length > 0 &&
      prices.length === articles.length && {
        price: { amount: Math.min(...prices), currency: channel.Currency },
      }),
    ...(pages.length > 0 && { pages: { min: Math.min(...pages), max: Math.max(...pages) } }),
  }
}
