import type { Deadline, Timestamp } from '#contract/deadline.ts'
import type { OrderMessage, OrderMessageKind } from '#contract/order-message.ts'
import type { Order } from '#contract/orders.ts'
import type { OrderDayStyle } from '#locales/order-days.ts'
import type { Assortment } from '#web/domains/merchandise/index.ts'
import { deadlineLabel, orderDayLabel, orderDaysLabel } from '#web/platform/i18n/order-days.ts'
import type { MessageId, Texts } from '#web/platform/i18n/texts.ts'

/** What a message looks like on the page, on the card and in the overview. */
export interface MessageView {
  tone: MessageTone
  heading: string
  /** Sentences below the heading. */
  sentences: readonly string[]
  /** A text whose `<link>` leads to customer care, after the sentences. */
  contact?: MessageId
  /** The retailer's own words, shown as a quotation; its addresses are no links. */
  quotation?: string | undefined
  /** The line of the card and the overview; absent where their chip says all. */
  line?: string | undefined
  /** At most two, the main one last. */
  actions: readonly MessageAction[]
}

/** A message as it is described: without a `line` that line is the heading, and without `actions` there are none. */
export type Description = Omit<MessageView, 'actions'> & Partial<Pick<MessageView, 'actions'>>

export type MessageTone = 'plain' | 'amber' | 'red' | 'green'

export type MessageAction =
  | { kind: 'pay'; href: string }
  | { kind: 'reorder' }
  | { kind: 'contact' }
  /** To another site; `label` of the block, `shortLabel` of the card. */
  | { kind: 'answer' | 'way' | 'label'; href: string; label: string }
  | { kind: 'track'; href: string }
  | InnerAction

/** To a page or a section of Keepsake. */
export type InnerAction =
  | { kind: 'not-arrived' | 'report' | 'answer-report' | 'address' }
  /** To the order of a reprint. */
  | { kind: 'new-order'; code: string }

/** What a message is described from. `now`: milliseconds since 1970. */
export interface ViewFacts {
  order: Order
  texts: Texts
  assortment: Assortment
  now: number
}

export interface MessageFacts<Kind extends OrderMessageKind> extends ViewFacts {
  message: OrderMessage & { kind: Kind }
}

/** Formats the days of a message as they are read at its `now`. */
export function createDayLabels({ texts, now }: Pick<ViewFacts, 'texts' | 'now'>) {
  return {
    day: (at: Timestamp) => orderDayLabel(texts, at, 'day', { now }),
    /** With the weekday and the time of day. */
    time: (at: Timestamp) => orderDayLabel(texts, at, 'weekday-time', { now }),
    /** The last day before an end. */
    end: (end: Deadline, style?: OrderDayStyle) => deadlineLabel(texts, end, style, now),
    /** Always with the year: what is long ago. */
    fullDay: (at: Timestamp) => orderDayLabel(texts, at, 'day', { now, year: 'always' }),
    days: (range: { from: string; to: string }) => orderDaysLabel(texts, range, { now }),
    fullDays: (range: { from: string; to: string }) => orderDaysLabel(texts, range, { now, year: 'always' }),
  }
}

/** Ends the retailer's words as a sentence. */
export const endSentence = (words: string): string => (/[.!?…]$/u.test(words) ? words : `${words}.`)
