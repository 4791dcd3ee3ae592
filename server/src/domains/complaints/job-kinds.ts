import { defineJob } from '../../platform/jobs/jobs.ts'

/** Mails the customer what happened to a complaint: 'received', 'question 3', 'reminder 3' or 'decided 4', by version. */
export const mailComplaint = defineJob<{ accountId: string; complaintId: string; event: string }>(
  'complaints.mail',
)
