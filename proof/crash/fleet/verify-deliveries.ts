import { createReorder } from '#contract/retailer-calls/reorders.ts'
import type { ReceivedMail } from '#sandbox/mailbox/received-mail.ts'
import type { ReceivedCallback } from '#server/domains/callbacks/callbacks.testing.ts'
import { getTranslator } from '#server/platform/i18n/translate.ts'
import { waitWhilePending } from '../wait-while-pending.ts'
import type { FleetCustomer } from './customer.ts'
import type { ExternalSystems } from './external-systems.ts'

/** Longest time without a delivery while some are missing: a claim ends after 30 s, a job's lease later. */
const DELIVERED_MS = 180_000
const EXPORT_READY = getTranslator('en-GB')('mail.export-ready.subject')
/** The subject of a reminder (mail.retention.subject); sign-ins and requests of exports are mailed, too. */
const REMINDER = /^Your photos leave your library/

export interface Deliveries {
  callbacks: number
  callbacksAgain: number
  mails: number
  mailsAgain: number
  reminders: number
  baskets: number
}

/** A message and the times of its deliveries. */
export interface Delivery {
  what: string
  /** Milliseconds since 1970, ascending. */
  at: number[]
}

/**
 * Waits for the deliveries of the fleet and verifies them (decision 0137). A callback and an export's mail arrive at
 * least once, and again only when a worker ended after the delivery before; a callback again with the same id and body.
 * A reminder arrives at most once. Each change of an order has one callback, each press of 'Order again' one basket.
 */
export async function verifyDeliveries(
  customers: readonly FleetCustomer[],
  reminderCustomers: ReadonlySet<FleetCustomer>,
  { mailbox, receiver, retailer }: ExternalSystems,
  workerEnds: readonly number[],
  violations: string[],
): Promise<Deliveries> {
  const groupMails = () => Map.groupBy(mailbox.list(), mail => mail.to.join())
  const businesses = customers.filter(({ isBusiness }) => isBusiness)
  const missing = await waitWhilePending(
    () =>
      countMissingMails(customers, groupMails()) +
      businesses.reduce((sum, each) => sum + Math.max(0, countMissingCallbacks(each, receiver.received)), 0),
    DELIVERED_MS,
  )
  if (missing > 0) violations.push(`LOST: ${missing} mails and callbacks were not delivered`)
  const callbacks = businesses.flatMap(each => verifyCallbacks(each, receiver.received, violations))
  const readyMails: Delivery[] = []
  let reminders = 0
  for (const customer of customers) {
    const mails = (groupMails().get(customer.email) ?? []).toReversed()
    const exportMails = mails.filter(mail => mail.subject === EXPORT_READY)
    const reminderMails = mails.filter(mail => REMINDER.test(mail.subject))
    if (exportMails.length > 0)
      readyMails.push({ what: `the mail of the export of ${customer.email}`, at: exportMails.map(toInstant) })
    if (reminderMails.length > (reminderCustomers.has(customer) ? 1 : 0))
      violations.push(
        `TWICE: ${customer.email} received ${reminderMails.length} mails: ${reminderMails.map(mail => mail.subject).join(', ')}`,
      )
    reminders += reminderMails.length
  }
  for (const delivery of [...callbacks, ...readyMails]) checkRepeats(delivery, workerEnds, violations)
  const baskets = verifyBaskets(customers, retailer.received, violations)
  const countRepeats = (list: readonly Delivery[]) => list.reduce((sum, { at }) => sum + at.length - 1, 0)
  return {
    callbacks: callbacks.length,
    callbacksAgain: countRepeats(callbacks),
    mails: readyMails.length,
    mailsAgain: countRepeats(readyMails),
    reminders,
    baskets,
  }
}

/** Adds a violation for each repeated delivery before which no process ended that could have made the first one. */
function checkRepeats({ what, at }: Delivery, workerEnds: readonly number[], violations: string[]): void {
  for (let i = 1; i < at.length; i++)
    if (!workerEnds.some(end => end >= at[i - 1]! - 1 && end <= at[i]!))
      violations.push(`TWICE: ${what} was delivered again although no worker ended in between`)
}

const countMissingMails = (
  customers: readonly FleetCustomer[],
  mails: ReadonlyMap<string, readonly ReceivedMail[]>,
): number =>
  customers.filter(
    customer => customer.export && !mails.get(customer.email)?.some(mail => mail.subject === EXPORT_READY),
  ).length

const countVersions = (customer: FleetCustomer): number =>
  [...customer.orders.values()].reduce((sum, { version }) => sum + version, 0)

function countMissingCallbacks(customer: FleetCustomer, received: readonly ReceivedCallback[]): number {
  return countVersions(customer) - groupById(customer, received).size
}

const groupById = (customer: FleetCustomer, received: readonly ReceivedCallback[]) =>
  Map.groupBy(
    received.filter(({ path }) => path === `/${customer.accountId}`),
    ({ headers }) => String(headers['webhook-id']),
  )

/** Each version of an order has exactly one event. */
function verifyCallbacks(
  customer: FleetCustomer,
  received: readonly ReceivedCallback[],
  violations: string[],
): Delivery[] {
  const byId = groupById(customer, received)
  const byOrder = Map.groupBy(byId.values(), ([first]) => JSON.parse(first!.body).data.orderCode as string)
  for (const [code, { version }] of customer.orders) {
    const events = byOrder.get(code)?.length ?? 0
    if (events !== version)
      violations.push(
        `${events > version ? 'TWICE' : 'LOST'}: ${version} versions of order ${code}, ${events} events`,
      )
  }
  return [...byId].map(([id, deliveries]) => {
    if (new Set(deliveries.map(({ body }) => body)).size > 1)
      violations.push(`callback ${id} was delivered again with another body`)
    return { what: `callback ${id}`, at: deliveries.map(({ at }) => performance.timeOrigin + at) }
  })
}

/** Repeats of one press are the same request to the retailer. */
function verifyBaskets(
  customers: readonly FleetCustomer[],
  received: readonly { call: string; body: unknown }[],
  violations: string[],
): number {
  const bodies = received
    .filter(({ call }) => call === `${createReorder.method} ${createReorder.path}`)
    .map(({ body }) => body as { requestId: string; orderCode: string })
  const requests = Map.groupBy(bodies, ({ orderCode }) => orderCode)
  let baskets = 0
  for (const customer of customers)
    for (const [code, { isReordered }] of customer.orders) {
      const ids = new Set(requests.get(code)?.map(({ requestId }) => requestId))
      if (ids.size !== (isReordered ? 1 : 0))
        violations.push(`${ids.size > 1 ? 'TWICE' : 'LOST'}: ${ids.size} baskets of order ${code}`)
      baskets += ids.size
    }
  return baskets
}

const toInstant = ({ receivedAt }: ReceivedMail) => receivedAt.getTime()
