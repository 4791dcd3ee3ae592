import { randomUUID } from 'node:crypto'
import { createRetailerTempSelection } from '#contract/temp-selections.ts'
import type { Shop } from '../context.ts'
import type { Draft, DraftPhoto } from '../drafts.ts'
import { KeepsakeError } from '../keepsake-client.ts'
import { fetchSelectionPhotos } from '../selection-photos.ts'
import { deriveUuid } from '../uuid.ts'
import type { Project } from './project.ts'

/**
 * Creates a draft order of a project for a browser, with the photos that are still in the library; `removed`
 * is the number of photos that are not. Undefined when no photo is left. Idempotent per browser, project version and day,
 * so that unsaved changes are not lost.
 */
export async function continueProject(
  shop: Shop,
  project: Project,
  visitor: string,
): Promise<{ draft: Draft; removed: number } | undefined> {
  const selectionId = await createSelection(shop, project, visitor)
  if (selectionId === undefined) return undefined
  const countRemoved = (draft: Draft) => Math.max(0, project.photos.length - draft.photos.length)
  const existingDraft = await shop.drafts.find(selectionId)
  if (existingDraft) return { draft: existingDraft, removed: countRemoved(existingDraft) }
  const selection = await fetchSelectionPhotos(shop.keepsake, selectionId, '')
  if (!selection) return undefined
  const draft: Draft = {
    ...selection,
    visitor,
    channel: project.channel,
    libraryUrl: project.libraryUrl,
    photos: applySavedSettings(selection.photos, project),
    product: project.product,
    project: { id: project.id, version: project.state.version },
  }
  await shop.drafts.add(draft)
  return { draft, removed: countRemoved(draft) }
}

/** Returns the id of the temporary selection; undefined when none of the photos is in the library. */
async function createSelection(
  { keepsake, now }: Shop,
  { id, photos, state }: Project,
  visitor: string,
): Promise<string | undefined> {
  const { accountId, version } = state
  const photoIds = photos.map(photo => photo.id)
  const today = now().toISOString().slice(0, 10)
  const createTempSelection = async (requestId: string) => {
    const body = { requestId, accountId, photoIds }
    return (await keepsake.call(createRetailerTempSelection, { body })).tempSelectionId
  }
  try {
    return await createTempSelection(deriveUuid(`continue:${id}:${version}:${visitor}:${today}`))
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    if (error.status === 404) return undefined
    // The selection of this request id has expired, because Keepsake's clock is ahead; a new id creates another one.
    if (error.status === 409) return createTempSelection(randomUUID())
    throw error
  }
}

/** Returns the photos with the sizes and quantities that the project saved. */
function applySavedSettings(photos: readonly DraftPhoto[], project: Project): DraftPhoto[] {
  const savedPhotoById = new Map(project.photos.map(photo => [photo.id, photo]))
  return photos.map(photo => ({ ...photo, ...savedPhotoById.get(photo.id) }))
}
