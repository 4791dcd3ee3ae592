import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { getProjects } from '#contract/projects.ts'
import { change } from '../../context.ts'
import { listColumns, listRows } from '../../platform/db/rows.ts'
import type { Client } from '../../testing/client.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { testServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { setDelayedDeletion } from '../customers/index.ts'
import { upsertOrder } from '../orders/orders.ts'
import { deleteProject, upsertProject } from '../projects/index.ts'
import { projectForTests } from '../projects/projects.testing.ts'
import { advanceExpiration } from './expiration/expirations.ts'
import { sendReminder } from './reminders/reminders.ts'
import { runRetention } from './run/run.ts'

const DAY = 86_400_000

let customer: Client
/** When the library of `customer` expires. */
let deadline: Date
const server = closeAfterAll(
  await testServer({
    work: false,
    config: { retention: { graceDays: 30, guardPercent: 100, mailsPerHour: 1000 } },
  }),
)
const ctx = server.ctx
beforeEach(async () => {
  customer = await server.customer()
  deadline = new Date(server.clock.now().getTime() + 100 * DAY)
  await change(ctx, tx => setDelayedDeletion(tx, customer.accountId, deadline))
})

const save = async (title: string, version = 1, id: string = randomUUID()) => {
  await upsertProject(ctx, id, customer.accountId, projectForTests(ctx.clock.now(), { title, version }))
  return id
}
const atDay = (days: number) => server.clock.set(new Date(deadline.getTime() + days * DAY + 60_000))

async function run(): Promise<void> {
  await runRetention(ctx, new AbortController().signal)
  const due = await listRows(ctx.db, 'retention_notices', { state: 'due' })
  for (const { account_id: accountId, deadline, days_before: daysBefore } of due)
    await sendReminder(ctx, { accountId, deadline: deadline.toISOString(), daysBefore })
}

/** Reminds in time, then lets the library expire. */
async function expire(): Promise<void> {
  atDay(-8)
  await run()
  atDay(0)
  await run()
}

async function titles(of = customer): Promise<string[]> {
  const client = await server.signIn(of)
  const { projects } = await client.call(getProjects, { params: { accountId: client.accountId } })
  return projects.map(({ title }) => title).toSorted()
}
const bodies = () =>
  listColumns(ctx.db, 'projects', { account_id: customer.accountId }, ['body']).then(
    rows => rows.filter(row => row.body !== null).length,
  )

test('AA-089 OP-74 projects end with the photos, also without any photo: reminded, hidden, erased 30 days later', async () => {
  await save('Amsterdam')
  const deleted = await save('Deleted')
  await deleteProject(ctx, customer.accountId, deleted)
  atDay(-8)
  await run()
  const mails = server.mailbox.list().filter(mail => mail.to.includes(customer.email))
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain('your photos and 1 saved project')
  expect(await titles()).toEqual(['Amsterdam'])
  atDay(0)
  await run()
  expect(await titles()).toEqual([])
  atDay(29)
  await run()
  expect(await bodies()).toBe(2)
  atDay(30)
  await run()
  // The deleted one ends with its own 30 days.
  expect(await bodies()).toBe(1)
  expect(await ctx.jobs.countQueued('projectId', deleted)).toBe(0)
})

test('AA-089 an order until then brings expired projects back; one that was deleted stays deleted', async () => {
  await save('Amsterdam')
  await deleteProject(ctx, customer.accountId, await save('Deleted'))
  const neighbour = await server.customer()
  await change(ctx, tx => setDelayedDeletion(tx, neighbour.accountId, deadline))
  const project = projectForTests(ctx.clock.now(), { title: 'Lisbon', version: 1 })
  await upsertProject(ctx, randomUUID(), neighbour.accountId, project)
  expect(await titles(neighbour)).toEqual(['Lisbon'])
  await expire()
  expect([await titles(), await titles(neighbour)]).toEqual([[], []])
  const { accountId } = customer
  await upsertOrder(ctx, `K-${randomUUID()}`, orderForTests(accountId, ctx.clock.now()))
  await advanceExpiration(ctx, accountId)
  expect([await titles(), await titles(neighbour)]).toEqual([['Amsterdam'], []])
})

test('AA-089 a project that the customer saves again during the grace period is kept with a date of its own', async () => {
  const amsterdam = await save('Amsterdam')
  await save('Alps')
  await expire()
  atDay(10)
  await save('Amsterdam, saved again', 2, amsterdam)
  await save('New')
  expect(await titles()).toEqual(['Amsterdam, saved again', 'New'])
  atDay(30)
  await run()
  expect(await titles()).toEqual(['Amsterdam, saved again', 'New'])
  expect(await bodies()).toBe(2)
})
