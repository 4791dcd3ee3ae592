import { queryOptions } from '@tanstack/react-query'
import {
  ARTICLE_NAMES_QUERY,
  articleNamesAnswer,
  CHANNEL_NOT_FOUND,
  type MerchandiseChannel,
  queryMerchandise,
} from '#contract/merchandise.ts'
import { call, serviceAddress } from '#web/platform/http/call.ts'
import { AnswerFailure } from '#web/platform/http/http-failure.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'

/** A sales channel with its articles by their codes. */
export interface Channel extends Pick<MerchandiseChannel, 'ShopUrl' | 'Currency'> {
  articles: ReadonlyMap<string, Article>
}
export type Article = MerchandiseChannel['Articles'][number]

/**
 * Loads the channel with the names of its articles (AA-112), requested once per visit; null for one that the retailer
 * has not sent, which is reported.
 */
export const channelQuery = (id: string) =>
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
