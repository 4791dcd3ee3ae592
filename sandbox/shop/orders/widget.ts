import type { RetailerWidget, WidgetPage } from '#contract/retailer-widgets.ts'
import type { Article } from '../catalog.ts'
import type { DraftPhoto, DraftProduct } from '../drafts.ts'

/** Maximum number of photos on a page. */
const PHOTOS_MAX = 9

/** Creates the digital version of a photo book: its cover, and its photos on as many pages as the book has. */
export function createWidget(
  { orderCode, title, productName }: { orderCode: string; productName: string } & Pick<DraftProduct, 'title'>,
  book: NonNullable<Article['book']>,
  photos: readonly Pick<DraftPhoto, 'id'>[],
  now: Date,
): RetailerWidget {
  const [cover, ...rest] = photos.map(({ id }) => id)
  return {
    version: 1,
    orderCode,
    title,
    productName,
    createdAt: now.toISOString(),
    pageSize: { width: book.width, height: book.height },
    pages: [createPage([cover!]), ...distribute(rest, book.pages - 1).map(createPage)],
  }
}

/** Divides the photos in their order as evenly as possible; a page has at least one. */
function distribute(photos: readonly string[], pages: number): string[][] {
  const count = Math.min(pages, photos.length)
  const base = Math.floor(photos.length / (count || 1))
  const larger = photos.length - base * count
  return Array.from({ length: count }, (_, page) => {
    const start = page * base + Math.min(page, larger)
    return photos.slice(start, start + base + (page < larger ? 1 : 0)).slice(0, PHOTOS_MAX)
  })
}

const createPage = (photoIds: readonly string[]): WidgetPage => ({
  pictures: photoIds.map(photoId => ({ photoId })),
})
