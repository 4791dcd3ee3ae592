import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { getRetailerAttachment } from '#contract/retailer-complaints.ts'
import { createChannelPage, HTML } from '../brand-page.ts'
import type { Shop } from '../context.ts'
import { answerCall } from '../keepsake-calls/answer-call.ts'
import { waitForAcknowledgement } from '../keepsake-calls/wait-for-acknowledgement.ts'
import { deriveLetters } from '../orders/order.ts'
import { refund } from '../orders/refunds.ts'
import { createReprint } from '../orders/reprint.ts'
import { PageError } from '../page-error.ts'
import { renderComplaintsPage } from '../pages/complaints-page.ts'
import { createCsrfToken, ensureVisitor, readVisitor, requireSameOrigin } from '../visitor.ts'
import { isAcknowledged } from './complaint-sync.ts'
import { COMPLAINT_ACTIONS, decideComplaint } from './decide-complaint.ts'

const FORM = 'complaints'
const PATH = '/back-office/complaints'

const query = z.object({ result: z.enum(['done', 'not-possible', 'failed']).optional().catch(undefined) })
const actionForm = z.object({
  check: z.string(),
  action: z.enum(COMPLAINT_ACTIONS),
  words: z.string().trim().max(2000).default(''),
})

/** Mounts Keepsake's call with the state of a complaint; a lower revision than the known one changes nothing. */
export function mountComplaints(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, sendComplaint, async ({ params: { complaintId }, body }) => {
    await shop.complaints.change(complaintId, before =>
      before && before.sent.revision >= body.revision ? before : { ...before, sent: body },
    )
    const { demoDecision: action } = (await shop.orders.find(body.orderCode)) ?? {}
    const isNew = !shop.complaints.find(complaintId)?.state
    if (isNew && action && action !== 'confirm') await decide(shop, complaintId, { action, words: '' })
    return { complaintId }
  })
}

/** Mounts the page of customer care: complaints with their photos, and buttons that ask, decide and close. */
export function mountComplaintsOffice(app: FastifyInstance, shop: Shop): void {
  app.get(PATH, async (request, reply) => {
    const csrfToken = createCsrfToken(shop, FORM, ensureVisitor(request, reply))
    const { result } = query.parse(request.query)
    const complaints = shop.complaints
      .list()
      .toSorted((a, b) => b.complaint.sent.submittedAt.localeCompare(a.complaint.sent.submittedAt))
    return reply
      .type(HTML)
      .send(renderComplaintsPage(createChannelPage(shop, ''), { complaints, csrfToken, result }))
  })

  app.get<{ Params: { id: string } }>(`${PATH}/photos/:id`, async ({ params }, reply) => {
    const isKnown = shop.complaints
      .list()
      .some(({ complaint }) => complaint.sent.attachments.some(({ id }) => id === params.id))
    if (!isKnown) throw new PageError('missing')
    return reply
      .type('image/jpeg')
      .send(await shop.keepsake.fetchFile(getRetailerAttachment, { params: { attachmentId: params.id } }))
  })

  app.post<{ Params: { id: string } }>(`${PATH}/:id`, async (request, reply) => {
    const { data } = actionForm.safeParse(request.body)
    if (!data) throw new PageError('missing')
    requireSameOrigin(shop, request, FORM, readVisitor(request) ?? '', data.check)
    const { id } = request.params
    return reply.redirect(`${PATH}?result=${await decide(shop, id, data)}#${id}`, 303)
  })
}

async function decide(
  shop: Shop,
  complaintId: string,
  { action, words }: Pick<z.output<typeof actionForm>, 'action' | 'words'>,
): Promise<'done' | 'not-possible' | 'failed'> {
  const found = shop.complaints.find(complaintId)
  if (!found) throw new PageError('missing')
  const { sent } = found
  const order = await shop.orders.find(sent.orderCode)
  const products = order?.state.products.filter(({ code }) => sent.productCodes.includes(code)) ?? []
  const reprintCode = `P-${deriveLetters(`reprint:${complaintId}`)}`
  const amount =
    products.reduce((sum, { price = 0 }) => sum + price, 0) || (order?.state.total?.amount ?? 100)
  const care = { now: shop.now(), words, reprintCode, amount }
  const after = await shop.complaints.change(
    complaintId,
    before => before && decideComplaint(before, action, care),
  )
  if (!after?.state || after === found) return 'not-possible'
  if (action === 'reprint' && order) await shop.orders.add(createReprint(order, sent.productCodes, care))
  const announced = { refundId: complaintId, amount, state: 'announced', reason: 'complaint' } as const
  if (action === 'refund' && order)
    await shop.orders.change(order.code, before => refund(before, announced, care.now))
  await waitForAcknowledgement(shop.complaintSync.send(complaintId))
  return isAcknowledged(shop.complaints.find(complaintId)!) ? 'done' : 'failed'
}
