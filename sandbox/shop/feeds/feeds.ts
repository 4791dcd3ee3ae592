import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { brands, defaultBrand } from '#brands/index.ts'
import { putChannel } from '#contract/retailer-merchandise.ts'
import { putArticleGroups, putCampaign } from '#contract/retailer-orders.ts'
import { ARTICLES, KINDS, PRINT_SIZES, type Prices } from '../catalog.ts'
import type { KeepsakeClient } from '../keepsake-client.ts'
import type { Records } from '../records.ts'
import { getTexts } from '../texts/texts.ts'
import { createChannels } from './channels.ts'

/** The feeds that Keepsake receives beside orders, each complete and versioned; without its version. */
type Feed =
  | { name: 'articleGroups'; body: Omit<z.infer<typeof putArticleGroups.body>, 'version'> }
  | { name: 'campaign'; campaign: string; body: Omit<z.infer<typeof putCampaign.body>, 'version'> }
  | { name: 'channel'; channel: string; body: ReturnType<typeof createChannels>[number]['body'] }

/**
 * Creates the kinds of the catalogue as article groups (AA-082), the campaigns that brands name (AA-070), and the
 * assortments of all channels (AA-111).
 */
export function createFeeds(now: Date, getPrices: (country: string) => Prices): Feed[] {
  return [
    { name: 'articleGroups', body: { articleGroups: createArticleGroups() } },
    ...createCampaigns(now),
    ...createChannels(getPrices).map(each => ({ name: 'channel' as const, ...each })),
  ]
}

/** The last version of one feed. */
export const storedFeed = z.object({ version: z.int(), body: z.record(z.string(), z.unknown()) })

/** The feeds with their versions, by the keys of their messages. */
export type Feeds = Record<string, { version: number; feed: Feed }>

/**
 * Gives each feed a new version if its content has changed since the last start, and stores it, so that a killed process
 * sends it again with the same content. A version is the time of the change in seconds, and at least one more than the
 * previous version, so that it is higher than Keepsake's even if the file is lost.
 */
export function storeFeeds(
  stored: Records<z.infer<typeof storedFeed>>,
  feeds: readonly Feed[],
  now: Date,
): Feeds {
  const seconds = Math.floor(now.getTime() / 1000)
  const versioned = feeds.map(feed => {
    const { version } = stored.upsert(toKey(feed), before =>
      before && isDeepStrictEqual(before.body, feed.body)
        ? before
        : { version: Math.max(seconds, (before?.version ?? 0) + 1), body: feed.body },
    )
    return [toKey(feed), { version, feed }]
  })
  return Object.fromEntries(versioned)
}

function toKey(feed: Feed): string {
  if (feed.name === 'campaign') return `campaigns/${feed.campaign}`
  return feed.name === 'channel' ? `channels/${feed.channel}` : feed.name
}

export function sendFeed(keepsake: KeepsakeClient, feed: Feed, version: number): Promise<unknown> {
  switch (feed.name) {
    case 'campaign':
      return keepsake.call(putCampaign, {
        params: { name: feed.campaign },
        body: { version, ...feed.body },
      })
    case 'channel':
      return keepsake.call(putChannel, { params: { id: feed.channel }, body: { version, ...feed.body } })
    case 'articleGroups':
      return keepsake.call(putArticleGroups, { body: { version, ...feed.body } })
  }
}

/** Article groups, which are the same for customers of all brands: names are those of the default brand. */
function createArticleGroups() {
  const { text } = getTexts(defaultBrand)
  return KINDS.map(kind => ({
    id: kind,
    name: text(`kind.${kind}`),
    articleNames:
      kind === 'prints'
        ? PRINT_SIZES.map(({ code }) => code)
        : ARTICLES.filter(article => article.kind === kind).map(({ code }) => code),
    hasWidgets: ARTICLES.some(article => article.kind === kind && article.book),
  }))
}

/** The shop's campaigns: the day of the year before which to order, in UTC. */
const CAMPAIGNS: Record<string, { month: number; day: number; occasion: string }> = {
  christmas: { month: 12, day: 15, occasion: 'Christmas' },
}

function createCampaigns(now: Date): Feed[] {
  const names = new Set(brands.flatMap(({ campaign }) => campaign ?? []))
  return [...names].flatMap(campaign => {
    const campaignDate = CAMPAIGNS[campaign]
    if (!campaignDate) return []
    const { month, day, occasion } = campaignDate
    const orderBefore = new Date(Date.UTC(now.getUTCFullYear(), month - 1, day)).toISOString()
    return [{ name: 'campaign', campaign, body: { orderBefore, occasion } }]
  })
}
