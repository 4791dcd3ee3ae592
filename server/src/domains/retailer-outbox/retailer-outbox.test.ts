import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { retailerCall } from '#contract/retailer-calls/retailer-call.ts'
import { type Context, change } from '../../context.ts'
import { createMetrics } from '../../platform/metrics/metrics.ts'
import { ANSWER_BYTES_MAX } from '../../platform/retailer/retailer.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { startSecondServer, testServer } from '../../testing/harness.ts'
import { type ReceivedCall, startRetailerServer } from '../../testing/retailer-server.ts'
import {
  defineMessageKind,
  dispatchDueMessages,
  enqueueMessage,
  retailerOutbox,
  retailerOutboxCommand,
} from './index.ts'
import { cleanUpMessages, dispatchMessages } from './job-kinds.ts'
import { waitingMessagesSource } from './metrics.ts'
import { AFTER_LEASE_MS, sendDueMessages } from './retailer-outbox.testing.ts'

const MINUTE = 60_000
/** What is no answer to a message. */
const NO_ANSWERS: [string, (call: ReceivedCall) => Reply][] = [
  ['401', () => ({ status: 401 })],
  ['503', () => ({ status: 503 })],
  ['another successful status', () => ({ status: 204 })],
  ['no JSON', () => ({ status: 200, body: 'ok' })],
  ['an answer with other fields', () => ({ status: 200, body: { fine: 1 } })],
  ['an answer of 1 MB and a byte', () => ({ status: 200, body: '{"ok":true}'.padEnd(ANSWER_BYTES_MAX + 1) })],
  ['a 409 without a reason', () => ({ status: 409, body: {} })],
  ['a redirect', () => ({ status: 302, headers: { location: 'http://127.0.0.1:9/' } })],
  ['a broken connection', () => response => void response.destroy()],
]
type Reply =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | ((response: ServerResponse) => void)
const params = z.object({ id: z.string() })
const putThing = retailerCall('PUT', '/things/:id', {
  params,
  answer: z.object({ ok: z.boolean() }),
})
const deleteThing = retailerCall('DELETE', '/things/:id', { params })

/** Messages whose call is no longer necessary. */
const settled = new Set<string>()
let fails: ((id: string) => Error | undefined) | undefined
const things = defineMessageKind({
  name: 'test.things',
  call: putThing,
  async build(ctx, { messageId: id }) {
    const failure = fails?.(id)
    if (failure) throw failure
    await ctx.db.selectFrom('retailer_gate').select('failures').execute()
    return settled.has(id) ? undefined : { params: { id } }
  },
  async onAnswer(_ctx, tx, { messageId: id }, answer) {
    const text = answer.result === 'done' ? 'done' : answer.reason
    await sql`insert into test_answers values (${id}, ${text})`.execute(tx.db)
  },
})
const deletions = defineMessageKind({
  name: 'test.deletions',
  call: deleteThing,
  outlivesAccount: true,
  build: async (_ctx, { messageId: id }) => ({ params: { id } }),
})

const retailer = closeAfterAll(await startRetailerServer())
const server = closeAfterAll(
  await testServer({ work: false, config: { retailer: retailer.settings }, random: () => 0.5 }),
)
await sql`create table test_answers (id text, answer text)`.execute(server.ctx.db)
beforeEach(async () => {
  const { db } = server.ctx
  await db.deleteFrom('retailer_outbox').execute()
  await db.updateTable('retailer_gate').set({ failures: 0, probes: 0 }).execute()
  retailer.received.length = 0
  retailer.on(putThing, () => ({ answer: { ok: true } }))
  retailer.on(deleteThing, () => ({ status: 204 }))
  settled.clear()
  await sql`delete from test_answers`.execute(db)
  fails = undefined
})

interface Owed {
  id?: string
  subject?: string
  accountId?: string
  kind?: typeof things | typeof deletions
}
async function owe({
  id = randomUUID(),
  subject = `thing:${id}`,
  accountId = randomUUID(),
  kind = things,
}: Owed = {}) {
  await change(server.ctx, tx =>
    enqueueMessage(server.ctx, tx, kind as typeof things, { messageId: id, accountId, subject }),
  )
  return id
}
const send = (ctx: Context = server.ctx) => sendDueMessages(ctx)
const listIds = (calls: readonly ReceivedCall[]) => calls.map(({ params: { id } }) => id)
/** The answers that were stored, in their order. */
const answers = async () => {
  const { rows } = await sql<{ id: string; answer: string }>`select * from test_answers`.execute(
    server.ctx.db,
  )
  return rows.map(({ id, answer }) => [id, answer] as const)
}
const findRow = (id: string) =>
  server.ctx.db
    .selectFrom('retailer_outbox')
    .selectAll()
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow()
const findState = async (id: string) => (await findRow(id)).state
const getMsUntilDue = async (id: string) =>
  (await findRow(id)).next_attempt_at.getTime() - server.clock.now().getTime()
const isDown = () => retailer.on(putThing, () => ({ status: 503 }))
const isUp = () => retailer.on(putThing, () => ({ answer: { ok: true } }))
/** Answers of the retailer are given by `release`; `running` are the ids of the calls that wait for theirs. */
function holdAnswers() {
  const held = new Map<string, ServerResponse>()
  retailer.on(putThing, call => response => void held.set(call.params.id!, response))
  return {
    running: () => [...held.keys()],
    release(id: string) {
      held.get(id)!.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
      held.delete(id)
    },
  }
}
/** The metrics of waiting messages, read now. */
function renderWaiting(ctx: Context): Promise<string> {
  const metrics = createMetrics(ctx.log)
  metrics.addSource(waitingMessagesSource({ ...ctx, metrics }))
  return metrics.render()
}
async function keepsake(...args: string[]) {
  const lines: string[] = []
  const code = await retailerOutboxCommand.parse(args)?.(server.ctx, line => lines.push(line))
  return { code, lines }
}

describe('NX-153 a message', () => {
  test('NX-153 is sent once after its change commits, and not at all when the change is rolled back', async () => {
    const failing = change(server.ctx, async tx => {
      await enqueueMessage(server.ctx, tx, things, {
        messageId: 'lost',
        accountId: '',
        subject: 'thing:lost',
      })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const id = await owe()
    await send()
    await send()
    expect(listIds(retailer.received)).toEqual([id])
    expect(await answers()).toEqual([[id, 'done']])
    expect(await findRow(id)).toMatchObject({ state: 'done', attempts: 1, lease: null, leased_until: null })
  })

  test('NX-153 a worker sends it by itself, woken by the commit', async () => {
    const working = await testServer({ config: { retailer: retailer.settings } })
    await change(working.ctx, tx =>
      enqueueMessage(working.ctx, tx, deletions, {
        messageId: 'woken',
        accountId: '',
        subject: 'thing:woken',
      }),
    )
    await expect.poll(() => listIds(retailer.received), { interval: 20 }).toEqual(['woken'])
    await working.close()
  })

  test('NX-153 that waits is not doubled by another enqueue; one that has ended is owed again', async () => {
    const id = await owe()
    await owe({ id })
    await send()
    expect(listIds(retailer.received)).toEqual([id])
    await owe({ id })
    await send()
    expect(listIds(retailer.received)).toEqual([id, id])
  })

  test('NX-152 of which nothing is owed any more ends without a call', async () => {
    const id = await owe()
    settled.add(id)
    await send()
    expect([retailer.received, await answers(), await findState(id)]).toEqual([[], [], 'done'])
  })

  test('NX-152 waits without a retailer, and is no reason for an alert', async () => {
    const id = await owe()
    const alone = { ...server.ctx, config: { ...server.ctx.config, retailer: null } }
    await send(alone)
    server.clock.advance(60 * MINUTE)
    expect(await findState(id)).toBe('waiting')
    expect(await renderWaiting(alone)).toMatch(
      /^keepsake_retailer_outbox_oldest_seconds\{kind="test.things"\} 0$/m,
    )
    await send()
    expect(await findState(id)).toBe('done')
  })
})

describe('NX-154 an answer', () => {
  test('NX-154 409 and 404 end the message with their reason', async () => {
    const [refused, unknown] = [await owe(), await owe()]
    retailer.on(putThing, ({ params: { id } }) =>
      id === refused ? { status: 409, body: { reason: 'too-late' } } : { status: 404 },
    )
    await send()
    expect((await answers()).toSorted()).toEqual(
      [
        [refused, 'too-late'],
        [unknown, 'not-found'],
      ].toSorted(),
    )
    expect([await findRow(refused), await findRow(unknown)]).toMatchObject([
      { state: 'refused', last_problem: 'too-late' },
      { state: 'refused', last_problem: 'not-found' },
    ])
  })

  test('NX-154 404 to a deletion is what was wanted', async () => {
    retailer.on(deleteThing, () => ({ status: 404 }))
    const id = await owe({ kind: deletions })
    await send()
    expect(await findState(id)).toBe('done')
  })

  test('NX-154 none: after 5 s, 15 s, 1, 5, 15 and then every 30 minutes, without an end', async () => {
    const id = await owe()
    isDown()
    const delays: number[] = []
    for (let attempt = 1; attempt <= 9; attempt++) {
      await send()
      expect(await findRow(id)).toMatchObject({ state: 'waiting', attempts: attempt, last_status: 503 })
      delays.push((await getMsUntilDue(id)) / 1000)
      server.clock.advance((await getMsUntilDue(id)) - 1)
      await send()
      server.clock.advance(1)
    }
    expect(delays).toEqual([5, 15, 60, 300, 900, 1800, 1800, 1800, 1800])
    expect(retailer.received).toHaveLength(9)
    isUp()
    await send()
    expect(await findState(id)).toBe('done')
  })

  test('NX-154 none: times vary by a fifth, and Retry-After counts up to an hour', async () => {
    const cases: [number, Record<string, string>, number][] = [
      [0, {}, 4],
      [0.999_999, {}, 6],
      [0.5, { 'retry-after': '120' }, 120],
      [0.5, { 'retry-after': '2' }, 5],
      [0.5, { 'retry-after': '86400' }, 3600],
      [0.5, { 'retry-after': new Date(server.clock.now().getTime() + 90_500).toUTCString() }, 90],
      [0.5, { 'retry-after': 'soon' }, 5],
    ]
    for (const [random, headers, seconds] of cases) {
      const id = await owe()
      retailer.on(putThing, () => ({ status: 503, headers }))
      await send({ ...server.ctx, random: () => random })
      expect([headers, Math.round((await getMsUntilDue(id)) / 1000)]).toEqual([headers, seconds])
      await server.ctx.db.deleteFrom('retailer_outbox').execute()
      await server.ctx.db.updateTable('retailer_gate').set({ failures: 0 }).execute()
    }
  })

  test.each(NO_ANSWERS)('NX-154 %s is none', async (_, reply) => {
    const id = await owe()
    retailer.on(putThing, reply as never)
    await send()
    expect(await findRow(id)).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(await answers()).toEqual([])
  })

  test.each(NO_ANSWERS)(
    'NX-154 %s to twenty messages of an account: those of others are sent within 10 s, and none ends silently',
    async (_, reply) => {
      const [accountId, ...others] = Array.from({ length: 6 }, () => randomUUID())
      const bad = new Set<string>()
      for (let n = 0; n < 20; n++) bad.add(await owe({ accountId: accountId! }))
      retailer.on(putThing, call => (bad.has(call.params.id!) ? reply(call) : { answer: { ok: true } }))
      await send()
      const good = await Promise.all(others.map(other => owe({ accountId: other })))
      const isSent = async () => (await answers()).length === good.length
      let seconds = 0
      for (await send(); !(await isSent()) && seconds < 60; seconds++) {
        server.clock.advance(1000)
        await send()
      }
      expect(seconds).toBeLessThanOrEqual(10)
      expect((await answers()).toSorted()).toEqual(good.map(id => [id, 'done']).toSorted())
      for (const id of bad) expect(await findState(id)).toBe('waiting')
      isUp()
      server.clock.advance(60 * MINUTE)
      await send()
      for (const id of bad) expect(await findState(id)).toBe('done')
    },
  )

  test('NX-154 a message that cannot be built is tried again and holds up no other', async () => {
    const [broken, other] = [await owe(), await owe()]
    fails = id => (id === broken ? new TypeError('a fault of ours') : undefined)
    await send()
    expect(await findRow(broken)).toMatchObject({ state: 'waiting', attempts: 1, last_problem: 'TypeError' })
    expect(await findState(other)).toBe('done')
    fails = undefined
    server.clock.advance(5_000)
    await send()
    expect(await findState(broken)).toBe('done')
  })
})

describe('NX-153 order', () => {
  test('NX-153 of a subject is strict, also while its first message has no answer', async () => {
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push(await owe({ subject: 'order:1' }))
    const other = await owe()
    retailer.on(putThing, ({ params: { id } }) =>
      id === ids[0] ? { status: 503 } : { answer: { ok: true } },
    )
    await send()
    expect(listIds(retailer.received)).toEqual([ids[0], other])
    isUp()
    server.clock.advance(5_000)
    await send()
    expect(listIds(retailer.received).slice(2)).toEqual(ids)
  })

  test('NX-153 across subjects there is none: eight calls at once, two of an account', async () => {
    const held = holdAnswers()
    const accountId = randomUUID()
    const own: string[] = []
    for (let i = 0; i < 4; i++) own.push(await owe({ accountId }))
    const others: string[] = []
    for (let i = 0; i < 3; i++) others.push(await owe())
    const sending = send()
    await expect.poll(() => held.running().length, { interval: 5 }).toBe(5)
    expect(held.running().filter(id => own.includes(id))).toEqual(own.slice(0, 2))
    for (let i = 0; i < 9; i++) others.push(await owe())
    held.release(own[0]!)
    await expect.poll(held.running, { interval: 5 }).toHaveLength(8)
    expect(retailer.received).toHaveLength(9)
    isUp()
    for (const id of held.running()) held.release(id)
    await sending
    expect(listIds(retailer.received).toSorted()).toEqual([...own, ...others].toSorted())
  })

  test('NX-153 accounts take turns: twenty messages of one delay the message of another by few', async () => {
    const accountId = randomUUID()
    for (let i = 0; i < 20; i++) await owe({ accountId })
    const late = await owe()
    await send()
    expect(retailer.received).toHaveLength(21)
    expect(listIds(retailer.received).indexOf(late)).toBeLessThan(4)
  })
})

describe('NX-153 two dispatchers', () => {
  test('NX-153 send each message once', async () => {
    const second = await startSecondServer(server, server.ctx.blobs)
    const ids: string[] = []
    for (let i = 0; i < 20; i++) ids.push(await owe())
    await Promise.all([send(), send(second.ctx)])
    expect(listIds(retailer.received).toSorted()).toEqual(ids.toSorted())
    await second.close()
  })

  test('NX-153 a paused one loses its lease, and its late answer is not stored', async () => {
    const second = await startSecondServer(server, server.ctx.blobs)
    const held = holdAnswers()
    const id = await owe()
    const paused = send()
    await expect.poll(held.running, { interval: 5 }).toEqual([id])
    server.clock.advance(AFTER_LEASE_MS)
    retailer.on(putThing, () => ({ status: 409, body: { reason: 'too-late' } }))
    await send(second.ctx)
    held.release(id)
    await paused
    expect(await answers()).toEqual([[id, 'too-late']])
    expect(await findRow(id)).toMatchObject({ state: 'refused', attempts: 1 })
    await second.close()
  })

  test('NX-153 one that stops gives back what it has not sent and stores what it has', async () => {
    const held = holdAnswers()
    const ids = [await owe(), await owe(), await owe()]
    const stopping = new AbortController()
    const running = dispatchDueMessages(server.ctx, stopping.signal)
    await expect.poll(held.running, { interval: 1 }).toHaveLength(1)
    stopping.abort()
    for (const id of held.running()) held.release(id)
    await running
    expect(await Promise.all(ids.map(findState))).toEqual(['done', 'waiting', 'waiting'])
    isUp()
    await send()
    expect(listIds(retailer.received)).toEqual(ids)
  })
})

describe('NX-154 the gate', () => {
  test('NX-154 closes after five calls without an answer: one probe, after 5 s and then twice as long, up to a minute', async () => {
    const second = await startSecondServer(server, server.ctx.blobs)
    isDown()
    for (let i = 0; i < 40; i++) await owe()
    const countCallsDuring = async (work: () => Promise<unknown>) => {
      const before = retailer.received.length
      await work()
      return retailer.received.length - before
    }
    const both = () => Promise.all([send(), send(second.ctx)])
    // Calls that are under way when it closes may end.
    expect(await countCallsDuring(send)).toBeLessThanOrEqual(5 + 8)
    for (const seconds of [5, 10, 20, 40, 60, 60]) {
      server.clock.advance(seconds * 1000 - 1)
      expect(await countCallsDuring(both)).toBe(0)
      server.clock.advance(1)
      expect(await countCallsDuring(both)).toBe(1)
    }
    await second.close()
  })

  test('NX-154 opens with the first answer, at 20 calls a second, also for messages that were to wait longer', async () => {
    isDown()
    const ids = [await owe()]
    for (let i = 0; i < 6; i++) {
      await send()
      server.clock.advance((await getMsUntilDue(ids[0]!)) + 1)
    }
    for (let i = 0; i < 15; i++) ids.push(await owe())
    retailer.received.length = 0
    isUp()
    server.clock.advance(MINUTE)
    const started = performance.now()
    await send()
    expect(performance.now() - started).toBeGreaterThan(15 * 50 - 20)
    expect(listIds(retailer.received).toSorted()).toEqual(ids.toSorted())
    expect(await server.ctx.db.selectFrom('retailer_gate').selectAll().execute()).toMatchObject([
      { failures: 0, probes: 0 },
    ])
  })

  test('NX-154 stays open for faults of ours', async () => {
    for (let i = 0; i < 6; i++) await owe()
    fails = () => new TypeError('a fault of ours')
    await send()
    fails = undefined
    const id = await owe()
    await send()
    expect(listIds(retailer.received)).toEqual([id])
  })
})

describe('NX-153 a process that dies', () => {
  test('NX-153 at any step of sending loses nothing, applies nothing twice and keeps the order of the subject', async () => {
    const counts = new Set<string>()
    for (let steps = 0; ; steps++) {
      retailer.received.length = 0
      await sql`delete from test_answers`.execute(server.ctx.db)
      const ids = [await owe({ subject: 'order:1' }), await owe({ subject: 'order:1' })]
      const crashing = crashAfter(server.ctx, steps)
      await send(crashing.ctx).catch(() => undefined)
      const called = listIds(retailer.received).length
      server.clock.advance(AFTER_LEASE_MS)
      await send()
      expect([steps, await Promise.all(ids.map(findState))]).toEqual([steps, ['done', 'done']])
      // The retailer receives all attempts of the first message before the second.
      const seen = listIds(retailer.received)
      expect(seen).toEqual(seen.toSorted((a, b) => ids.indexOf(a!) - ids.indexOf(b!)))
      expect(new Map(await answers())).toEqual(new Map(ids.map(id => [id, 'done'])))
      counts.add(`${called}, ${seen.length}`)
      if (!crashing.hasCrashed()) break
    }
    // Before the first call, after it and before its answer was stored, after that, and the same of the second message.
    expect(counts).toEqual(new Set(['0, 2', '1, 3', '1, 2', '2, 3', '2, 2']))
  })

  test('NX-153 at any step of a change stores the message with it or neither', async () => {
    for (let steps = 0; ; steps++) {
      const id = randomUUID()
      const { ctx, hasCrashed } = crashAfter(server.ctx, steps)
      const isCommitted = await change(ctx, tx =>
        enqueueMessage(ctx, tx, things, { messageId: id, accountId: '', subject: `thing:${id}` }),
      ).then(
        () => true,
        () => false,
      )
      await send()
      // A commit whose answer got lost counts as a failure for the dying process.
      if (isCommitted) expect(listIds(retailer.received)).toContain(id)
      expect(listIds(retailer.received).filter(each => each === id).length).toBeLessThanOrEqual(1)
      if (!hasCrashed()) break
    }
  })
})

describe('NX-155 operators', () => {
  test('NX-155 list what waits and what was refused, and send either again', async () => {
    const refused = await owe({ subject: 'order:1' })
    retailer.on(putThing, () => ({ status: 409, body: { reason: 'too-late' } }))
    await send()
    isDown()
    const waiting = await owe({ subject: 'order:2' })
    await send()
    const { code, lines } = await keepsake('list')
    expect(code).toBe(0)
    expect(lines).toEqual([
      expect.stringMatching(
        new RegExp(`test.things ${waiting} \\(order:2\\): waiting, next .*, 1 attempts, 503`),
      ),
      expect.stringMatching(
        new RegExp(`test.things ${refused} \\(order:1\\): refused .*, 1 attempts, too-late`),
      ),
      '1 waiting, 1 refused or dropped.',
    ])
    isUp()
    const later = await owe({ subject: 'order:1' })
    for (const id of [waiting, refused])
      expect(await keepsake('retry', id)).toEqual({ code: 0, lines: [`test.things ${id} is sent again.`] })
    retailer.received.length = 0
    await send()
    const seen = listIds(retailer.received)
    expect(seen.toSorted()).toEqual([waiting, later, refused].toSorted())
    expect(seen.indexOf(refused)).toBeGreaterThan(seen.indexOf(later))
    expect(await keepsake('retry', waiting)).toEqual({
      code: 1,
      lines: [`There is no such message ${waiting}.`],
    })
  })

  test('NX-155 drop a waiting one with a reason: its domain takes it as refused, an answer under way is not stored', async () => {
    const held = holdAnswers()
    const id = await owe()
    const sending = send()
    await expect.poll(held.running, { interval: 5 }).toEqual([id])
    expect(await keepsake('drop', id, '--reason', 'order was made by hand')).toMatchObject({ code: 0 })
    held.release(id)
    await sending
    expect(await answers()).toEqual([[id, 'dropped']])
    expect(await findRow(id)).toMatchObject({ state: 'dropped', last_problem: 'order was made by hand' })
    expect((await keepsake('drop', id, '--reason', 'again')).code).toBe(1)
  })

  test.each([
    [[]],
    [['list', 'x']],
    [['retry']],
    [['drop', 'x']],
    [['drop', 'x', '--reason', ' ']],
    [['retry', 'x', '--reason', 'y']],
    [['send', 'x']],
  ])('NX-155 the arguments %j are refused', args => expect(retailerOutboxCommand.parse(args)).toBeNull())

  test('NX-155 see number and age of waiting messages by kind, and attempts by result', async () => {
    isDown()
    await owe()
    await send()
    server.clock.advance(20 * MINUTE)
    await owe()
    const text = (await renderWaiting(server.ctx)) + (await server.ctx.metrics.render())
    expect(text).toMatch(/^keepsake_retailer_outbox_messages\{kind="test.things"\} 2$/m)
    expect(text).toMatch(/^keepsake_retailer_outbox_messages\{kind="orders.address-change"\} 0$/m)
    expect(text).toMatch(/^keepsake_retailer_outbox_oldest_seconds\{kind="test.things"\} 1200$/m)
    expect(text).toMatch(/^keepsake_retailer_outbox_attempts_total\{result="unavailable"\} [1-9]/m)
  })

  test('NX-153 messages that ended are deleted after 30 days', async () => {
    const working = await testServer({ config: { retailer: retailer.settings } })
    const { ctx, clock } = working
    const enqueue = (messageId: string) =>
      change(ctx, tx => enqueueMessage(ctx, tx, deletions, { messageId, accountId: '', subject: messageId }))
    await enqueue('done')
    await working.idle()
    retailer.on(deleteThing, () => ({ status: 503 }))
    await enqueue('waiting')
    await working.idle()
    const states = async () => {
      await change(ctx, tx => ctx.jobs.send(tx, cleanUpMessages, [{}]))
      await working.idle()
      const rows = await ctx.db
        .selectFrom('retailer_outbox')
        .select('message_id')
        .orderBy('message_id')
        .execute()
      return rows.map(row => row.message_id)
    }
    clock.advance(30 * 24 * 60 * MINUTE)
    expect(await states()).toEqual(['done', 'waiting'])
    clock.advance(MINUTE)
    expect(await states()).toEqual(['waiting'])
    await working.close()
  })
})

test('NX-154 a retry and a probe are woken by a job at their time', async () => {
  isDown()
  const id = await owe()
  await send()
  const wakes = async () => {
    const { rows } = await sql<{ at: Date }>`
      select start_after as at from pgboss.job where name = ${dispatchMessages.name} and start_after > ${server.clock.now()}
    `.execute(server.ctx.db)
    return rows.map(({ at }) => at.getTime() - server.clock.now().getTime())
  }
  expect(await wakes()).toContain(await getMsUntilDue(id))
  for (let i = 0; i < 4; i++) await owe()
  server.clock.advance(1)
  await send()
  const gate = await server.ctx.db.selectFrom('retailer_gate').selectAll().executeTakeFirstOrThrow()
  expect(await wakes()).toContain(gate.probe_at.getTime() - server.clock.now().getTime())
})

test('NX-156 the erasure of an account drops its messages, but not deletions, which name it no more', async () => {
  const accountId = randomUUID()
  const [thing, deletion] = [await owe({ accountId }), await owe({ accountId, kind: deletions })]
  const { count, erase } = retailerOutbox.eraseAccount!
  expect(await count(server.ctx, accountId)).toEqual({ retailer_outbox: 2 })
  await erase(server.ctx, { accountId, by: 'Ada', rule: 'customer-care' })
  expect(await count(server.ctx, accountId)).toEqual({ retailer_outbox: 0 })
  await send()
  expect(listIds(retailer.received)).toEqual([deletion])
  await expect(findRow(thing)).rejects.toThrow()
})
