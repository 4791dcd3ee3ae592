import type { z } from 'zod'
import { brands, defaultBrand } from '#brands/index.ts'
import type { putArticleGroups, putCampaign } from '#contract/retailer-orders.ts'
import { ARTICLES, KINDS, PRINT_SIZES, type Prices } from '../catalog.ts'
import { getTexts } from '../texts/texts.ts'
import { createChannels } from './channels.ts'

/** The feeds that Keepsake receives beside orders, each complete and versioned; without its version. */
export type Feed =
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
