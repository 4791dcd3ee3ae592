import type { Shop } from '../context.ts'
import type { Draft } from '../drafts.ts'
import type { Page } from '../pages/page.ts'
import { createProject, deriveProjectId, type Project, replaceContent } from './project.ts'

/**
 * Saves a draft as a project, or as the next version of the one that it continues; durable when it resolves. A project
 * that another draft has changed since, or that was deleted or ordered, stays as it is, and the draft is saved as
 * a copy, so that no work is lost.
 */
export async function saveProject(shop: Shop, page: Page, draft: Draft): Promise<{ isCopy: boolean }> {
  const overwritten = draft.project && overwriteProject(shop, page, draft, draft.project.id)
  const saved = overwritten ?? createNewProject(shop, page, draft)
  const project = { id: saved.id, version: saved.state.version }
  shop.drafts.change(draft.id, before => ({ ...before, project }))
  await shop.push.sendSoon('project', saved.id)
  return { isCopy: draft.project !== undefined && !overwritten }
}

function createNewProject(shop: Shop, page: Page, draft: Draft, former = draft.project): Project {
  const id = deriveProjectId(draft.id, former)
  const { origin } = shop.config
  if (!shop.projects.find(id))
    return shop.projects.upsert(id, () => createProject(page, draft, { id, now: shop.now(), origin }))
  // A killed process, or a second press of the button, has saved it; it may have been changed since.
  const own = overwriteProject(shop, page, draft, id)
  return own ?? createNewProject(shop, page, draft, { id, version: 0 })
}

/** Saves the next version of a project that this draft saved last, or whose version the draft knows. */
function overwriteProject(shop: Shop, page: Page, draft: Draft, id: string): Project | undefined {
  let isOwn = false
  const after = shop.projects.change(id, before => {
    const isKnown = draft.project?.id === id && draft.project.version === before.state.version
    isOwn = !before.deletedAt && (before.savedBy === draft.id || isKnown)
    return isOwn ? replaceContent(before, page, draft, shop.now()) : before
  })
  return isOwn ? after : undefined
}
