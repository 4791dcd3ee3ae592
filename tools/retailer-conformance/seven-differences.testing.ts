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
  const at = (part: number) => codes[Math.floor(count * part)]!
  const [lost1, lost2, old1, old2, other, newer] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map(at) as string[]
  const unknown = `R-unknown-${randomUUID().slice(0, 8)}`
  const send = async (code: string) => {
    const version = code === old1 || code === old2 ? 1 : code === newer ? 3 : 2
    const status = code === other || code === newer ? 'Confirmed' : 'Received'
    const body = createOrderBody(accountId, code, version, status)
    await client.call(putOrder, { params: { code }, body: body as never })
  }
  const arriving = [...codes, unknown].filter(code => code !== lost1 && code !== lost2)
  await Readable.from(arriving).forEach(send, { concurrency: 4 })
  const own: OwnState[] = codes.map(id => ({ id, version: 2, body: createOrderBody(accountId, id) }))
  const differences = [
    { id: lost1, what: 'missing at Keepsake' },
    { id: lost2, what: 'missing at Keepsake' },
    { id: old1, what: 'older at Keepsake' },
    { id: old2, what: 'older at Keepsake' },
    { id: other, what: 'other content' },
    { id: newer, what: 'newer at Keepsake' },
    { id: unknown, what: 'only at Keepsake' },
  ]
  return { own, differences }
}
