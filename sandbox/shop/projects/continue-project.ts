import { randomUUID } from 'node:crypto'
import { createRetailerTempSelection } from '#contract/temp-selections.ts'
import type { Shop } from '../context.ts'
import type { Draft, DraftPhoto } from '../drafts.ts'
import { KeepsakeError } from '../keepsake-client.ts'
import { fetchSelectionPhotos } from '../selection-photos.ts'
import { uuidOf } from '../uuid.ts'
import type { Project } from './project.ts'

/**
 * Makes a draft order of a project for a browser, with what is left of its photos in the library; `gone` is the number of
 * those that are not. Undefined when none is left. On the same day and for the same version the browser gets the same
 * draft, so that what it has changed and not saved is still there.
 */
export async function continueProject(
  shop: Shop,
  project: Project,
  visitor: string,
): Promise<{ draft: Draft; gone: number } | undefined> {
  const selectionId = await selectPhotos(shop, project, visitor)
  if (selectionId === undefined) return undefined
  const gone = (draft: Draft) => Math.max(0, project.photos.length - draft.photos.length)
  const known = await shop.drafts.find(selectionId)
  if (known) return { draft: known, gone: gone(known) }
  const selection = await fetchSelectionPhotos(shop.keepsake, selectionId, '')
  if (!selection) return undefined
  const draft: Draft = {
    ...selection,
    visitor,
    channel: project.channel,
    libraryUrl: project.libraryUrl,
    photos: withSettings(selection.photos, project),
    product: project.product,
    project: { id: project.id, version: project.state.version },
  }
  await shop.drafts.add(draft)
  return { draft, gone: gone(draft) }
}

/** The id of the selection; undefined when none of the photos is in the library. */
async function selectPhotos(
  { keepsake, now }: Shop,
  { id, photos, state }: Project,
  visitor: string,
): Promise<string | undefined> {
  const { accountId, version } = state
  const photoIds = photos.map(photo => photo.id)
  const today = now().toISOString().slice(0, 10)
  const select = async (requestId: string) => {
    const body = { requestId, accountId, photoIds }
    return (await keepsake.call(createRetailerTempSelection, { body })).tempSelectionId
  }
  try {
    return await select(uuidOf(`continue:${id}:${version}:${visitor}:${today}`))
  } catch (error) {
    if (!(error instanceof KeepsakeError)) throw error
    if (error.status === 404) return undefined
    // It has expired: by Keepsake's clock this is another day.
    if (error.status === 409) return select(randomUUID())
    throw error
  }
}

/** The photos in the sizes and numbers of copies that were saved. */
function withSettings(photos: readonly DraftPhoto[], project: Project): DraftPhoto[] {
  const saved = new Map(project.photos.map(photo => [photo.id, photo]))
  return photos.map(photo => ({ ...photo, ...saved.get(photo.id) }))
}
