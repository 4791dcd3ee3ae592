import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { uploadBuffer } from '#sandbox/demo/upload-buffer.ts'
import { domains } from '../../app.ts'
import { type Context, change } from '../../context.ts'
import { findRow } from '../../platform/db/rows.ts'
import { readAccountRows } from '../../testing/account-rows.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { crashAfter } from '../../testing/crash-after.ts'
import { testServer } from '../../testing/harness.ts'
import { jpeg } from '../../testing/pictures.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { createAccount, enqueueMailLink } from '../identity/index.ts'
import { upsertOrder } from '../orders/orders.ts'
import { confirmDeletion } from './closing.ts'
import { eraseDueClosures } from './due-closures.ts'
import { reopenClosedAccount } from './index.ts'

/*
 * A process that crashes at a given step of its input and output (crash-after.ts): it does nothing afterwards, and
 * another process resumes its work.
 */

/** Crashes at every twelfth step, from a random first one; CLOSURE_DEATHS=all crashes at every step. */
const STRIDE = process.env.CLOSURE_DEATHS === 'all' ? 1 : 12
const FIRST = Math.floor(Math.random() * STRIDE)

const never = new AbortController().signal

const server = closeAfterAll(await testServer({ work: false }))
const picture = await jpeg()

interface Account {
  accountId: string
  email: string
  /** Token of the link that closes the account. */
  token: string
  order: string
}

async function accountWithData(): Promise<Account> {
  const { ctx, clock } = server
  const email = `${randomUUID()}@keepsake.test`
  const payload = { email, brandId: 'keepsake-gb', locale: 'en-GB' }
  const [accountId, token] = await change(ctx, async tx => {
    const id = (await createAccount(tx, { ...payload, registeredAt: clock.now() }))!
    const link = { accountId: id, purpose: 'delete-account', payload, seconds: 86_400 } as const
    return [id, await enqueueMailLink(ctx, tx, link)]
  })
  await uploadBuffer(ctx, accountId, 'one.jpg', Buffer.concat([picture, Buffer.from(randomUUID())]))
  const order = `K-${randomUUID().slice(0, 8)}`
  await upsertOrder(ctx, order, orderForTests(accountId, clock.now()))
  return { accountId, email, token, order }
}

const close = (ctx: Context, { accountId, token }: Account) => confirmDeletion(ctx, accountId, token)

const closedAt = async ({ accountId }: Account) =>
  (await findRow(server.ctx.db, 'customers', { account_id: accountId }, ['deleted_at']))?.deleted_at

/** Tables with rows of the account. */
async function listTables({ accountId }: Account): Promise<string[]> {
  const rows = await readAccountRows(server.ctx, accountId)
  return Object.keys(rows).filter(table => rows[table]!.length > 0)
}

/** Repeats the work with more steps each time until it completes; `after` checks the state after each crash. */
async function crashUntilComplete(
  prepare: () => Promise<Account>,
  work: (ctx: Context, account: Account) => Promise<unknown>,
  after: (account: Account, crashed: boolean) => Promise<void>,
): Promise<number> {
  for (let steps = FIRST; ; steps += STRIDE) {
    const account = await prepare()
    const { ctx, hasCrashed } = crashAfter(server.ctx, steps)
    await work(ctx, account).catch(error => {
      if (!hasCrashed()) throw error
    })
    await after(account, hasCrashed())
    if (!hasCrashed()) return steps
  }
}

describe('AA-052 P28 a crash at every step', () => {
  test('AA-052 of closing: the account is open and its link works, or it is closed and can be reopened', async () => {
    await crashUntilComplete(accountWithData, close, async (account, crashed) => {
      if (!(await closedAt(account))) {
        expect(crashed).toBe(true)
        await close(server.ctx, account)
      }
      expect(await closedAt(account)).not.toBeNull()
      const { rows } = await sql<{ state: string }>`
        select state from closures where account_id = ${account.accountId}`.execute(server.ctx.db)
      expect(rows).toEqual([{ state: 'closed' }])
      await expect(close(server.ctx, account)).rejects.toMatchObject({ code: 'not-found' })
    })
  })

  test('OP-59 of reopening: the next request completes it', async () => {
    let keepToken = ''
    await crashUntilComplete(
      async () => {
        const account = await accountWithData()
        keepToken = (await close(server.ctx, account)).keepToken!
        return account
      },
      ctx => reopenClosedAccount(ctx, keepToken),
      async account => {
        await reopenClosedAccount(server.ctx, keepToken)
        expect(await closedAt(account)).toBeNull()
      },
    )
  })

  test('AA-052 of the erasure: the next run completes it, and orders leave their record once', async () => {
    const steps = await crashUntilComplete(
      async () => {
        const account = await accountWithData()
        const { deletionDate } = await close(server.ctx, account)
        server.clock.set(deletionDate)
        return account
      },
      ctx => eraseDueClosures(ctx, domains, never),
      async account => {
        await eraseDueClosures(server.ctx, domains, never)
        expect(await listTables(account)).toEqual(['retention_journal'])
        const blobs = await Array.fromAsync(server.ctx.blobs.list(`${account.accountId}/`))
        expect(blobs).toEqual([])
        const { rows } = await sql<{ event: string }>`
          select event from retention_journal where account_id = ${account.accountId}`.execute(server.ctx.db)
        expect(rows).toEqual([{ event: 'account-erased' }])
        const records = await sql`select code from order_records where code = ${account.order}`.execute(
          server.ctx.db,
        )
        expect(records.rows).toHaveLength(1)
      },
    )
    expect(steps).toBeGreaterThan(50)
  })
})
