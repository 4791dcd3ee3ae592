import { z } from 'zod'
import { isEarlier } from './deadline.ts'
import { endpoint } from './endpoint.ts'
import { feedDeadline, feedInstant } from './feed-dates.ts'
import { accountIdInput, idInput } from './id.ts'
import { type RuleContext, refuseField } from './input/field-issues.ts'
import { nameText } from './input/text.ts'
import { webAddress } from './input/web-address.ts'
import { orderCode, PRODUCT_PHOTOS_MAX } from './retailer-orders.ts'
import { listBack, readBack, submission, version } from './retailer-states.ts'

/* Saved projects as the retailer's editor sends them, each time the whole state with its version, like orders. */

/** Id of a project, unique over all brands; written like the code of an order. */
export const projectId = orderCode

const word = nameText({ max: 200 })

const projectFields = {
  version,
  title: word,
  /** The article's code in the catalogue; pages show its name in the channel, and other texts as they are. */
  articleName: word,
  pageCount: z.int().min(1).max(10_000).optional(),
  /** Id of its preview, a stored picture that may arrive later. */
  previewId: idInput.optional(),
  /** The photos of the customer's library that it contains. */
  photoIds: z.array(idInput).max(PRODUCT_PHOTOS_MAX).optional(),
  /** Address of the editor, in a shop of the customer's brand. */
  editorUrl: webAddress,
  createdAt: feedInstant,
  /** When the customer last changed it. */
  updatedAt: feedInstant,
  /** When the retailer deletes it, if that is earlier than the deletion of the photos. */
  expiresAt: feedDeadline.optional(),
}

export const retailerProject = z.strictObject(projectFields).superRefine(checkTimes)
export type RetailerProject = z.infer<typeof retailerProject>

export const putProject = submission('projects', '/retailer/projects/:id', {
  serviceScope: 'projects:write',
  summary: 'Stores a version of a saved project (AA-091)',
  params: z.object({ id: projectId }),
  body: z.strictObject({ ...projectFields, accountId: accountIdInput }).superRefine(checkTimes),
})

export const getRetailerProject = readBack(putProject, {
  summary: 'A saved project as it was sent last; 404 once it is deleted for good (NX-358)',
})
export const getRetailerProjects = listBack(putProject, {
  summary: 'Saved projects that were sent since an instant',
})

export const deleteRetailerProject = endpoint('DELETE', 'projects', '/retailer/projects/:id', {
  policy: 'service',
  serviceScope: 'projects:write',
  summary: 'Deletes a project for good, known or not; versions that arrive later are not stored (AA-091)',
  params: z.object({ id: projectId }),
  answer: z.object({
    /** False when it was deleted before. */
    deleted: z.boolean(),
  }),
  errors: ['not-found'],
})

/** A project is changed, and expires, after it was created. */
function checkTimes({ createdAt, updatedAt, expiresAt }: ProjectTimes, ctx: RuleContext) {
  if (isEarlier(updatedAt, createdAt)) refuseField(ctx, ['updatedAt'])
  if (isEarlier(expiresAt, createdAt)) refuseField(ctx, ['expiresAt'])
}

interface ProjectTimes {
  createdAt: string
  updatedAt: string
  expiresAt?: string | undefined
}
