import {
  type ChosenPhoto,
  createRetailerTempSelection,
  getRetailerTempSelection,
} from '#contract/temp-selections.ts'
import { PRINT_SIZES } from './catalog.ts'
import type { Shop } from './context.ts'
import type { Draft } from './drafts.ts'
import { type KeepsakeClient, onStatus } from './keepsake-client.ts'

/** Fetches a page of a selection; null when the selection does not exist or has expired. */
export const fetchSelection = (
  keepsake: KeepsakeClient,
  id: string,
  query: { from?: number; cursor?: string; limit: number },
) => keepsake.call(getRetailerTempSelection, { params: { id }, query }).catch(onStatus([404], () => null))

const PAGE_SIZE = 500

/** Selects photos again; undefined when none of them is in the library. Idempotent by request, until the selection expires: 409. */
export async function createSelection(
  keepsake: KeepsakeClient,
  body: { requestId: string; accountId: string; photoIds: string[] },
): Promise<string | undefined> {
  const created = await keepsake
    .call(createRetailerTempSelection, { body })
    .catch(onStatus([404], () => undefined))
  return created?.tempSelectionId
}

/** The photos of a selection, one print of each in the smallest size. */
type SelectedContent = Omit<Draft, 'visitor' | 'channel'>

/** Finds the draft of a selection, or creates it; undefined when the selection does not exist or has expired. */
export async function openDraft(
  { keepsake, drafts }: Pick<Shop, 'keepsake' | 'drafts'>,
  id: string,
  compose: (content: SelectedContent) => Draft,
): Promise<Draft | undefined> {
  const existing = drafts.find(id)
  if (existing) return existing
  const content = await fetchContent(keepsake, id)
  return content && drafts.upsert(id, before => before ?? compose(content))
}

async function fetchContent(keepsake: KeepsakeClient, id: string): Promise<SelectedContent | undefined> {
  const photos: Draft['photos'] = []
  for (let cursor = ''; ; ) {
    const page = await fetchSelection(keepsake, id, { cursor, limit: PAGE_SIZE })
    if (!page) return undefined
    for (const image of page.images)
      photos.push({
        id: image.imageId,
        position: image.position,
        name: image.localFileName,
        width: image.visibleWidth,
        height: image.visibleHeight,
        size: PRINT_SIZES[0]!.code,
        quantity: 1,
      })
    if (page.cursor === null)
      return { id, accountId: page.accountId, libraryUrl: page.libraryUrl, expires: page.expires, photos }
    cursor = page.cursor
  }
}

/** Removes photos from a draft that are no longer in the library. Makes one small call when nothing changed. */
export async function removeUnavailablePhotos(
  { keepsake, drafts }: Pick<Shop, 'keepsake' | 'drafts'>,
  draft: Draft,
): Promise<{ draft: Draft; removed: number }> {
  const part = await fetchSelection(keepsake, draft.id, { limit: 1 })
  if (!part || part.availableCount === draft.photos.length) return { draft, removed: 0 }
  const ids = new Set((await fetchContent(keepsake, draft.id))?.photos.map(photo => photo.id))
  const after = drafts.change(draft.id, before => ({
    ...before,
    photos: before.photos.filter(photo => ids.has(photo.id)),
  }))
  return after ? { draft: after, removed: draft.photos.length - after.photos.length } : { draft, removed: 0 }
}

/** Fetches the address of a chosen photo's picture; null when the photo does not exist. */
export async function fetchPictureAddress(
  keepsake: KeepsakeClient,
  selection: string,
  { id, position }: { id: string; position: number },
): Promise<string | null> {
  const part = await fetchSelection(keepsake, selection, { from: position, limit: 1 })
  const image = part?.images.find(({ imageId }) => imageId === id)
  // The photo itself while it has no variants.
  return image ? (findVariantAddress(image) ?? image.untouchedUrl) : null
}

/**
 * Finds the address of the picture of a photo for a card on a high-density screen, a JPEG; undefined while it has no
 * variants.
 */
export function findVariantAddress({ thumbnails }: ChosenPhoto): string | undefined {
  const candidates = thumbnails.toSorted((a, b) => a.id - b.id).filter(each => each.id <= 800)
  return candidates.at(-1)?.url
}
