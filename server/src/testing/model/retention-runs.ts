import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { putOrder } from '#contract/retailer-orders.ts'
import { Client } from '../client.ts'
import { orderForTests, productForTests } from '../retailer-orders.ts'
import { runJob } from '../run-job.ts'
import { expireExport } from './export-steps.ts'
import type { ModelCustomer, ModelState } from './model-customer.ts'
import { recordOutcome } from './outcomes.ts'
import { DAY } from './retention-model.ts'

export const SERVICE_TOKEN = 'the-token-of-the-order-system-in-the-model'
const MORNING = 9 * 3_600_000
const RUN_TIME = MORNING + 15 * 60_000

const NOON = 12 * 3_600_000
const MINUTE = 60_000

/**
 * Simulates days: orders arrive, then the daily jobs run. Ends about noon, each time a minute later than before, so
 * that everything that lasts whole days and started at noon has expired. Customers are signed in again.
 */
export async function simulateDays(modelState: ModelState, count: number): Promise<void> {
  const { server, customers } = modelState
  for (let i = 0; i < count; i++) await simulateDay(modelState)
  modelState.dayBlocks++
  server.clock.set(new Date(getMidnight(modelState) + NOON + modelState.dayBlocks * MINUTE))
  await cleanUp(modelState)
  for (const customer of customers) await customer.signIn()
}

async function simulateDay(modelState: ModelState): Promise<void> {
  const { server, customers } = modelState
  const day = getMidnight(modelState) + DAY
  server.clock.set(new Date(day + MORNING))
  for (const customer of customers) await customer.runWithStepLog(placeOrderSometimes)
  server.clock.set(new Date(day + RUN_TIME))
  const before = server.mailbox.list()[0]?.id
  await runJob(server, 'retention.run')
  await server.idle()
  const mails = listRemindersSince(modelState, before)
  for (const customer of customers)
    await customer.runWithStepLog(async () => {
      customer.logStep(`retention run of ${new Date(day).toISOString().slice(0, 10)}`)
      const days = customer.retention.runDaily(day + RUN_TIME)
      expect(mails.get(customer.client.email) ?? []).toEqual(days === null ? [] : [formatSubject(days)])
    })
  await cleanUp(modelState)
}

/** Runs the clean-up jobs of every ten minutes: expired photos of the bin and expired exports. */
async function cleanUp({ server, customers }: ModelState): Promise<void> {
  await runJob(server, 'exports.tidy')
  await runJob(server, 'photos.tidy')
  await server.idle()
  for (const customer of customers) {
    customer.library.cleanUp(customer.now - server.ctx.config.binDays * DAY, customer.now)
    customer.albums.removeErased()
    expireExport(customer)
  }
}

/** Lists subjects of the reminders since a mail, by recipient. */
function listRemindersSince({ server }: ModelState, before: string | undefined): Map<string, string[]> {
  const mails = server.mailbox.list()
  const knownIndex = mails.findIndex(mail => mail.id === before)
  const reminders = mails
    .slice(0, knownIndex < 0 ? mails.length : knownIndex)
    .filter(mail => mail.subject.includes('leave your library'))
  const byRecipient = Map.groupBy(reminders, ({ to }) => to.join())
  return new Map([...byRecipient].map(([to, mails]) => [to, mails.map(({ subject }) => subject)]))
}

const formatSubject = (days: number) =>
  `Your photos leave your library ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`}. Any order keeps them.`

/**
 * Sends an order as the retailer, placed some weeks after the last one so that the retention period ends soon; sometimes
 * one that is older, or was not paid. Customers whose library has expired order more often.
 */
async function placeOrderSometimes(customer: ModelCustomer): Promise<void> {
  const { random, retention, now, modelState } = customer
  if (!random.chance(retention.expiration ? 0.1 : 0.012)) return
  const previousStart = retention.orderedAt ?? retention.registeredAt
  const placedAt = random.chance(0.15)
    ? previousStart - 10 * DAY
    : Math.min(previousStart + (15 + random.integer(50)) * DAY, now)
  const status = random.chance(0.1) ? 'paymentFailed' : 'paymentSuccess'
  const body = orderForTests(customer.accountId, new Date(placedAt), {
    status,
    products: [productForTests(randomUUID())],
  })
  customer.logStep(`order of ${body.createdAt}, ${status}`)
  const retailer = new Client(modelState.server.origin, '', '', SERVICE_TOKEN)
  await retailer.call(putOrder, { params: { code: randomUUID() }, body })
  await modelState.server.idle()
  recordOutcome(modelState, `orders, ${status}`)
  if (status === 'paymentSuccess') retention.addOrder(placedAt, now)
}

const getMidnight = ({ server }: ModelState) => Math.floor(server.clock.now().getTime() / DAY) * DAY
