import type { RetailerComplaint } from '#contract/retailer-complaints.ts'
import type { StoredComplaint } from './complaints.ts'

/** What customer care can do about a complaint, in the sequence of the buttons. */
export const COMPLAINT_ACTIONS = [
  'review',
  'question',
  'reprint',
  'refund',
  'voucher',
  'decline',
  'close',
] as const
export type ComplaintAction = (typeof COMPLAINT_ACTIONS)[number]

const DAY_MS = 86_400_000

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
export function decideComplaint(
  complaint: StoredComplaint,
  action: ComplaintAction,
  care: Care,
): StoredComplaint {
  const { sent, state } = complaint
  if (sent.isClosed || state?.state === 'closed') return complaint
  const version = (state?.version ?? 0) + 1
  const messages = state?.messages ?? []
  return { ...complaint, state: { ...describe(action, messages, { ...care, version }), version } }
}

function describe(
  action: ComplaintAction,
  messages: RetailerComplaint['messages'],
  { now, words, reprintCode, amount, version }: Care & { version: number },
): Omit<RetailerComplaint, 'version'> {
  const at = now.toISOString()
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString()
  const reason = words || undefined
  switch (action) {
    case 'review':
      return { state: 'in-review', messages }
    case 'question': {
      const text = words || 'Could you tell us more, please?'
      return {
        state: 'question',
        messages: [...messages, { id: `m${version}`, at, text }],
        answerBy: inDays(14),
      }
    }
    case 'reprint':
      return {
        state: 'decided',
        messages,
        decision: { at, outcome: 'reprint', orderCode: reprintCode, reason },
      }
    case 'refund': {
      const refund = { amount, expectedBy: inDays(5) }
      return { state: 'decided', messages, decision: { at, outcome: 'refund', refund, reason } }
    }
    case 'voucher':
      return {
        state: 'decided',
        messages,
        decision: { at, outcome: 'voucher', voucherCode: 'SORRY-15', reason },
      }
    case 'decline': {
      const declined = words || 'We see no fault of ours in the photos.'
      return { state: 'decided', messages, decision: { at, outcome: 'declined', reason: declined } }
    }
    case 'close':
      return { state: 'closed', messages }
  }
}
