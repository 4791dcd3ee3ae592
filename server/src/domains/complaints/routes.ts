import * as contract from '#contract/complaints.ts'
import * as retailer from '#contract/retailer-complaints.ts'
import type { Context } from '../../context.ts'
import { formatContentDisposition } from '../../http/content-disposition.ts'
import { notFound } from '../../http/failure.ts'
import { type Call, type Route, route } from '../../http/route.ts'
import { receiveSubmission } from '../../http/submission.ts'
import { findOrder } from '../orders/index.ts'
import { answerState, answerStates } from '../services/index.ts'
import { deleteAttachment, readAttachmentForService } from './attachments.ts'
import { addMessage, closeComplaint } from './continue-complaint.ts'
import { presentComplaints } from './present.ts'
import { receiveComplaint } from './receive-complaint.ts'
import { findComplaint, listComplaints } from './store/complaints.ts'
import { submitComplaint } from './submit-complaint.ts'

export const complaintRoutes: readonly Route[] = [
  route(retailer.putRetailerComplaint, call => {
    const { ctx, params, body } = call
    const reference = { kind: 'complaints', key: params.complaintId }
    return receiveSubmission(call, reference, sent => receiveComplaint(ctx, params.complaintId, body, sent))
  }),
  route(retailer.getRetailerComplaint, call => answerState(call, 'complaints', call.params.complaintId)),
  route(retailer.getRetailerComplaints, call => answerStates(call, 'complaints')),
  route(retailer.getRetailerAttachment, async ({ ctx, params, request, reply }) => {
    const bytes = await readAttachmentForService(ctx, request.service!, params.attachmentId)
    reply.headers({
      'content-type': 'image/jpeg',
      'content-disposition': formatContentDisposition('attachment', `${params.attachmentId}.jpg`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    reply.send(bytes)
  }),

  route(contract.putComplaint, async call => {
    const { ctx, caller, params, body } = call
    await submitComplaint(ctx, caller.accountId, params.complaintId, body)
    return presentComplaint(call, params.complaintId)
  }),
  route(contract.getComplaints, async ({ ctx, caller, query, origin }) => {
    const { accountId } = caller
    if (!(await findOrder(ctx.db, accountId, query.orderCode))) throw notFound('Order')
    const rows = await listComplaints(ctx.db, accountId, [query.orderCode])
    return { complaints: await presentComplaints(ctx, { accountId, origin }, rows) }
  }),
  route(contract.addComplaintMessage, async call => {
    const { ctx, caller, params, body } = call
    await addMessage(ctx, caller.accountId, params.complaintId, body)
    return presentComplaint(call, params.complaintId)
  }),
  route(contract.closeComplaint, async call => {
    const { ctx, caller, params } = call
    await closeComplaint(ctx, caller.accountId, params.complaintId)
    return presentComplaint(call, params.complaintId)
  }),
  route(contract.deleteComplaintAttachment, ({ ctx, caller, params }) =>
    deleteAttachment(ctx, caller.accountId, params.attachmentId),
  ),
]

async function presentComplaint(
  {
    ctx,
    caller: { accountId },
    origin,
  }: { ctx: Context } & Pick<Call<typeof contract.putComplaint>, 'caller' | 'origin'>,
  complaintId: string,
): Promise<contract.Complaint> {
  const row = await findComplaint(ctx.db, complaintId)
  const [complaint] = row ? await presentComplaints(ctx, { accountId, origin }, [row]) : []
  if (!complaint) throw notFound('Complaint')
  return complaint
}
