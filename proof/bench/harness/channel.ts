import { type RetailerChannel, retailerChannel } from '#contract/retailer-merchandise.ts'

export const ARTICLES = 60

/** A channel of the size that the documents' shop has: its whole assortment costs about 42,000. */
export const createChannel = (): RetailerChannel =>
  retailerChannel.parse({
    version: 1,
    vendor: { id: 'keepsake', locale: 'en-GB' },
    shopUrl: 'https://www.keepsake.example/',
    currency: 'GBP',
    articles: Array.from({ length: ARTICLES }, (_, index) => ({
      ...{ id: `ARTICLE-${index}`, articleType: 'photo-book', title: `Photo book ${index}` },
      ...{ pageWidth: 210, pageHeight: 297.5, visible: index % 2 === 0 },
      links: [{ rel: 'shop', url: `https://www.keepsake.example/books/${index}` }],
      extras: Array.from({ length: 5 }, (_, extra) => ({
        ...{ id: `extra-${extra}`, title: `Paper ${extra}` },
        options: Array.from({ length: 40 }, (_, option) => ({
          id: `${extra}-${option}`,
          title: `No ${option}`,
        })),
      })),
    })),
  })
