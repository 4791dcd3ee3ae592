import { defineJob } from '../../platform/jobs/jobs.ts'
import type { ComplaintRow } from './store/complaints.ts'

/**
 * Mails the customer what happened to a complaint: 'received', 'question 3', 'reminder 3' or 'decided 4', by version. `about`:
 * the id of the question, or the instant of the decision; once there is another, that one has a mail of its own.
 */
export const mailComplaint = defineJob<ComplaintEvent>('complaints.mail')

export interface ComplaintEvent {
  accountId: string
  complaintId: string
  event: string
  about?: string | undefined
}

/** What a mail about this state of a complaint is about. */
export const findMailSubject = ({
  state,
  decided_at,
  feed,
}: Pick<ComplaintRow, 'state' | 'decided_at' | 'feed'>): string | undefined =>
  state === 'decided' ? decided_at?.toISOString() : feed?.messages.at(-1)?.id
