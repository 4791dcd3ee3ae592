import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../testing/count-statements.ts'
import { startUnreliableProxy } from '../../testing/unreliable-proxy.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { createNotifyPush } from './notify-push.ts'
import type { PushLog } from './subscribers.ts'
import { createCounter, recordMessages } from './testing/record-messages.ts'

const url = process.env.TEST_DATABASE_URL
const problems: unknown[] = []
/** How often waiting times were varied. */
let draws = 0
const log: PushLog = {
  warn: (fields: unknown) => problems.push(fields),
  error: (fields: unknown) => problems.push(fields),
}

describe.runIf(url)('push: the listening connection', () => {
  let database: OpenDatabase<unknown>
  const closing: (() => Promise<unknown> | unknown)[] = []
  beforeAll(async () => {
    database = await openDatabase({ url: url! })
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    problems.length = 0
    draws = 0
  })
  afterAll(() => database.close())

  async function startProxy() {
    const proxy = await startUnreliableProxy(new URL(url!))
    closing.push(proxy.close)
    return proxy
  }

  async function start(connectionString: string, heartbeatMs?: number) {
    const topic = `push_test_${randomUUID()}`
    const listened = createCounter()
    const push = await createNotifyPush(connectionString, log, {
      topic,
      random: () => {
        draws++
        return 0.5
      },
      heartbeatMs,
      onListening: listened.add,
    })
    closing.push(() => push.close())
    const publish = (body: unknown) =>
      transact(database.db, tx => push.publish(tx, { channel: 'library', accountId: 'account', body }))
    return { topic, listened, push, publish, recorder: recordMessages(push, 'account') }
  }

  it('is made again after the server ended it', async () => {
    const { topic, listened, publish, recorder } = await start(url!)
    await publish('before')
    await recorder.until(1)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${topic}`.execute(
      database.db,
    )
    await listened.until(2)
    await publish('after')
    expect(await recorder.until(2)).toEqual(['before', 'after'])
  })

  it('RV-506 the messages of one transaction are delivered in their order, by one statement', async () => {
    const { push, recorder } = await start(url!)
    const bodies = ['first', 'x'.repeat(20_000), 'last']
    const { db, count } = countStatements(database.db)
    await transact(db, async tx => {
      for (const body of bodies) await push.publish(tx, { channel: 'library', accountId: 'account', body })
    })
    expect(await recorder.until(3)).toEqual(bodies)
    expect(count()).toBe(1)
  })

  it('is made again when the other side falls silent', async () => {
    const proxy = await startProxy()
    const { listened, publish, recorder } = await start(proxy.url, 100)
    proxy.stallOpenConnections()
    await listened.until(2)
    await publish('after')
    expect(await recorder.until(1)).toEqual(['after'])
  })

  it('keeps trying while the server is away', async () => {
    const proxy = await startProxy()
    const { listened, publish, recorder } = await start(proxy.url)
    proxy.refuse(2)
    await listened.until(2)
    expect(problems.length).toBeGreaterThanOrEqual(3)
    expect(draws).toBeGreaterThanOrEqual(3)
    await publish('after')
    expect(await recorder.until(1)).toEqual(['after'])
  })

  it('ends while it tries to connect again', async () => {
    const proxy = await startProxy()
    const { push } = await start(proxy.url)
    proxy.refuse(Number.POSITIVE_INFINITY)
    await proxy.refused
    await push.close()
  })

  it('ends while a connection is being made again', async () => {
    const proxy = await startProxy()
    const { push } = await start(proxy.url, 100)
    proxy.stall()
    await proxy.stalled
    const closed = push.close()
    proxy.resume()
    await closed
  })

  it('fails at the start when there is no server', async () => {
    const nowhere = 'postgres://keepsake@127.0.0.1:1/postgres'
    await expect(createNotifyPush(nowhere, log, { random: () => 0.5 })).rejects.toThrow('ECONNREFUSED')
  })

  it('ignores what is not from us', async () => {
    const { topic, publish, recorder } = await start(url!)
    for (const payload of [
      '',
      'hello',
      `${randomUUID()}:0:1:{`,
      `${randomUUID()}:0:99999999999:x`,
      `${randomUUID()}:0:1:null`,
    ])
      await sql`select pg_notify(${topic}, ${payload})`.execute(database.db)
    await publish('ours')
    expect(await recorder.until(1)).toEqual(['ours'])
    expect(problems.length).toBe(3)
  })
})
