import { findHostBrand } from '#brands/index.ts'
import { CHANNEL_NOT_FOUND, type MerchandiseChannel } from '#contract/merchandise.ts'
import type { Assortment } from './use-assortment.ts'

/** Creates the channel of the brand that screens are tested with. */
export function channelForTests(parts: Partial<MerchandiseChannel> = {}): MerchandiseChannel {
  const ShopUrl = findHostBrand('keepsake-gb.localhost')!.addresses.shop
  const Articles = [
    articleForTests('BOOK', 'Photo book'),
    articleForTests('PRINT', 'Prints'),
    articleForTests('POSTER', 'Map poster'),
  ]
  return { ShopUrl, Currency: 'GBP', Articles, ...parts }
}

export const articleForTests = (
  ID: string,
  Title: string,
  parts: Partial<MerchandiseChannel['Articles'][number]> = {},
): MerchandiseChannel['Articles'][number] => ({ ID, Title, Visible: true, Links: [], ...parts })

/** Answer of the merchandise service to the query for a channel; null: a channel that the retailer has not sent. */
export const answerChannel = (channel: MerchandiseChannel | null): Response =>
  Response.json(
    channel
      ? { data: { channel } }
      : { data: { channel: null }, errors: [{ message: CHANNEL_NOT_FOUND, path: ['channel'] }] },
  )

/** An assortment whose articles are named by their codes. */
export const ASSORTMENT: Assortment = {
  isPending: false,
  getName: article => article,
  isUnlisted: () => false,
  isVisible: () => true,
  findArticles: () => [],
  getShopLink: () => undefined,
  currency: 'GBP',
}
