import { findComplaintBlock, findComplaintEnd } from '#contract/complaint-rules.ts'
import { type Deadline, getLastDay } from '#contract/deadline.ts'
import { hasFailed, isCancelling, isOnHold } from '#contract/order-waiting.ts'
import type { Order } from '#contract/orders.ts'
import { fullDayLabel, orderDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import type { AddressDeadline } from '../address-change/address-deadline.ts'
import { findAddressObstacle } from '../address-change/address-note.tsx'
import { findCancelBlock, findProductionStart } from '../cancellation/cancellation.ts'
import { findWithdrawalRule } from '../withdrawal/withdrawal-rule.ts'

/** Whether something can be done now, with until when, or why not. */
export interface Possibility {
  isPossible: boolean
  fact?: string | undefined
}

const possible = (fact?: string): Possibility => ({ isPossible: true, fact })
const impossible = (fact: string): Possibility => ({ isPossible: false, fact })

/** Explains whether the order can be cancelled; `deadline` is undefined once its time is over. */
export function explainCancel(
  texts: Texts,
  order: Order,
  deadline: AddressDeadline | undefined,
): Possibility {
  const { text } = texts
  if (isCancelling(order))
    return impossible(
      text('order.message.cancelling.text', {
        time: orderDayLabel(texts, order.cancellation!.last!.requestedAt, 'short-day-time'),
      }),
    )
  switch (findCancelBlock(order, { isInTime: deadline !== undefined })) {
    case undefined:
      return possible(formatDeadline(texts, deadline))
    case 'in-production': {
      const startedAt = findProductionStart(order)
      if (startedAt)
        return impossible(text('order.help.too-late-since', { date: orderDayLabel(texts, startedAt) }))
      // It may have been stopped before.
      return impossible(text(isOnHold(order) ? 'order.help.contact-us' : 'order.help.too-late'))
    }
    case 'deadline-passed':
      return impossible(text('order.help.too-late-time'))
    case 'sent':
      return impossible(text('order.help.too-late-sent'))
    case 'cancelled':
      return impossible(text('order.help.over'))
    case 'account-blocked':
    case 'not-available':
      return impossible(text('order.help.contact-us'))
  }
}

/** Explains whether the delivery address can be changed; `deadline` is undefined once its time is over or none is set. */
export function explainAddress(
  texts: Texts,
  order: Order,
  { deadline, now }: { deadline: AddressDeadline | undefined; now: number },
): Possibility {
  const { text } = texts
  const obstacle = findAddressObstacle(order, deadline)
  switch (obstacle) {
    case undefined:
      return possible(formatDeadline(texts, deadline))
    case 'cancelling':
      return impossible(text('order.address.cancelling'))
    case 'changing':
      return impossible(text('order.address.change-in-progress'))
    case 'too-late':
      return impossible(text('order.address.too-late'))
    case 'pickup-point':
    case 'unavailable':
      return impossible(text('order.help.contact-us'))
    case 'over':
      return impossible(hasFailed(order, now) ? text('order.help.over') : text('order.help.too-late-sent'))
  }
}

/** Explains whether a problem can be reported with one of the products, by the rule of the page that takes it. `now` in ms since 1970. */
export function explainReport(texts: Texts, order: Order, now: number): Possibility {
  const { text, timeZone } = texts
  if (hasFailed(order, now)) return impossible(text('order.help.over'))
  const rules = order.products.map(({ code }) => ({
    block: findComplaintBlock(order, code, { now, timeZone }),
    end: findLastDay(findComplaintEnd(order, code), timeZone),
  }))
  const open = rules.filter(({ block }) => block === undefined)
  const blocks = rules.map(({ block }) => block)
  if (open.length > 0) {
    const ends = open.map(({ end }) => end)
    return ends.includes(undefined)
      ? possible()
      : possible(text('order.help.until', { time: formatLastDay(texts, ends) }))
  }
  if (blocks.includes('not-sent-yet')) return impossible(text('order.help.report-from'))
  const over = rules.flatMap(({ block, end }) => (block === 'too-late' ? [end] : []))
  return over.length > 0
    ? impossible(text('order.help.was-until', { date: formatLastDay(texts, over) }))
    : impossible(text('order.help.over'))
}

/**
 * Explains whether there is a product to withdraw from the contract for. Where the retailer does not say, the page that it leads to
 * takes every statement. `now` in ms since 1970.
 */
export function explainWithdraw(texts: Texts, order: Order, now: number): Possibility {
  const { text } = texts
  const rules = order.products.map(product => findWithdrawalRule(order, product, now))
  if (rules.length === 0 || rules.includes(undefined)) return possible()
  if (rules.every(rule => rule?.kind === 'not-delivered')) return impossible(text('order.help.over'))
  const open = rules.flatMap(rule => (rule?.kind === 'open' ? [rule.lastDay] : []))
  if (open.length > 0)
    return open.includes(undefined)
      ? possible()
      : possible(text('order.help.until', { time: formatLastDay(texts, open) }))
  const withdrawn = rules.find(rule => rule?.kind === 'withdrawn')
  if (withdrawn)
    return impossible(
      text('withdrawal.product.done', {
        date: orderDayLabel(texts, withdrawn.withdrawal.submittedAt, 'day', { now, year: 'always' }),
      }),
    )
  const ended = rules.flatMap(rule => (rule?.kind === 'ended' ? [rule.lastDay] : []))
  return ended.length > 0
    ? impossible(text('order.help.was-until', { date: formatLastDay(texts, ended) }))
    : impossible(text('order.help.withdraw-excluded'))
}

const formatLastDay = (texts: Texts, days: readonly (string | undefined)[]): string =>
  fullDayLabel(texts, days.toSorted().at(-1)!)

const findLastDay = (end: Deadline | undefined, timeZone: string) => end && getLastDay(end, timeZone)

function formatDeadline({ text }: Texts, deadline: AddressDeadline | undefined): string | undefined {
  if (!deadline) return undefined
  const { time, timeLeft } = deadline
  return timeLeft
    ? text('order.address.until-left', { time, left: timeLeft })
    : text('order.help.until', { time })
}
