import type { Shop } from '../context.ts'
import type { Draft } from '../drafts.ts'
import { waitForAcknowledgement } from '../keepsake-calls/wait-for-acknowledgement.ts'
import type { Page } from '../pages/page.ts'
import { createProject, deriveProjectId, type Project, replaceContent } from './project.ts'

/**
 * Saves a draft as a project, or as the next version of the one that it continues; durable when it resolves. A project
 * that another draft has changed meanwhile, or that was deleted or ordered, stays as it is, and the draft is saved as
 * a copy, so that no work is lost.
 */
export async function saveProject(shop: Shop, page: Page, draft: Draft): Promise<{ isCopy: boolean }> {
  const now = shop.now()
  const overwritten = draft.project && (await overwrite(shop, page, draft, draft.project.id, now))
  const saved = overwritten ?? (await create(shop, page, draft, now))
  const project = { id: saved.id, version: saved.state.version }
  await shop.drafts.change(draft.id, before => ({ ...before, project }))
  await waitForAcknowledgement(shop.projectSync.send(saved.id))
  return { isCopy: draft.project !== undefined && !overwritten }
}

async function create(
  shop: Shop,
  page: Page,
  draft: Draft,
  now: Date,
  formerProject = draft.project,
): Promise<Project> {
  const id = deriveProjectId(draft.id, formerProject)
  const added = createProject(page, draft, { id, now, origin: shop.config.origin })
  if (await shop.projects.add(added)) return added
  // A killed process, or a second press of the button, has saved it; it may have been changed since.
  const ownProject = await overwrite(shop, page, draft, id, now)
  return ownProject ?? create(shop, page, draft, now, { id, version: 0 })
}

/** Saves the next version of a project that this draft saved last, or whose version the draft knows. */
async function overwrite(
  shop: Shop,
  page: Page,
  draft: Draft,
  id: string,
  now: Date,
): Promise<Project | undefined> {
  let isOwn = false
  const after = await shop.projects.change(id, before => {
    const isKnown = draft.project?.id === id && draft.project.version === before.state.version
    isOwn = !before.deletedAt && (before.savedBy === draft.id || isKnown)
    return isOwn ? replaceContent(before, page, draft, now) : before
  })
  return isOwn ? after : undefined
}
