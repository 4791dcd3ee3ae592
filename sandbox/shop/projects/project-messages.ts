import { randomUUID } from 'node:crypto'
import { deleteRetailerProject, putProject } from '#contract/retailer-projects.ts'
import { putUpload } from '#contract/retailer-stored-pictures.ts'
import type { Shop } from '../context.ts'
import { createMessages, type Message } from '../keepsake-calls/push.ts'
import { type KeepsakeClient, KeepsakeError, onStatus } from '../keepsake-client.ts'
import { createSelection, fetchSelection, findVariantAddress } from '../selections.ts'
import { getCover, type Project } from './project.ts'

/** The preview is sent first, so that a page that learns of the project can show it; the project does not wait for it. */
export function listProjectMessages(
  project: Project,
  { projects, now }: Pick<Shop, 'projects' | 'now'>,
): Message[] {
  const { id, state, deletedAt } = project
  if (deletedAt !== undefined) {
    const send: Message['send'] = async keepsake => {
      await keepsake.call(deleteRetailerProject, { params: { id } })
      // The id is never used again.
      projects.remove(id)
    }
    return [{ key: `deletion ${id}`, version: deletedAt, send }]
  }
  return [
    {
      key: `preview ${id}`,
      version: state.previewId!,
      send: keepsake => sendPreview(keepsake, project, now()),
      isIndependent: true,
    },
    ...createMessages(`project ${id}`, putProject, { id }, state),
  ]
}

/** A photo without variants after this time gets no preview. */
const WAIT_MS = 86_400_000

/**
 * Sends the picture of a project: its first photo. Resolves without it when the photo is no longer in the library.
 * Throws KeepsakeError when it may exist later.
 */
async function sendPreview(keepsake: KeepsakeClient, project: Project, now: Date): Promise<void> {
  const { accountId, previewId, updatedAt } = project.state
  const photoIds = [getCover(project).id]
  const selectionId = await createSelection(keepsake, { requestId: randomUUID(), accountId, photoIds })
  const selection = selectionId ? await fetchSelection(keepsake, selectionId, { limit: 1 }) : null
  const image = selection?.images[0]
  if (!image || previewId === undefined) return
  const address = findVariantAddress(image)
  if (address === undefined) {
    if (now.getTime() - Date.parse(updatedAt) > WAIT_MS) return
    throw new KeepsakeError(0, 'The photo has no variants yet')
  }
  const picture = new Uint8Array(await keepsake.fetchPicture(address))
  const file = new Blob([picture], { type: 'image/jpeg' })
  await keepsake
    .call(putUpload, { params: { id: previewId }, query: { accountId } }, file)
    // An earlier attempt stored another variant of it, and its answer was lost.
    .catch(onStatus([409], () => undefined))
}
