import { brands, defaultBrand } from '#brands/index.ts'
import type { Shop } from './context.ts'
import { type Page, pageOf } from './pages/page.ts'

export const HTML = 'text/html; charset=utf-8'

/** Page settings of a channel's brand, or of the default brand when the channel is unknown. */
export function pageOfChannel(shop: Pick<Shop, 'config'>, channel: string, library?: string): Page {
  const brand = brands.find(each => each.channel === channel) ?? defaultBrand
  return pageOf(brand, library ?? `${shop.config.keepsake.origin}/my-photos/photos`)
}
