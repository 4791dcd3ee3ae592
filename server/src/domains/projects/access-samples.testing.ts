import { randomUUID } from 'node:crypto'
import { SERVICES } from '#contract/endpoint.ts'
import { deleteProject } from '#contract/retailer-calls/projects.ts'
import type { AccessSamples } from '../../testing/access-samples.ts'
import { projectForTests } from './projects.testing.ts'
import { upsertProject } from './projects.ts'

const PROJECTS = SERVICES.projects

/** A saved project. */
export const accessSamples: AccessSamples = {
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
    [`GET ${PROJECTS}/api/v2/projects/:accountId`]: ({ account }) => ({
      path: `${PROJECTS}/api/v2/projects/${account}`,
    }),
    [`DELETE ${PROJECTS}/api/v2/project/:id`]: ({ project }) => ({
      path: `${PROJECTS}/api/v2/project/${project}`,
    }),
    [`POST ${PROJECTS}/api/v2/project/:id/restore`]: ({ project }) => ({
      path: `${PROJECTS}/api/v2/project/${project}/restore`,
    }),
  },
  serviceCalls: {
    [`PUT ${PROJECTS}/retailer/projects/:id`]: ({ account, newProject }) => ({
      path: `${PROJECTS}/retailer/projects/${newProject}`,
      body: { ...projectForTests('2026-01-03T10:00:00Z'), accountId: account },
    }),
    [`GET ${PROJECTS}/retailer/projects/:id`]: ({ newProject }) => ({
      path: `${PROJECTS}/retailer/projects/${newProject}`,
    }),
    [`GET ${PROJECTS}/retailer/projects`]: () => ({ path: `${PROJECTS}/retailer/projects` }),
    [`DELETE ${PROJECTS}/retailer/projects/:id`]: ({ newProject }) => ({
      path: `${PROJECTS}/retailer/projects/${newProject}`,
    }),
  },
}
