import { millisecondsInDay } from 'date-fns/constants'
import { ATTACHMENT_DAYS, OBJECTION_DAYS } from '#contract/complaints.ts'
import { type Context, change } from '../../context.ts'
import { readRows } from '../../platform/db/read-rows.ts'
import { atMost, listFirstRows, notNull, updateRows } from '../../platform/db/rows.ts'
import { toAttachmentKey } from './attachment-address.ts'
import { deleteUnsent } from './attachments.ts'
import { closeLocked } from './continue-complaint.ts'
import { findMailSubject, mailComplaint } from './job-kinds.ts'
import { listSentAttachments } from './store/attachments.ts'
import { type ComplaintRow, listDueComplaints, lockComplaint, updateComplaint } from './store/complaints.ts'

const BATCH = 200
/** Days before the end of the time to answer at which the customer is reminded. */
const REMINDER_DAYS = 3
const UNSENT_DAYS = 1

/**
 * Closes complaints 30 days after their decision, reminds of questions, and deletes attachments: unsent ones after 24 hours,
 * others 180 days after closing. `signal` stops it between two of them.
 */
export async function cleanUp(ctx: Context, signal: AbortSignal): Promise<void> {
  const now = ctx.clock.now()
  const before = (days: number) => new Date(now.getTime() - days * millisecondsInDay)
  const listDue = (due: Parameters<typeof listDueComplaints>[1]) => listDueComplaints(ctx.db, due, BATCH)
  for await (const row of readRows(BATCH, () => listDue({ decidedBefore: before(OBJECTION_DAYS) }))) {
    if (signal.aborted) return
    await closeDecided(ctx, row)
  }
  const answerBefore = before(-REMINDER_DAYS)
  for (const row of await listDue({ answerBefore, now })) await remind(ctx, row)
  for await (const row of readRows(BATCH, () => listDue({ closedBefore: before(ATTACHMENT_DAYS) }))) {
    if (signal.aborted) return
    await deleteSent(ctx, row)
  }
  const unsent = { sent_at: null, created_at: atMost(before(UNSENT_DAYS)) }
  const listUnsent = () => listFirstRows(ctx.db, 'complaint_attachments', unsent, BATCH)
  for await (const row of readRows(BATCH, listUnsent)) {
    if (signal.aborted) return
    await deleteUnsent(ctx, row)
  }
}

const closeDecided = (ctx: Context, { complaint_id }: ComplaintRow): Promise<void> =>
  change(ctx, async tx => {
    const row = await lockComplaint(tx, complaint_id)
    if (row?.state === 'decided') await closeLocked(ctx, tx, row)
  })

const remind = (ctx: Context, row: ComplaintRow) =>
  change(ctx, tx => {
    const { account_id: accountId, complaint_id: complaintId, version } = row
    const reminder = {
      accountId,
      complaintId,
      event: `reminder ${version}`,
      about: findMailSubject(row),
    }
    // The id: not while the reminder of an earlier run waits.
    return ctx.jobs.send(tx, mailComplaint, [reminder], { id: complaintId })
  })

/** Deletes the bytes first, then marks the rows that name them. */
async function deleteSent(ctx: Context, { complaint_id }: ComplaintRow): Promise<void> {
  const attachments = await listSentAttachments(ctx.db, [complaint_id])
  await ctx.blobs.remove(attachments.map(toAttachmentKey))
  await change(ctx, async tx => {
    const now = ctx.clock.now()
    const sent = { complaint_id, sent_at: notNull, deleted_at: null }
    await updateRows(tx.db, 'complaint_attachments', sent, { deleted_at: now })
    await updateComplaint(tx, complaint_id, { attachments_deleted_at: now })
  })
}
