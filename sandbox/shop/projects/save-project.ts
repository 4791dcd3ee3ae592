import type { Shop } from '../context.ts'
import type { Draft } from '../drafts.ts'
import { waitForAcknowledgement } from '../keepsake-calls/repeated-sends.ts'
import type { Page } from '../pages/page.ts'
import { createProject, deriveProjectId, type Project, replaceContent } from './project.ts'

/**
 * Saves a draft as a project, or as the next version of the one that it continues; durable when it resolves. A project
 * that another draft has changed since, or that was deleted or ordered, stays as it is, and the draft is saved as
 * a copy, so that no work is lost.
 */
export async function saveProject(shop: Shop, page: Page, draft: Draft): Promise<{ isCopy: boolean }> {
  const now = shop.now()
  const overwrittenProject =
    draft.project && (await overwriteProject(shop, page, draft, draft.project.id, now))
  const savedProject = overwrittenProject ?? (await createNewProject(shop, page, draft, now))
  const project = { id: savedProject.id, version: savedProject.state.version }
  await shop.drafts.change(draft.id, before => ({ ...before, project }))
  await waitForAcknowledgement(shop.push.send('project', savedProject.id))
  return { isCopy: draft.project !== undefined && !overwrittenProject }
}

async function createNewProject(
  shop: Shop,
  page: Page,
  draft: Draft,
  now: Date,
  formerProject = draft.project,
): Promise<Project> {
  const id = deriveProjectId(draft.id, formerProject)
  const newProject = createProject(page, draft, { id, now, origin: shop.config.origin })
  if (await shop.projects.add(newProject)) return newProject
  // A killed process, or a second press of the button, has saved it; it may have been changed since.
  const ownProject = await overwriteProject(shop, page, draft, id, now)
  return ownProject ?? createNewProject(shop, page, draft, now, { id, version: 0 })
}

/** Saves the next version of a project that this draft saved last, or whose version the draft knows. */
async function overwriteProject(
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
