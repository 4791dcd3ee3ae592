import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { accountIdInput, id } from './id.ts'
import type { FieldIssue } from './input/field-issues.ts'
import { changesQuery, nextCursor, pageLimit } from './paging.ts'
import { resourceVersion } from './resource-version.ts'
import { projectId } from './retailer-projects.ts'
import { count, deadline, instant, wholeNumber } from './scalars.ts'

export const PROJECTS_PER_PAGE = 10

/** An unfinished product in the retailer's editor. */
const project = z.object({
  id: z.string(),
  ...resourceVersion,
  title: z.string(),
  /** Signed, expires; null without a preview, and for API keys. */
  thumbnailUrl: z.string().nullable(),
  /** Id of the preview among the uploads, read where `thumbnailUrl` is missing or has expired. */
  previewId: id.optional(),
  articleName: z.string(),
  /** Null for a product without pages. */
  pageCount: z.int().nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** When it is deleted: with the photos, or at an earlier date of the retailer. Null if unknown. */
  expiresAt: deadline.nullable(),
  /** Address of the editor; null if it is outside the brand's shops. */
  editorUrl: z.string().nullable(),
})
export type Project = z.infer<typeof project>

export const getProjects = endpoint('GET', 'projects', '/api/v2/projects/:accountId', {
  policy: 'customer',
  scope: 'projects:read',
  summary:
    'The caller’s saved projects, last changed first (AA-091), or with `changedSince` the oldest change first (NX-442); 403 for another account',
  params: z.object({ accountId: accountIdInput }),
  query: z
    .strictObject({
      skip: wholeNumber({ min: 0, max: 100_000 }).default(0),
      ...changesQuery,
      limit: pageLimit(PROJECTS_PER_PAGE),
    })
    .refine(({ skip, cursor }) => skip === 0 || cursor === undefined, {
      error: 'conflict' satisfies FieldIssue,
      path: ['skip'],
    }),
  answer: z.object({ projects: z.array(project), totalProjectCount: count, cursor: nextCursor }),
  errors: ['forbidden'],
})
export type ProjectPage = z.infer<typeof getProjects.answer>

export const deleteProject = endpoint('DELETE', 'projects', '/api/v2/project/:id', {
  policy: 'customer',
  summary: 'Deletes the caller’s project; it can be restored for the days of the bin (AA-091)',
  params: z.object({ id: projectId }),
  errors: ['not-found'],
})

export const restoreProject = endpoint('POST', 'projects', '/api/v2/project/:id/restore', {
  policy: 'customer',
  summary: 'Undoes the deletion of a project (AA-090); may be repeated',
  params: z.object({ id: projectId }),
  errors: ['not-found'],
})
