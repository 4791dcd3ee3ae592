import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { SERVICES } from '#contract/endpoint.ts'
import { putOrder } from '#contract/orders.ts'
import type { Customer, World } from './customer.ts'
import { expireExport } from './export-steps.ts'
import { runJob } from './jobs.ts'
import { note } from './note.ts'
import { DAY } from './retention-model.ts'

export const SERVICE_TOKEN = 'the-token-of-the-order-system-in-the-model'
const MORNING = 9 * 3_600_000
const RUN = MORNING + 15 * 60_000

const NOON = 12 * 3_600_000
const MINUTE = 60_000

/**
 * Nights pass: orders come in, then the daily jobs run. Ends about noon, each time a minute later than the last, so that
 * what began at that hour some days ago is over; with everybody signed in.
 */
export async function nights(world: World, count: number): Promise<void> {
  const { server, customers } = world
  for (let i = 0; i < count; i++) await night(world)
  world.blocks++
  server.clock.set(new Date(midnight(world) + NOON + world.blocks * MINUTE))
  await tidy(world)
  for (const customer of customers) await customer.signIn()
}

async function night(world: World): Promise<void> {
  const { server, customers } = world
  const day = midnight(world) + DAY
  server.clock.set(new Date(day + MORNING))
  for (const customer of customers) await customer.telling(orderSometimes)
  server.clock.set(new Date(day + RUN))
  const before = server.ctx.mailbox!.list()[0]?.id
  await runJob(server, 'retention.run')
  await server.idle()
  const mails = mailsSince(world, before)
  for (const customer of customers)
    await customer.telling(async () => {
      customer.say(`night to ${new Date(day).toISOString().slice(0, 10)}`)
      const days = customer.retention.night(day + RUN)
      expect(mails.get(customer.client.email) ?? []).toEqual(days === null ? [] : [subject(days)])
    })
  await tidy(world)
}

/** What runs every ten minutes: the bin's days, the end of exports. */
async function tidy({ server, customers }: World): Promise<void> {
  await runJob(server, 'exports.tidy')
  await runJob(server, 'photos.tidy')
  await server.idle()
  for (const customer of customers) {
    customer.library.tidy(customer.now - server.ctx.config.binDays * DAY)
    customer.albums.settle()
    expireExport(customer)
  }
}

/** Reminders by the address they went to. */
function mailsSince({ server }: World, before: string | undefined): Map<string, string[]> {
  const all = server.ctx.mailbox!.list()
  const last = all.findIndex(mail => mail.id === before)
  const reminders = all
    .slice(0, last < 0 ? all.length : last)
    .filter(mail => mail.subject.includes('deleted'))
  const sent = new Map<string, string[]>()
  for (const { to, subject } of reminders)
    for (const address of to) sent.set(address, [...(sent.get(address) ?? []), subject])
  return sent
}

const subject = (days: number) =>
  `Your photos will be deleted ${days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`}`

/**
 * The retailer sends an order: of some weeks after the last one, so that the period ends soon; sometimes one that is
 * older than that, or was never paid. Customers whose library has left order more often.
 */
async function orderSometimes(customer: Customer): Promise<void> {
  const { random, retention, now, world } = customer
  if (!random.chance(retention.departure ? 0.1 : 0.012)) return
  const last = retention.orderedAt ?? retention.registeredAt
  const placedAt = random.chance(0.15) ? last - 10 * DAY : Math.min(last + (15 + random.below(50)) * DAY, now)
  const status = random.chance(0.1) ? 'paymentFailed' : 'paymentSuccess'
  const body = { accountId: customer.accountId, createdAt: new Date(placedAt).toISOString(), status }
  customer.say(`order of ${body.createdAt}, ${status}`)
  const answer = await fetch(
    new URL(SERVICES.orders + putOrder.path.replace(':code', randomUUID()), world.server.origin),
    {
      method: putOrder.method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${SERVICE_TOKEN}` },
      body: JSON.stringify(body),
    },
  )
  expect(answer.status).toBe(200)
  await world.server.idle()
  note(world, `orders, ${status}`)
  if (status === 'paymentSuccess') retention.order(placedAt, now)
}

const midnight = ({ server }: World) => Math.floor(server.clock.now().getTime() / DAY) * DAY
