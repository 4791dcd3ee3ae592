import type { GalleryEntry } from '#contract/widget-gallery.ts'
import type { Widget } from '#contract/widgets.ts'
import type { Context } from '../../context.ts'
import { requireFound } from '../../http/failure.ts'
import { findActiveCustomer } from '../customers/index.ts'
import { createMediaAddressBuilder, presentImage } from '../photos/index.ts'
import { findPreviewPhotos, findShownPhotoIds } from './pictures.ts'
import { createPublicUrl, getViewerOrigin } from './public-address.ts'
import { type GalleryEntryRow, listEntriesOfProducts, type OrderedWidget } from './store.ts'
import type { WidgetBody } from './tables.ts'

/** Presents widgets of one account to its customer; every field is listed explicitly. */
export async function presentWidgets(
  ctx: Context,
  accountId: string,
  origin: string,
  widgets: readonly OrderedWidget[],
): Promise<Widget[]> {
  if (widgets.length === 0) return []
  const customer = requireFound(await findActiveCustomer(ctx.db, accountId), 'Customer')
  const entries = await listEntriesOfProducts(
    ctx.db,
    widgets.map(widget => widget.product_code),
  )
  const previews = await findPreviewPhotos(ctx, accountId, await findShownPhotoIds(ctx, accountId, widgets))
  const buildAddress = createMediaAddressBuilder(ctx, accountId, origin)
  return widgets.map(widget => {
    const { product_code, body, blocked } = widget
    const photo = previews.get(product_code)
    const { thumbnails, placeholder } = photo ? presentImage(photo, buildAddress) : { thumbnails: [] }
    const entry = entries.find(each => each.product_code === product_code)
    return {
      productCode: product_code,
      orderCode: widget.order_code,
      ...getDetails(widget),
      productName: body.productName,
      pageCount: body.pages.length,
      aspectRatio: getAspectRatio(body),
      previewUrl: thumbnails[0]?.url ?? null,
      placeholder,
      publicUrl: blocked || !photo ? null : createPublicUrl(getViewerOrigin(ctx, customer), widget.public_id),
      createdAt: widget.created_at.toISOString(),
      blocked,
      galleryEntryId: entry?.entry_id ?? null,
      galleryChannel: entry?.channel ?? null,
      galleryState: entry?.state ?? null,
    }
  })
}

/** Returns the title and description that the customer entered, else the retailer's. */
export const getDetails = ({
  title,
  description,
  body,
}: Pick<OrderedWidget, 'title' | 'description' | 'body'>) => ({
  title: title ?? body.title,
  description: description ?? body.description ?? '',
})

/** Returns the width of a page divided by its height; square if the retailer does not say. */
export const getAspectRatio = ({ pageSize }: WidgetBody): number =>
  pageSize ? Math.round((pageSize.width / pageSize.height) * 1000) / 1000 : 1

export const presentEntry = (entry: GalleryEntryRow): GalleryEntry => ({
  id: entry.entry_id,
  widgetId: entry.product_code,
  title: entry.title,
  description: entry.description,
  categoryId: entry.category_id,
  authorName: entry.author_name,
  channel: entry.channel,
  state: entry.state,
  version: entry.version,
  updatedAt: entry.updated_at.toISOString(),
})
