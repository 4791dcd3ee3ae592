import type { z } from 'zod'
import type { Brand } from '#contract/brands.ts'
import type { putChannel } from '#contract/retailer-merchandise.ts'
import { ARTICLES, type Article, PRINT_SIZES, type Prices } from '../catalog.ts'
import { formatSize } from '../pages/editor-page.ts'
import { formatArticleName } from '../pages/product-page.ts'
import { getTexts } from '../texts/texts.ts'

type Channel = Omit<z.input<typeof putChannel.body>, 'version'>

/**
 * Creates the assortment of a brand's sales channel, in its language; a withdrawn article is not visible (AA-111).
 */
export function createChannel(brand: Brand, { currency, getUnitPrice, isSold }: Prices): Channel {
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
    currency,
    articles: [
      ...PRINT_SIZES.map(size => ({
        ...getDetails(size.code),
        articleType: 'prints',
        title: texts.text('order.product', { size: formatSize(size) }),
        pageWidth: size.long,
        pageHeight: size.short,
        price: getUnitPrice(size.code),
      })),
      ...ARTICLES.map(article => ({
        ...getDetails(article.code),
        articleType: article.kind,
        title: formatArticleName(texts, article),
        ...createPages(article),
        price: getUnitPrice(article.code),
      })),
    ],
  }
}

function createPages({ book, poster }: Article) {
  const paper = book ?? poster
  return {
    ...(paper && { pageWidth: paper.width, pageHeight: paper.height }),
    ...(book && { pageCount: book.pages }),
  }
}
