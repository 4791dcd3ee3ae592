import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { statusLabel, statusTone } from './order-status.ts'
import { listSteps } from './order-steps.ts'

const createdAt = '2026-11-20T18:02:00Z'
const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00Z`
const shown = (status: string, ...history: [string, string][]) =>
  listSteps({
    status,
    createdAt,
    history: history.map(([each, time]) => ({ status: each, at: time })),
  }).map(step => [step.state, step.label?.replace(/^orders?\.(status|steps)\./, ''), step.at])

test('AA-060 an unpaid order awaits payment since it was placed; later that step is called Received', () => {
  expect(shown('Received')).toEqual([
    ['current', 'awaiting-payment', createdAt],
    ['ahead', 'ordered', undefined],
    ['ahead', 'in-production', undefined],
    ['ahead', 'sent', undefined],
  ])
  expect(
    shown('ProductionCompleted', ['ProductionStarted', at(9)], ['Confirmed', at(8)], ['Received', at(7)]),
  ).toEqual([
    ['done', 'received', at(7)],
    ['done', 'ordered', at(8)],
    ['current', 'in-production', at(9)],
    ['ahead', 'sent', undefined],
  ])
  expect(shown('shipped').map(([state]) => state)).toEqual(['done', 'done', 'done', 'current'])
})

test('AA-060 a cancelled order stops after the last step it reached, and nothing follows', () => {
  expect(shown('Cancelled', ['Received', at(7)], ['Confirmed', at(8)], ['Cancelled', at(9)])).toEqual([
    ['done', 'received', at(7)],
    ['done', 'ordered', at(8)],
    ['stopped', 'cancelled', at(9)],
    ['ahead', undefined, undefined],
  ])
  expect(shown('paymentFailed', ['paymentFailed', at(9)]).map(([state, label]) => [state, label])).toEqual([
    ['done', 'received'],
    ['stopped', 'payment-failed'],
    ['ahead', undefined],
    ['ahead', undefined],
  ])
})

test('RV-1154 the step Sent stays when the order is cancelled after it', () => {
  const sent = shown('Cancelled', ['Received', at(7)], ['Dispatched', at(9)], ['Cancelled', at(10)])
  expect(sent.map(([state, label]) => [state, label])).toEqual([
    ['done', 'received'],
    ['done', 'ordered'],
    ['done', 'in-production'],
    ['done', 'sent'],
    ['stopped', 'cancelled'],
  ])
  expect(sent.at(-1)![2]).toBe(at(10))
})

test('AA-061 OP-65 an unknown status is at the last step that is known', () => {
  expect(shown('teleported', ['Confirmed', at(8)], ['teleported', at(9)]).map(([state]) => state)).toEqual([
    'done',
    'current',
    'ahead',
    'ahead',
  ])
})

test('NX-104 an order that is delayed or on hold stays at the last step of its history, without one it is in production', () => {
  const current = (...shownSteps: ReturnType<typeof shown>) =>
    shownSteps.find(([state]) => state === 'current')?.[1]
  expect(current(...shown('delayed', ['Confirmed', at(8)], ['delayed', at(9)]))).toBe('ordered')
  expect(current(...shown('on_hold', ['Confirmed', at(7)], ['producing', at(8)], ['on_hold', at(9)]))).toBe(
    'in-production',
  )
  expect(shown('delayed', ['delayed', at(9)])[2]).toEqual(['current', 'in-production', undefined])
})

test('AA-060 AA-061 OP-65 the chip of each of the twenty statuses, and of an unknown one', () => {
  const texts = textsForTests()
  const chips = [...ORDER_STATUSES, 'on its way'].map(status => [
    status,
    statusLabel(texts, status),
    statusTone(status),
  ])
  expect(chips).toEqual([
    ['Received', 'Awaiting payment', 'progress'],
    ['Confirmed', 'Ordered', 'progress'],
    ['ProductionStarted', 'In production', 'progress'],
    ['ProductionCompleted', 'In production', 'progress'],
    ['Dispatched', 'Sent', 'progress'],
    ['Cancelled', 'Cancelled', 'critical'],
    ['paymentPending', 'Awaiting payment', 'progress'],
    ['paymentSuccess', 'Ordered', 'progress'],
    ['paymentFree', 'Ordered', 'progress'],
    ['paymentFailed', 'Payment failed', 'critical'],
    ['approved', 'Ordered', 'progress'],
    ['processing', 'In production', 'progress'],
    ['producing', 'In production', 'progress'],
    ['on_hold', 'On hold', 'warning'],
    ['delayed', 'Delayed', 'warning'],
    ['shipped', 'Sent', 'progress'],
    ['cancelled', 'Cancelled', 'critical'],
    ['verification failed', 'Verification failed', 'critical'],
    ['processing failed', 'Processing failed', 'critical'],
    ['rejected', 'Rejected', 'critical'],
    ['on its way', 'on its way', 'plain'],
  ])
})
