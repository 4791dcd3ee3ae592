import { randomUUID } from 'node:crypto'
import { putUpload } from '#contract/retailer-stored-pictures.ts'
import { type KeepsakeClient, KeepsakeError } from '../keepsake-client.ts'
import { createSelection, fetchSelection, findVariantAddress } from '../selections.ts'
import { getCover, type Project } from './project.ts'

/** A photo without variants after this time gets no preview. */
const WAIT_MS = 86_400_000

/**
 * Sends the picture of a project: its first photo. Resolves without it when the photo is no longer in the library.
 * Throws KeepsakeError when it may exist later.
 */
export async function sendPreview(keepsake: KeepsakeClient, project: Project, now: Date): Promise<void> {
  const { accountId, previewId, updatedAt } = project.state
  const image = await findImage(keepsake, accountId, getCover(project).id)
  if (!image || previewId === undefined) return
  const address = findVariantAddress(image)
  if (address === undefined) {
    if (now.getTime() - Date.parse(updatedAt) > WAIT_MS) return
    throw new KeepsakeError(0, 'The photo has no variants yet')
  }
  try {
    const picture = new Uint8Array(await keepsake.fetchPicture(address))
    await keepsake.call(
      putUpload,
      { params: { id: previewId }, query: { accountId } },
      new Blob([picture], { type: 'image/jpeg' }),
    )
  } catch (error) {
    // An earlier attempt stored another variant of it, and its answer was lost.
    if (!(error instanceof KeepsakeError) || error.status !== 409) throw error
  }
}

async function findImage(keepsake: KeepsakeClient, accountId: string, photoId: string) {
  const id = await createSelection(keepsake, { requestId: randomUUID(), accountId, photoIds: [photoId] })
  return id && (await fetchSelection(keepsake, id, 0, 1))?.images[0]
}
