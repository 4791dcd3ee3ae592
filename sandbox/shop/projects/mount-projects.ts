import type { FastifyInstance } from 'fastify'
import { deleteProject } from '#contract/retailer-calls/projects.ts'
import { createChannelPage } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { getEditorPath } from '../draft-problem.ts'
import { isEqualText } from '../equal-texts.ts'
import { answerCall, CallRefused } from '../keepsake-calls/answer-call.ts'
import { PageError } from '../page-error.ts'
import { ensureVisitor } from '../visitor.ts'
import { continueProject } from './continue-project.ts'
import { isExpired } from './projects.ts'

/** Mounts the address at which a saved project continues, and Keepsake's call when one is deleted permanently. */
export function mountProjects(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { id: string; key: string } }>('/projects/:id/:key', async (request, reply) => {
    const { id, key } = request.params
    const project = await shop.projects.find(id)
    if (!project || project.deletedAt || isExpired(project, shop.now()) || !isEqualText(project.key, key))
      throw new PageError('missing')
    const continuation = await continueProject(shop, project, ensureVisitor(request, reply))
    if (!continuation)
      throw new PageError('photos-gone', createChannelPage(shop, project.channel, project.libraryUrl))
    const { draft, removed } = continuation
    return reply.redirect(`${getEditorPath(draft)}${removed > 0 ? `?gone=${removed}` : ''}`, 303)
  })

  answerCall(app, shop, deleteProject, async ({ params }) => {
    if (!(await shop.projects.remove(params.id))) throw new CallRefused()
  })
}
