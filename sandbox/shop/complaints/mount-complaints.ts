import { addDays } from 'date-fns/addDays'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { sendComplaint } from '#contract/retailer-calls/complaints.ts'
import { getRetailerAttachment, type RetailerComplaint } from '#contract/retailer-complaints.ts'
import { html } from '#html/html.ts'
import type { Shop, StoredComplaint } from '../context.ts'
import { answerCall } from '../keepsake-calls/answer-call.ts'
import { createForm, OFFICE_PATH, type OfficeItem, type OfficePage } from '../office/page.ts'
import { refund } from '../orders/money.ts'
import { createReprint } from '../orders/new-order.ts'
import { deriveLetters } from '../orders/order.ts'
import { PageError } from '../page-error.ts'
import type { Page } from '../pages/page.ts'

const PHOTOS_PATH = `${OFFICE_PATH}/complaints/photos`

const careForm = z.object({ words: z.string().trim().max(2000).default('').describe('Your words') })

/**
 * Mounts Keepsake's call with the state of a complaint, of which a lower revision than the known one changes nothing, and the
 * photos of complaints for customer care.
 */
export function mountComplaints(app: FastifyInstance, shop: Shop): void {
  answerCall(app, shop, sendComplaint, async ({ params: { complaintId }, body }) => {
    shop.complaints.upsert(complaintId, before =>
      before && before.sent.revision >= body.revision ? before : { ...before, sent: body },
    )
    const { demoDecision: action } = shop.orders.find(body.orderCode) ?? {}
    const isNew = !shop.complaints.find(complaintId)?.state
    if (isNew && action && action !== 'confirm') await decide(shop, complaintId, action)
    return { complaintId }
  })
  if (!shop.config.backOffice) return
  app.get<{ Params: { id: string } }>(`${PHOTOS_PATH}/:id`, async ({ params }, reply) => {
    const isKnown = shop.complaints
      .list()
      .some(([, { sent }]) => sent.attachments.some(({ id }) => id === params.id))
    if (!isKnown) throw new PageError('missing')
    return reply
      .type('image/jpeg')
      .send(await shop.keepsake.fetchFile(getRetailerAttachment, { params: { attachmentId: params.id } }))
  })
}

/** The page of customer care: complaints with their photos, and buttons that ask, decide and close. */
export const createComplaintsPage = (shop: Shop): OfficePage => ({
  name: 'complaints',
  title: 'Reported problems',
  text: 'What customers report about products that were sent.',
  none: 'No problem was reported.',
  list: page =>
    shop.complaints
      .list()
      .toSorted(([, a], [, b]) => b.sent.submittedAt.localeCompare(a.sent.submittedAt))
      .map(each => describeComplaint(shop, page, each)),
})

async function decide(
  shop: Shop,
  complaintId: string,
  action: ComplaintAction,
  words = '',
): Promise<'done' | 'not-possible' | 'failed'> {
  const found = shop.complaints.find(complaintId)!
  const { sent } = found
  const order = shop.orders.find(sent.orderCode)
  const products = order?.state.products.filter(({ code }) => sent.productCodes.includes(code)) ?? []
  const reprintCode = `P-${deriveLetters(`reprint:${complaintId}`)}`
  const amount =
    products.reduce((sum, { price = 0 }) => sum + price, 0) || (order?.state.total?.amount ?? 100)
  const care = { now: shop.now(), words, reprintCode, amount }
  const after = shop.complaints.change(complaintId, before => decideComplaint(before, action, care))
  if (!after?.state || after === found) return 'not-possible'
  if (action === 'reprint' && order)
    shop.orders.upsert(reprintCode, before => before ?? createReprint(order, sent.productCodes, care))
  const announced = { refundId: complaintId, amount, state: 'announced', reason: 'complaint' } as const
  if (action === 'refund' && order)
    shop.orders.change(order.code, before => refund(before, announced, care.now))
  await shop.push.sendSoon('complaint', complaintId)
  const { acknowledged } = shop.push.getState(`complaint ${complaintId}`)
  return acknowledged === after.state.version ? 'done' : 'failed'
}

interface Care {
  now: Date
  /** What customer care writes; a question and a refusal need some. */
  words: string
  /** The order of a reprint. */
  reprintCode: string
  /** Of a refund, in minor units. */
  amount: number
}

/** Returns the complaint after the action, with the next version of its state; the same object when it is closed. */
function decideComplaint(complaint: StoredComplaint, action: ComplaintAction, care: Care): StoredComplaint {
  const { sent, state } = complaint
  if (sent.isClosed || state?.state === 'closed') return complaint
  const version = (state?.version ?? 0) + 1
  const messages = state?.messages ?? []
  const at = care.now.toISOString()
  const question = { id: `m${version}`, at, text: care.words || 'Could you tell us more, please?' }
  const asked = action === 'question' ? [...messages, question] : messages
  return { ...complaint, state: { version, messages: asked, ...COMPLAINT_ACTIONS[action](care) } }
}

const inDays = ({ now }: Care, days: number) => addDays(now, days).toISOString()

const decided = ({ now, words }: Care, decision: Omit<NonNullable<RetailerComplaint['decision']>, 'at'>) => ({
  state: 'decided' as const,
  decision: { at: now.toISOString(), reason: words || undefined, ...decision },
})

/** What customer care can do about a complaint, in the sequence of the buttons, and its state after that. */
const COMPLAINT_ACTIONS = {
  review: () => ({ state: 'in-review' }),
  question: care => ({ state: 'question', answerBy: inDays(care, 14) }),
  reprint: care => decided(care, { outcome: 'reprint', orderCode: care.reprintCode }),
  refund: care =>
    decided(care, { outcome: 'refund', refund: { amount: care.amount, expectedBy: inDays(care, 5) } }),
  voucher: care => decided(care, { outcome: 'voucher', voucherCode: 'SORRY-15' }),
  decline: care =>
    decided(care, { outcome: 'declined', reason: care.words || 'We see no fault of ours in the photos.' }),
  close: () => ({ state: 'closed' }),
} satisfies Record<string, (care: Care) => Omit<RetailerComplaint, 'version' | 'messages'>>
type ComplaintAction = keyof typeof COMPLAINT_ACTIONS

function describeComplaint(
  shop: Shop,
  { dateTime }: Page,
  [complaintId, { sent, state }]: [id: string, StoredComplaint],
): OfficeItem {
  const isClosed = sent.isClosed || state?.state === 'closed'
  const facts = [dateTime(sent.submittedAt), sent.productCodes.join(', '), sent.reason, sent.wish].join(' · ')
  return {
    id: complaintId,
    title: `Order ${sent.orderCode}`,
    facts: [
      html`<p><strong>${isClosed ? 'closed' : (state?.state ?? 'sent')}</strong> <span class="secondary">${facts}</span></p>`,
      html`<blockquote>${sent.text}</blockquote>`,
      html`<p>${sent.attachments.map(({ id }) => html`<img src="${PHOTOS_PATH}/${id}" alt="" width="160"> `)}</p>`,
      ...(state?.messages ?? []).map(message => `→ ${message.text}`),
      ...sent.messages.map(message => html`<blockquote>${message.text}</blockquote>`),
    ],
    forms: [
      createForm(careForm, {
        actions: Object.keys(COMPLAINT_ACTIONS) as ComplaintAction[],
        isDisabled: () => isClosed,
        act: (action, { words }) => decide(shop, complaintId, action, words),
      }),
    ],
  }
}
