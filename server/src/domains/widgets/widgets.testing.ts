import type { RetailerWidget } from '#contract/retailer-widgets.ts'

/** Creates the first version of a widget of an order: a book with a page for each photo. */
export function widgetForTests(
  orderCode: string,
  photoIds: readonly string[],
  more: Partial<RetailerWidget> = {},
): RetailerWidget {
  return {
    version: 1,
    orderCode,
    title: 'Coast to coast',
    productName: 'Photo book',
    createdAt: '2026-11-01T10:00:00.000Z',
    pageSize: { width: 210, height: 210 },
    pages: photoIds.map(photoId => ({ pictures: [{ photoId }] })),
    ...more,
  }
}
