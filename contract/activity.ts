import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { journalEntry } from './journal.ts'
import { count, deadline, instant } from './scalars.ts'

/** Maximum number of items of one answer, and days for which ended items are listed. */
export const ACTIVITY_MAX = 100
export const ACTIVITY_DAYS = 30
/** Minutes without a byte after which an unfinished upload is interrupted. */
export const INTERRUPTED_MINUTES = 10

/**
 * A running or past event. `kind` and `state` are open, so that clients accept later values.
 * Kinds: upload, download, export, import, address-change, mail-bounced (a mail to the customer), security-mail-bounced (one about a
 * security event), shared-mail-bounced (a mail that the customer sent), and those of the journal. States: running, undoing (a job takes it back), done, failed, interrupted (an upload
 * without a byte for 10 minutes, whose files can be chosen again).
 */
export const activityItem = z.object({
  /** Unique together with the kind: batch, download, export, order, mail, or entry of the journal. */
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  at: instant,
  /** Name of a download, title of a project, subject of a mail. */
  name: z.string().nullable(),
  /** Number of files or photos: all, done, and failed. */
  total: count.nullable(),
  done: count.nullable(),
  problems: count,
  /** Photos that stay as they were: without a date that could be shifted, changed again before the undo, or not readable. */
  leftOut: count,
  /** Until when it can be undone or downloaded. */
  until: deadline.nullable(),
  /** Its entry of the journal: by whom, and what can be undone. */
  entry: journalEntry.nullable(),
})
export type ActivityItem = z.infer<typeof activityItem>

export const getActivity = endpoint('GET', 'account', '/activity', {
  policy: 'customer',
  summary: 'What is running and what has happened in the last 30 days: running first, then newest first',
  answer: z.object({ items: z.array(activityItem) }),
})
