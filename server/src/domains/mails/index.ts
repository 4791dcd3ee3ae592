import { ACTIVITY_DAYS } from '#contract/activity.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { defineJob, handleJob } from '../../platform/jobs/jobs.ts'
import { mailBounced } from './events.ts'
import { mailBounces, mailsSent } from './metrics.ts'
import { deleteMailsBefore } from './store.ts'
import { mailTables } from './tables.ts'

export { mailBounced } from './events.ts'
export { receiveBounces, sendMail } from './send-mail.ts'
export { listBouncedMails, markSentToFormerAddress, type SentMailRow, WIDGET_SHARE } from './store.ts'

/** Clean-up: deletes old mails. */
export const cleanUpMailsJob = defineJob<Record<string, never>>('mails.clean-up', { schedule: '17 * * * *' })

/**
 * Mails are stored as long as the activity lists them; mail servers stop retrying after five days (RFC 5321 §4.5.4.1).
 */
const RETENTION_MS = ACTIVITY_DAYS * 86_400_000

/** Mails to customers and their bounces. */
export const mails = defineDomain({
  name: 'mails',
  dependsOn: [],
  tables: mailTables,
  jobs: [
    handleJob(cleanUpMailsJob, ctx =>
      deleteMailsBefore(ctx.db, new Date(ctx.clock.now().getTime() - RETENTION_MS)),
    ),
  ],
  emits: [mailBounced],
  metrics: { counted: [mailsSent, mailBounces] },
  eraseAccount: eraseRows(mailTables),
})
