import { type PhotoSelection, SELECTION_IDS_MAX } from '#contract/photo-selection.ts'
import { fetchPhotoProducts } from '#web/domains/photo-products/index.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

/**
 * Lists the consequences of deleting photos for the products that contain them, as sentences; empty if there are none.
 * One call for any number of photos. Rejects when the products cannot be read; the deletion does not depend on it.
 */
export async function listProductNotes(texts: Pick<Texts, 'text'>, targets: PhotoTargets): Promise<string[]> {
  const selection: PhotoSelection = targets.rule?.() ?? { photoIds: await targets.ids() }
  // More single photos than one call takes; whole months and albums are a rule.
  if ((selection.photoIds?.length ?? 0) > SELECTION_IDS_MAX) return []
  return formatNotes(texts, targets.count, selection)
}

/** Lists the consequences of deleting the whole library of `count` photos. */
export const listLibraryProductNotes = (texts: Pick<Texts, 'text'>, count: number): Promise<string[]> =>
  formatNotes(texts, count, undefined)

async function formatNotes(
  { text }: Pick<Texts, 'text'>,
  count: number,
  selection: PhotoSelection | undefined,
): Promise<string[]> {
  const { orderedPhotos, widgetPhotos, projectPhotos } = await fetchPhotoProducts(selection)
  return [
    ...(orderedPhotos > 0 ? [text('delete.ordered', { count, photos: orderedPhotos })] : []),
    ...(widgetPhotos > 0 ? [text('delete.in-widgets', { photos: widgetPhotos })] : []),
    ...(projectPhotos > 0 ? [text('delete.in-projects', { photos: projectPhotos })] : []),
  ]
}
