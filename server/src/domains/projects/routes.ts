import * as contract from '#contract/projects.ts'
import * as retailer from '#contract/retailer-projects.ts'
import { Failure } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { answerState, answerStates } from '../services/index.ts'
import { eraseRetailerProject } from './erasure.ts'
import { presentProjects } from './present.ts'
import { deleteProject, restoreProject, upsertProject } from './projects.ts'
import { countProjects, listProjects } from './store.ts'

export const projectRoutes: readonly Route[] = [
  route(retailer.putProject, call => {
    const { ctx, params, body } = call
    const { accountId, ...project } = body
    const reference = { kind: 'projects', key: params.id }
    return receiveSubmission(call, reference, sent => upsertProject(ctx, params.id, accountId, project, sent))
  }),
  route(retailer.getRetailerProject, call => answerState(call, 'projects', call.params.id)),
  route(retailer.getRetailerProjects, call => answerStates(call, 'projects')),
  route(retailer.deleteRetailerProject, async ({ ctx, params, request }) => ({
    deleted: await eraseRetailerProject(ctx, params.id, request.service!),
  })),
  route(contract.getProjects, async ({ ctx, caller: { accountId }, params, query, origin }) => {
    if (params.accountId !== accountId) throw new Failure('forbidden', 'The account is not the caller’s')
    const now = ctx.clock.now()
    const rows = await listProjects(ctx.db, accountId, now, query)
    return {
      projects: await presentProjects(ctx, { accountId, origin }, rows),
      totalProjectCount: await countProjects(ctx.db, accountId, now),
    }
  }),
  route(contract.deleteProject, ({ ctx, caller, params }) => deleteProject(ctx, caller.accountId, params.id)),
  route(contract.restoreProject, ({ ctx, caller, params }) =>
    restoreProject(ctx, caller.accountId, params.id),
  ),
]
