import type { FastifyInstance } from 'fastify'
import { saveDemoProject } from '#sandbox/demo-calls/projects.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { answerCall } from '../keepsake-calls/answer-call.ts'
import { waitForAcknowledgement } from '../keepsake-calls/wait-for-acknowledgement.ts'
import { createProject, deriveProjectId } from './project.ts'

/** Mounts the demo's call that saves projects in the past. */
export function mountDemoProjects(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, saveDemoProject, async ({ params, body }) => {
    const { accountId, channel, photos, title, article, createdAt, updatedAt, expiresAt } = body
    const page = createChannelPage(shop, channel)
    // No browser has composed it.
    const draft = { id: params.key, accountId, channel, libraryUrl: page.library, photos, title }
    const product = article ? { article, title, quantity: 1 } : undefined
    const id = deriveProjectId(params.key)
    const newProject = createProject(
      page,
      { ...draft, product },
      { id, now: new Date(createdAt), origin: shop.config.origin },
    )
    const state = { ...newProject.state, updatedAt, ...(expiresAt && { expiresAt }) }
    await shop.projects.add({ ...newProject, savedBy: '', state })
    await waitForAcknowledgement(shop.projectSync.send(id))
  })
}
