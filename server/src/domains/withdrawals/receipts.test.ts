import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { sendReceipt } from './receipt/receipt-email.ts'
import { startWithdrawalServer } from './withdrawals.testing.ts'

const t = closeAfterAll(await startWithdrawalServer())
// Jobs wait by the machine's clock.
t.server.clock.set(new Date().toISOString())

test('NX-130 NX-129 the sixth receipt of an hour to one address waits for the next one, its statement does not', async () => {
  const email = `${randomUUID()}@keepsake.test`
  const statementIds = Array.from({ length: 6 }, () => randomUUID())
  for (const [index, statementId] of statementIds.entries()) {
    expect((await t.state({ statementId, email })).status).toBe(201)
    await expect.poll(() => t.received().length, { timeout: 30_000 }).toBe(index + 1)
    await expect.poll(() => t.mailsTo(email).length, { timeout: 30_000 }).toBe(Math.min(index + 1, 5))
  }
  await sendReceipt(t.server.ctx, statementIds[5]!)
  expect(t.mailsTo(email)).toHaveLength(5)
  t.server.clock.advance(3_600_001)
  await sendReceipt(t.server.ctx, statementIds[5]!)
  expect(t.mailsTo(email)).toHaveLength(6)
}, 120_000)
