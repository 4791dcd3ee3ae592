import type { Answer } from '#contract/endpoint.ts'
import type { putRetailerComplaint, RetailerComplaint } from '#contract/retailer-complaints.ts'
import type { Context, Tx } from '../../context.ts'
import { requireFound } from '../../http/failure.ts'
import { checkPastInstants } from '../../http/past-instants.ts'
import type { Submission } from '../../http/submission.ts'
import { receiveAccountVersion } from '../customers/index.ts'
import { lockOrders } from '../orders/index.ts'
import { findMailSubject, mailComplaint } from './job-kinds.ts'
import { publishComplaintChange } from './notifications.ts'
import { type ComplaintRow, findComplaint, lockComplaint, updateComplaint } from './store/complaints.ts'

/**
 * Stores a version of what customer care says about a complaint. The state follows, except that a closed complaint
 * stays closed, one whose decision the customer objected to is in review until another decision, and one whose question was
 * answered until another question. 404 for an unknown
 * complaint; conflict for other content under the same version.
 */
export async function receiveComplaint(
  ctx: Context,
  complaintId: string,
  { version, ...feed }: RetailerComplaint,
  submission?: Submission,
): Promise<Answer<typeof putRetailerComplaint>> {
  checkPastInstants(ctx, listPastInstants(feed), submission)
  const known = requireFound(await findComplaint(ctx.db, complaintId), 'Complaint')
  const { account_id: accountId } = known
  const { receipt } = await receiveAccountVersion(
    ctx,
    { accountId, version, content: feed, submission },
    () => ({
      read: async tx => {
        const row = requireFound(await lockComplaint(tx, complaintId), 'Complaint')
        await lockOrders(tx, [row.order_code])
        return row
      },
      getContent: row => row.feed,
      write: async (tx, stored) => {
        await storeFeed(ctx, tx, stored!, { version, ...feed })
        return true
      },
      publish: async tx => {
        await publishComplaintChange(ctx, tx, known)
        const service = submission?.service.name
        tx.afterCommit(() => ctx.log.info({ accountId, complaintId, version, service }, 'complaint decided'))
      },
    }),
  )
  return receipt
}

async function storeFeed(
  ctx: Context,
  tx: Tx,
  row: ComplaintRow,
  { version, ...feed }: RetailerComplaint,
): Promise<void> {
  const now = ctx.clock.now()
  const decidedAt = feed.decision && new Date(feed.decision.at)
  const isObjected =
    feed.state === 'decided' && row.objected_at !== null && row.decided_at?.getTime() === decidedAt?.getTime()
  const isAnswered = isAnsweredQuestion(row, feed)
  const state = row.state === 'closed' ? 'closed' : isObjected || isAnswered ? 'in-review' : feed.state
  await updateComplaint(tx, row.complaint_id, {
    version,
    feed,
    state,
    reprint_code: feed.decision?.orderCode ?? null,
    updated_at: now,
    reviewed_at: row.reviewed_at ?? now,
    answer_by: findAnswerBy(row, state, feed.answerBy),
    // A decision beside another state is none yet: once it is one, it is mailed, and an objection was not to it.
    decided_at: feed.state === 'decided' ? decidedAt! : row.decided_at,
    ...(state === 'closed' && { closed_at: row.closed_at ?? now }),
  })
  const event =
    state === 'question' ? `question ${version}` : state === 'decided' ? `decided ${version}` : undefined
  const isNew =
    state === 'question' ? isNewQuestion(row, feed) : row.decided_at?.getTime() !== decidedAt?.getTime()
  const { account_id: accountId, complaint_id: complaintId } = row
  const about = findMailSubject({ state, decided_at: decidedAt ?? null, feed })
  if (event && isNew) await ctx.jobs.send(tx, mailComplaint, [{ accountId, complaintId, event, about }])
}

/** Keeps the known day while customer care looks at it and names no other. */
function findAnswerBy(
  row: ComplaintRow,
  state: ComplaintRow['state'],
  answerBy: string | undefined,
): Date | null {
  if (answerBy !== undefined) return new Date(answerBy)
  return state === 'in-review' && row.state !== 'question' ? row.answer_by : null
}

/** Whether a version repeats the question that the customer has answered: customer care has not seen the answer. */
const isAnsweredQuestion = (row: ComplaintRow, feed: Omit<RetailerComplaint, 'version'>): boolean =>
  feed.state === 'question' &&
  row.feed?.state === 'question' &&
  row.state === 'in-review' &&
  row.feed.messages.at(-1)?.id === feed.messages.at(-1)?.id

/** The last message of customer care is the question. */
const isNewQuestion = (row: ComplaintRow, { messages }: Omit<RetailerComplaint, 'version'>): boolean =>
  row.state !== 'question' || row.feed?.messages.at(-1)?.id !== messages.at(-1)?.id

const listPastInstants = ({ messages, decision }: Omit<RetailerComplaint, 'version'>) =>
  Object.fromEntries([
    ['decision.at', decision?.at],
    ...messages.map(({ at }, index) => [`messages.${index}.at`, at] as const),
  ])
