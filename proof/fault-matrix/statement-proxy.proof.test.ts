import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPreparingClientClass } from '#server/platform/db/prepared-statements.ts'
import { createFreshDatabase } from '#server/testing/fresh-database.ts'
import { type StatementProxy, startStatementProxy } from './statement-proxy.ts'

let resources: AsyncDisposableStack
let direct: pg.Client
let client: pg.Client
let proxy: StatementProxy

beforeEach(async () => {
  resources = new AsyncDisposableStack()
  const location = await createFreshDatabase(resources)
  if (!('url' in location)) throw new Error('Not on PostgreSQL')
  direct = await connected(pg.Client, location.url)
  await direct.query('create table rows (account text)')
  proxy = await startStatementProxy(new URL(location.url))
  resources.defer(async () => proxy.close())
  client = await connected(createPreparingClientClass(), proxy.url)
})
afterEach(() => resources.disposeAsync())

async function connected(Client: typeof pg.Client, connectionString: string): Promise<pg.Client> {
  const opened = new Client({ connectionString })
  opened.on('error', () => undefined)
  await opened.connect()
  resources.defer(() => opened.end())
  return opened
}

const insert = (account: string) => client.query('insert into rows (account) values ($1)', [account])
const count = async () => (await direct.query('select from rows')).rowCount
const moment = (side: 'before' | 'after') => ({ statement: /insert into rows/, parameter: 'anna', side })

describe.runIf(process.env.TEST_DATABASE_URL)('P16 a moment of a transaction is met', () => {
  test('before its commit: a connection that ends there has changed nothing', async () => {
    const reached = proxy.hold(moment('before'))
    // Of another customer: not held, and the statement is a prepared one afterwards.
    for (const other of ['ben', 'cleo']) {
      await client.query('begin')
      await insert(other)
      await client.query('commit')
    }
    await client.query('begin')
    await insert('anna')
    const committed = client.query('commit').catch(error => error)
    await reached
    expect(await count()).toBe(2)
    proxy.disconnect()
    expect(await committed).toBeInstanceOf(Error)
    expect(await count()).toBe(2)
  })

  test('before its commit: released, it is committed', async () => {
    const reached = proxy.hold(moment('before'))
    await client.query('begin')
    await insert('anna')
    const committed = client.query('commit')
    await reached
    expect(await count()).toBe(0)
    proxy.release()
    await committed
    expect(await count()).toBe(1)
  })

  test('after its commit: it is done and not answered', async () => {
    const reached = proxy.hold(moment('after'))
    await client.query('begin')
    await insert('anna')
    let isAnswered = false
    const committed = client.query('commit').then(() => {
      isAnswered = true
    })
    await reached
    expect(await count()).toBe(1)
    expect(isAnswered).toBe(false)
    proxy.release()
    await committed
  })

  test('at a statement outside of a transaction', async () => {
    const reached = proxy.hold(moment('after'))
    const inserted = insert('anna')
    await reached
    expect(await count()).toBe(1)
    proxy.release()
    await inserted
  })
})
