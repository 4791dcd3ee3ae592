import { PICTURES_MAX, type RetailerWidget, type WidgetPage } from '#contract/retailer-widgets.ts'
import { layOutBook } from '../book-pages.ts'
import type { Article } from '../catalog.ts'
import type { DraftPhoto, DraftProduct } from '../drafts.ts'

/** Creates the digital version of a photo book: its cover, and its photos on as many pages as the book has. */
export function createWidget(
  { orderCode, title, productName }: { orderCode: string; productName: string } & Pick<DraftProduct, 'title'>,
  book: NonNullable<Article['book']>,
  photos: readonly Pick<DraftPhoto, 'id'>[],
  now: Date,
): RetailerWidget {
  return {
    version: 1,
    orderCode,
    title,
    productName,
    createdAt: now.toISOString(),
    pageSize: { width: book.width, height: book.height },
    pages: layOutBook(photos, book.pages).map(createPage),
  }
}

const createPage = (photos: readonly Pick<DraftPhoto, 'id'>[]): WidgetPage => ({
  // Its pages show fewer pictures than those of the largest books.
  pictures: photos.slice(0, PICTURES_MAX).map(({ id }) => ({ photoId: id })),
})
