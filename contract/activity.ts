import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, instant } from './scalars.ts'

/** Items of one answer, and days after which an ended one is listed no more. */
export const ACTIVITY_MAX = 100
export const ACTIVITY_DAYS = 30

/**
 * Something that is running or has happened. `kind` and `state` are open, so that a new one hides nothing:
 * upload, download, export, import, photos-deleted, project-deleted, address-change, mail-bounced (a mail to the
 * customer), shared-mail-bounced (one that the customer sent);
 * running, done, failed.
 */
export const activityItem = z.object({
  /** Unique together with the kind: batch, download, export, project, order, mail, or the instant of a deletion. */
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  at: instant,
  /** Name of a download, title of a project, subject of a mail. */
  name: z.string().nullable(),
  /** Files or photos in all, and those of them that are done or could not be processed. */
  total: count.nullable(),
  done: count.nullable(),
  problems: count,
  /** Until when it can be undone or fetched. */
  until: instant.nullable(),
  /** First instant at which photos were deleted; `id` is the last one. Only for 'photos-deleted'. */
  from: instant.nullable(),
})
export type ActivityItem = z.infer<typeof activityItem>

export const getActivity = endpoint({
  method: 'GET',
  service: 'account',
  path: '/activity',
  policy: 'customer',
  summary: 'What is running and what has happened in the last 30 days: running first, then newest first',
  answer: z.object({ items: z.array(activityItem) }),
})
