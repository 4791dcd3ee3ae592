import type { z } from 'zod'
import { brands } from '#brands/index.ts'
import type { Brand } from '#contract/brands.ts'
import type { putChannel } from '#contract/retailer-merchandise.ts'
import { ARTICLES, getCurrency, PRINT_SIZES } from '../catalog.ts'
import { formatSize } from '../pages/editor-page.ts'
import { formatArticleName } from '../pages/product-page.ts'
import { getTexts } from '../texts/texts.ts'

type Channel = Omit<z.input<typeof putChannel.body>, 'version'>

/**
 * Creates the assortment of every sales channel, in the language of its brand; a withdrawn article is not visible
 * (AA-111).
 */
export function createChannels(isSold: (code: string) => boolean): { channel: string; body: Channel }[] {
  return brands.map(brand => ({ channel: brand.channel, body: createChannel(brand, isSold) }))
}

function createChannel(brand: Brand, isSold: (code: string) => boolean): Channel {
  const texts = getTexts(brand)
  const { shop } = brand.addresses
  const getDetails = (code: string) => ({
    id: code,
    visible: isSold(code),
    links: [{ rel: 'shop', url: shop }],
  })
  return {
    vendor: { id: brand.vendor, locale: brand.locale },
    shopUrl: shop,
    currency: getCurrency(brand.country),
    articles: [
      ...PRINT_SIZES.map(size => ({
        ...getDetails(size.code),
        articleType: 'prints',
        title: texts.text('order.product', { size: formatSize(size) }),
        pageWidth: size.long,
        pageHeight: size.short,
      })),
      ...ARTICLES.map(article => ({
        ...getDetails(article.code),
        articleType: article.kind,
        title: formatArticleName(texts, article),
        ...(article.poster && { pageWidth: article.poster.width, pageHeight: article.poster.height }),
      })),
    ],
  }
}
