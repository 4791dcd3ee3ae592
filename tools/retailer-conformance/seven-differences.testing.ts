import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { putOrder } from '#contract/retailer-orders.ts'
import { createServiceToken } from '#server/domains/services/tokens/command.ts'
import { Client } from '#server/testing/client.ts'
import type { TestServer } from '#server/testing/harness.ts'
import type { OwnState } from './reconcile.ts'

/** Creates a token of a system of the retailer for one vendor on a test server, and its client. */
export async function createSystem({ ctx, origin }: TestServer, vendor = 'keepsake') {
  const terms = { vendors: [vendor], scopes: null, days: 1 }
  const { token } = (await createServiceToken(ctx, `kit-${randomUUID().slice(0, 8)}`, terms))!
  return { system: { url: origin, token }, client: new Client(origin, '', '', token) }
}

/** The body of an order as a retailer has it. */
export const createOrderBody = (accountId: string, code: string, version = 2, status = 'Received') => ({
  ...{ version, accountId, createdAt: '2026-01-05T10:00:00Z', status },
  products: [{ code: `${code}-1`, article: 'PRINT', title: 'Prints' }],
})

/**
 * Sends orders of which seven differ from what the retailer has: two that did not arrive, two of which an older version
 * arrived, one with other content, one that is newer at Keepsake, and one that the retailer does not know. Returns what the
 * retailer has, and what differs.
 */
export async function sendWithSevenDifferences(client: Client, accountId: string, count: number) {
  const codes = Array.from(
    { length: count },
    (_, n) => `R-${String(n).padStart(6, '0')}-${randomUUID().slice(0, 8)}`,
  )
  const unknown = `R-unknown-${randomUUID().slice(0, 8)}`
  const differences = [
    ...DIFFERENCES.map((what, n) => ({ id: codes[Math.floor((count * (n + 1)) / 10)]!, what })),
    { id: unknown, what: 'only at Keepsake' },
  ]
  const send = async (code: string) => {
    const what = differences.find(({ id }) => id === code)?.what
    if (what === 'missing at Keepsake') return
    const version = what === 'older at Keepsake' ? 1 : what === 'newer at Keepsake' ? 3 : 2
    const isOther = what === 'other content' || what === 'newer at Keepsake'
    const body = createOrderBody(accountId, code, version, isOther ? 'Confirmed' : 'Received')
    await client.call(putOrder, { params: { code }, body: body as never })
  }
  await Readable.from([...codes, unknown]).forEach(send, { concurrency: 4 })
  const own: OwnState[] = codes.map(id => ({ id, version: 2, body: createOrderBody(accountId, id) }))
  return { own, differences }
}

const DIFFERENCES = [
  ...['missing at Keepsake', 'missing at Keepsake', 'older at Keepsake', 'older at Keepsake'],
  ...['other content', 'newer at Keepsake'],
]
