import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StatementReceipt } from '#contract/withdrawals.ts'
import { closeAfterAll } from '../../testing/close-after-all.ts'
import { frame, startWithdrawalServer } from './withdrawals.testing.ts'

const ROUNDS = 20
// Nothing but the answers is measured: the limit of a network and the jobs after the answers are off.
const t = closeAfterAll(await startWithdrawalServer({ rateLimits: false }, false))

test('NX-127 known, unknown and foreign orders and addresses are answered alike: status, headers, length, body but reference and time', async () => {
  const customer = await t.server.customer()
  const other = await t.server.customer()
  const code = await t.placeOrder(customer, [frame()], '2026-11-20T11:24:00Z')
  const kinds = {
    known: { orderCode: code, email: customer.email },
    foreign: { orderCode: code, email: other.email },
    unknownOrder: { orderCode: `K-${randomUUID().toUpperCase()}`, email: other.email },
    unknownAddress: { orderCode: code, email: `${randomUUID()}@keepsake.test` },
  }
  const answers = new Map<string, Set<string>>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [kind, input] of Object.entries(kinds)) {
      const answer = await t.state(input)
      const body = await answer.text()
      const { reference, submittedAt, statement } = JSON.parse(body) as StatementReceipt
      const words = statement.replace(input.orderCode, '')
      const length = body.length - input.orderCode.length
      const shape = [
        answer.status,
        [...answer.headers.keys()],
        length,
        words,
        reference.length,
        submittedAt.length,
      ]
      answers.set(kind, (answers.get(kind) ?? new Set()).add(JSON.stringify(shape)))
    }
  expect(new Set([...answers.values()].flatMap(shapes => [...shapes])).size).toBe(1)
})
