import { brands, defaultBrand, getTheme } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { Shop } from './context.ts'
import type { Page } from './pages/page.ts'
import { getTexts } from './texts/texts.ts'

/** Creates page settings of a channel's brand, or of the default brand when the channel is unknown. */
export function createChannelPage(
  shop: Pick<Shop, 'config' | 'assortment'>,
  channel: string,
  library?: string,
): Page {
  const brand = getChannelBrand(channel)
  return {
    ...getTexts(brand),
    brand,
    theme: getTheme(brand),
    library: library ?? `${shop.config.keepsake.origin}/my-photos/photos`,
    prices: shop.assortment.getPrices(brand.country),
  }
}

/** Returns the brand of a sales channel; the default brand when the channel is unknown. */
export const getChannelBrand = (channel: string): Brand =>
  brands.find(brand => brand.channel === channel) ?? defaultBrand
