import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { deleteProject } from '#contract/retailer-calls/projects.ts'
import { createRetailerTempSelection } from '#contract/temp-selections.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { getEditorPath } from '../draft-access.ts'
import type { Draft, DraftPhoto } from '../drafts.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { KeepsakeError } from '../keepsake-client.ts'
import { PageError } from '../page-error.ts'
import { fetchSelectionPhotos } from '../selections.ts'
import { ensureVisitor, isEqualText } from '../visitor.ts'
import { deriveUuid, isExpired, type Project } from './project.ts'

/** Mounts the address at which a saved project continues, and Keepsake's call when one is deleted permanently. */
export function mountProjects(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { id: string; key: string } }>('/projects/:id/:key', async (request, reply) => {
    const { id, key } = request.params
    const project = shop.projects.find(id)
    if (!project || project.deletedAt || isExpired(project, shop.now()) || !isEqualText(project.key, key))
      throw new PageError('missing')
    const continuation = await continueProject(shop, project, ensureVisitor(request, reply))
    if (!continuation)
      throw new PageError('photos-gone', createChannelPage(shop, project.channel, project.libraryUrl))
    const { draft, removed } = continuation
    return reply.redirect(`${getEditorPath(draft)}${removed > 0 ? `?gone=${removed}` : ''}`, 303)
  })

  answerCall(app, shop, deleteProject, async ({ params }) => {
    if (!shop.projects.remove(params.id)) throw new CallRefused()
  })
}

/**
 * Creates a draft order of a project for a browser, with the photos that are still in the library; `removed`
 * is the number of photos that are not. Undefined when no photo is left. Idempotent per browser, project version and day,
 * so that unsaved changes are not lost.
 */
async function continueProject(
  shop: Shop,
  project: Project,
  visitor: string,
): Promise<{ draft: Draft; removed: number } | undefined> {
  const selectionId = await createSelection(shop, project, visitor)
  if (selectionId === undefined) return undefined
  const countRemoved = (draft: Draft) => Math.max(0, project.photos.length - draft.photos.length)
  const existingDraft = shop.drafts.find(selectionId)
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
  shop.drafts.upsert(draft.id, () => draft)
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
