import { brands, defaultBrand } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'

/** Returns the brand of a sales channel; the default brand when the channel is unknown. */
export const getChannelBrand = (channel: string): Brand =>
  brands.find(brand => brand.channel === channel) ?? defaultBrand
