import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { deleteProject } from '#contract/retailer-calls/projects.ts'
import type { DomainAccessSamples } from '../../testing/access-samples.ts'
import { upsertProject } from './index.ts'
import { projectForTests } from './projects.testing.ts'

const PROJECTS = SERVICES.projects

/** A saved project. */
export const accessSamples: DomainAccessSamples = {
  async createData({ ctx }, { accountId }, { storedPicture }) {
    const project = `project-${randomUUID()}`
    const retailerProject = projectForTests(ctx.clock.now(), { previewId: storedPicture })
    await upsertProject(ctx, project, accountId, retailerProject)
    return { project, newProject: `project-${randomUUID()}` }
  },
  answerRetailerCalls(retailer) {
    retailer.on(deleteProject, () => ({ status: 204 }))
  },
  calls: {
    [`GET ${PROJECTS}/api/v2/projects/:accountId`]: ({ account }) => ({ params: [account] }),
    [`DELETE ${PROJECTS}/api/v2/project/:id`]: ({ project }) => ({ params: [project] }),
    [`POST ${PROJECTS}/api/v2/project/:id/restore`]: ({ project }) => ({ params: [project] }),
  },
  serviceCalls: {
    [`PUT ${PROJECTS}/retailer/projects/:id`]: ({ account, newProject }) => ({
      params: [newProject],
      body: { ...projectForTests('2026-01-03T10:00:00Z'), accountId: account },
    }),
    [`GET ${PROJECTS}/retailer/projects/:id`]: ({ newProject }) => ({ params: [newProject] }),
    [`GET ${PROJECTS}/retailer/projects`]: () => ({}),
    [`DELETE ${PROJECTS}/retailer/projects/:id`]: ({ newProject }) => ({ params: [newProject] }),
  },
}
