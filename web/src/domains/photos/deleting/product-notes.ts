import { type PhotoSelection, SELECTION_IDS_MAX } from '#contract/photo-selection.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { listLabel } from '#web/platform/i18n/lists.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { fetchPhotoProducts } from '../products/photo-products-query.ts'

/**
 * Lists the consequences of deleting photos for the albums and products that contain them, as sentences; empty if there are none.
 * One call for any number of photos. Rejects when the products cannot be read; the deletion does not depend on it.
 */
export async function listProductNotes(texts: NoteTexts, targets: PhotoTargets): Promise<string[]> {
  const selection: PhotoSelection = targets.rule?.() ?? { photoIds: await targets.ids() }
  // More single photos than one call takes; whole months and albums are a rule.
  if ((selection.photoIds?.length ?? 0) > SELECTION_IDS_MAX) return []
  return formatNotes(texts, targets.count, selection)
}

/** Lists the consequences of deleting the whole library of `count` photos. */
export const listLibraryProductNotes = (texts: NoteTexts, count: number): Promise<string[]> =>
  formatNotes(texts, count, undefined)

async function formatNotes(
  texts: NoteTexts,
  count: number,
  selection: PhotoSelection | undefined,
): Promise<string[]> {
  const { text } = texts
  const { orderedPhotos, widgetPhotos, projectPhotos, albumsCount, albumNames } =
    await fetchPhotoProducts(selection)
  const names = albumNames.slice(0, NAMED_ALBUMS)
  const others = albumsCount - names.length
  const listedNames = others > 0 ? [...names, text('delete.more-albums', { count: others })] : names
  return [
    ...(albumsCount > 0
      ? [text('delete.in-albums', { count, albums: albumsCount, names: listLabel(texts, listedNames) })]
      : []),
    ...(orderedPhotos > 0 ? [text('delete.ordered', { count, photos: orderedPhotos })] : []),
    ...(widgetPhotos > 0 ? [text('delete.in-widgets', { photos: widgetPhotos })] : []),
    ...(projectPhotos > 0 ? [text('delete.in-projects', { photos: projectPhotos })] : []),
  ]
}

/** Albums that the question names; of more than that it says how many. */
const NAMED_ALBUMS = 3

type NoteTexts = Pick<Texts, 'text' | 'locale'>
