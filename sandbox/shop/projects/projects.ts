import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { deleteProject } from '#contract/retailer-calls/projects.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { getEditorPath } from '../draft-access.ts'
import type { Draft } from '../drafts.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { onStatus } from '../keepsake-client.ts'
import { PageError } from '../page-error.ts'
import type { Page } from '../pages/page.ts'
import { createSelection, openDraft } from '../selections.ts'
import { ensureVisitor, isEqualText } from '../visitor.ts'
import { createProject, deriveProjectId, deriveUuid, isExpired, type Project } from './project.ts'

/** Mounts the address at which a saved project continues, and Keepsake's call when one is deleted permanently. */
export function mountProjects(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { id: string; key: string } }>('/projects/:id/:key', async (request, reply) => {
    const { id, key } = request.params
    const project = shop.projects.find(id)
    if (!project || project.deletedAt || isExpired(project, shop.now()) || !isEqualText(project.key, key))
      throw new PageError('missing')
    const draft = await continueProject(shop, project, ensureVisitor(request, reply))
    if (!draft)
      throw new PageError('photos-gone', createChannelPage(shop, project.channel, project.libraryUrl))
    const removed = project.photos.length - draft.photos.length
    return reply.redirect(`${getEditorPath(draft)}${removed > 0 ? `?gone=${removed}` : ''}`, 303)
  })

  answerCall(app, shop, deleteProject, async ({ params }) => {
    if (!shop.projects.remove(params.id)) throw new CallRefused()
  })
}

/**
 * Creates a draft order of a project for a browser, with the photos that are still in the library. Undefined when no photo
 * is left. Idempotent per browser, project version and day, so that unsaved changes are not lost.
 */
async function continueProject(shop: Shop, project: Project, visitor: string): Promise<Draft | undefined> {
  const { id, channel, libraryUrl, product } = project
  const { accountId, version } = project.state
  const savedPhotos = new Map(project.photos.map(photo => [photo.id, photo]))
  const photoIds = [...savedPhotos.keys()]
  const today = shop.now().toISOString().slice(0, 10)
  const requestId = deriveUuid(`continue:${id}:${version}:${visitor}:${today}`)
  const selectionId = await createSelection(shop.keepsake, { requestId, accountId, photoIds }).catch(
    // The selection of this request id has expired, because Keepsake's clock is ahead; a new id creates another one.
    onStatus([409], () => createSelection(shop.keepsake, { requestId: randomUUID(), accountId, photoIds })),
  )
  if (!selectionId) return undefined
  return openDraft(shop, selectionId, content => ({
    ...content,
    ...{ visitor, channel, libraryUrl, product },
    photos: content.photos.map(photo => ({ ...photo, ...savedPhotos.get(photo.id) })),
    project: { id, version },
  }))
}

/**
 * Saves a draft as a project, or as the next version of the one that it continues; durable when it resolves. A project
 * that another draft has changed since, or that was deleted or ordered, stays as it is, and the draft is saved as
 * a copy, so that no work is lost.
 */
export async function saveProject(shop: Shop, page: Page, draft: Draft): Promise<{ isCopy: boolean }> {
  const { project: former } = draft
  const overwritten =
    former && shop.projects.find(former.id) ? saveDraftAs(shop, page, draft, former.id) : undefined
  let saved = overwritten
  for (let basis = former; !saved; ) {
    const id = deriveProjectId(draft.id, basis)
    // A killed process, or a second press of the button, may have saved it, and it may have been changed since.
    saved = saveDraftAs(shop, page, draft, id)
    basis = { id, version: 0 }
  }
  const project = { id: saved.id, version: saved.state.version }
  shop.drafts.change(draft.id, before => ({ ...before, project }))
  await shop.push.sendSoon('project', saved.id)
  return { isCopy: former !== undefined && !overwritten }
}

/** Saves a new project, or the next version of one that this draft saved last, or whose version the draft knows. */
function saveDraftAs(
  { projects, config, now }: Shop,
  page: Page,
  draft: Draft,
  id: string,
): Project | undefined {
  const moment = { id, now: now(), origin: config.origin }
  let isOwn = false
  const after = projects.upsert(id, before => {
    const isKnown = draft.project?.id === id && draft.project.version === before?.state.version
    isOwn = !before || (!before.deletedAt && (before.savedBy === draft.id || isKnown))
    return before && !isOwn ? before : createProject(page, draft, moment, before)
  })
  return isOwn ? after : undefined
}

/**
 * Deletes each project whose order is paid; until then it stays, because an unpaid order is cancelled. A project that
 * was changed in another browser since stays, too. Missed deletions are derived from the orders' files at the next
 * start.
 */
export function deleteOrderedProjects({ orders, projects, now }: Shop): void {
  orders.onStored(({ project: ordered, payment }) => {
    if (!ordered || payment.state !== 'paid') return
    projects.change(ordered.id, before =>
      before.deletedAt || before.state.version !== ordered.version
        ? before
        : { ...before, deletedAt: now().toISOString() },
    )
  })
}
