// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Complaint } from '#contract/complaints.ts'
import { refusal } from '#web/platform/http/http.testing.ts'
import { push } from '#web/platform/push/library.testing.ts'
import {
  type OrderService,
  orderForTests,
  orderService,
  productForTests,
  renderOrders,
} from './orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const CODE = '4711-2140'
const REPORT: Complaint = {
  complaintId: '8c5d6f0e-3f0b-4f57-9c0a-0d8b6a1f6f11',
  orderCode: CODE,
  state: 'in-review',
  productCodes: ['2140-01'],
  submittedAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  reason: 'damaged',
  wish: 'reprint',
  text: 'The parcel was wet.',
  attachments: [],
  messages: [],
}

let service: OrderService
let report: Complaint
const sent: { messageId: string; text: string }[] = []
beforeEach(() => {
  sent.length = 0
})

/** Opens the page of an order with a report. */
function openReport(parts: Partial<Complaint>): void {
  report = { ...REPORT, ...parts }
  const { complaintId, state, productCodes, submittedAt, updatedAt } = report
  const complaints = [{ complaintId, state, productCodes, submittedAt, updatedAt }]
  service = orderService([orderForTests({ status: 'Dispatched', complaints })])
  service.others = ({ path, body }) => {
    if (path.endsWith('/messages')) return answerMessage(body)
    return path.endsWith('/complaints/v1/complaints') ? Response.json({ complaints: [report] }) : undefined
  }
  renderOrders(`/orders/${CODE}`)
}
/** Accepts the first message without an answer that arrives; another text under its id is a conflict. */
function answerMessage(body: (typeof sent)[number]): Response {
  const known = sent.find(({ messageId }) => messageId === body.messageId)
  sent.push(body)
  if (sent.length === 1) return refusal(500)
  return known && known.text !== body.text
    ? refusal(409, { reason: 'conflict' })
    : Response.json(report, { status: 201 })
}

test('NX-140 a message that arrived although its answer was lost does not keep the next words from being sent', async () => {
  openReport({})
  fireEvent.click(await screen.findByRole('button', { name: 'Add a message' }))
  expect(screen.queryByRole('button', { name: 'Add a message' })).toBeNull()
  const field = () => screen.getByRole('textbox', { name: 'Message to customer care' })
  const send = async (text: string) => {
    const before = sent.length
    fireEvent.change(field(), { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
    await waitFor(() => expect(sent).toHaveLength(before + 1))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Send message/, busy: true })).toBeNull())
  }
  await send('First words')
  await screen.findByText(/We couldn’t send this/)
  await send('Other words')
  await send('Other words')
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(sent[2]!.messageId).not.toBe(sent[0]!.messageId)
})

test('NX-140 an answer that is being written stays on the page when customer care decides meanwhile', async () => {
  openReport({
    state: 'question',
    messages: [{ id: 'q', from: 'care', at: '2026-11-21T10:00:00Z', text: 'Which ones?', attachments: [] }],
  })
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Numbers 2 and 5' } })
  report = { ...report, state: 'in-review' }
  const [shown] = service.orders
  const complaints = shown!.complaints!.map(each => ({ ...each, state: 'in-review' as const }))
  service.orders = [{ ...shown!, complaints }]
  await act(async () => {
    push({ type: 'order-changed', orderCode: CODE })
  })
  await screen.findByRole('textbox', { name: 'Message to customer care' })
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Numbers 2 and 5')
})

test('NX-140 NX-136 an objection that was begun is one after a reload, too', async () => {
  const decided = {
    state: 'decided',
    objectUntil: '2026-12-20T10:00:00Z',
    decision: { at: '2026-11-20T12:00:00Z', outcome: 'declined', reason: 'No.' },
  } as const
  openReport(decided)
  fireEvent.click(await screen.findByRole('button', { name: 'This doesn’t solve it' }))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'It is still wet' } })
  cleanup()
  openReport(decided)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /still wrong/i })
  expect(field.value).toBe('It is still wet')
})

test('NX-125 without a product the first step says so, and goes on once one is chosen', async () => {
  service = orderService([orderForTests({ products: [productForTests({ withdrawable: true })] })])
  renderOrders(`/orders/${CODE}`)
  fireEvent.click(await screen.findByRole('button', { name: /^Withdraw from contract here/ }))
  const product = () => within(screen.getByRole('dialog')).getByRole('checkbox')
  fireEvent.change(await screen.findByRole('textbox', { name: /^We’ll confirm to/ }), {
    target: { value: 'anna@keepsake.test' },
  })
  fireEvent.change(screen.getByRole('textbox', { name: 'Your name' }), { target: { value: 'Anna Keller' } })
  fireEvent.click(product())
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await within(screen.getByRole('dialog')).findByRole('alert')
  fireEvent.click(product())
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('button', { name: 'Confirm withdrawal' })
})

test('NX-125 a statement that is changed after a lost answer is another one: the service can name the first', async () => {
  const product = productForTests({ withdrawable: true })
  service = orderService([orderForTests({ products: [product] })])
  const ids: string[] = []
  service.others = ({ path, body }) => {
    if (!path.endsWith('/withdrawals/v1/withdrawals')) return undefined
    ids.push(body.withdrawalId)
    if (ids.length === 1) return refusal(500)
    return body.withdrawalId === ids[0]
      ? refusal(409)
      : refusal(409, { reason: 'already-withdrawn', reference: 'W-7KQ2-94MD' })
  }
  renderOrders(`/orders/${CODE}`)
  fireEvent.click(await screen.findByRole('button', { name: /^Withdraw from contract here/ }))
  const dialog = () => within(screen.getByRole('dialog'))
  const submit = async (name: string) => {
    fireEvent.change(dialog().getByRole('textbox', { name: 'Your name' }), { target: { value: name } })
    fireEvent.click(dialog().getByRole('button', { name: 'Continue' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Confirm withdrawal' }))
  }
  fireEvent.change(await screen.findByRole('textbox', { name: /^We’ll confirm to/ }), {
    target: { value: 'anna@keepsake.test' },
  })
  await submit('Anna Keler')
  await screen.findByText(/We couldn’t send this/)
  fireEvent.click(dialog().getByRole('button', { name: 'Back' }))
  await submit('Anna Keller')
  await screen.findByText(/W-7KQ2-94MD/)
})
