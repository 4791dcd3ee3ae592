import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { callKeepsake, type KeepsakeSystem, type Response } from './client.ts'

const ORDERS = '/api/orders/retailer/orders'

/**
 * Sends an order of a test account as docs/retailer-interface.md describes it, in all the ways in which its answers differ,
 * and prints which of them are as described. The token needs orders:write and retailer:read. Returns whether all are. The
 * cancelled order stays.
 */
export async function checkOrderSystem(
  system: KeepsakeSystem,
  accountId: string,
  print: (line: string) => unknown,
): Promise<boolean> {
  const code = `CONFORMANCE-${randomUUID()}`
  const path = `${ORDERS}/${code}`
  const create = (version: number, status: string, createdAt = '2026-01-05T10:00:00Z') => ({
    ...{ version, accountId, createdAt, status },
    products: [
      { code: `${code}-1`, article: 'PRINT-10X15', title: 'Conformance test', quantity: 1, price: 100 },
    ],
    total: { amount: 100, currency: 'GBP' },
  })
  const put = (body: object, suffix = '') => callKeepsake(system, 'PUT', path + suffix, body)
  const read = () => callKeepsake(system, 'GET', path)
  const first = create(2, 'Received')
  const list = async () => {
    const since = new Date(Date.now() - 300_000).toISOString()
    const page = await callKeepsake(system, 'GET', `${ORDERS}?since=${encodeURIComponent(since)}`)
    const items = page.answer.items as { id: string }[] | undefined
    const isListed = page.answer.cursor !== null || items?.some(({ id }) => id === code)
    return { ...page, answer: { ...page.answer, isListed } }
  }
  let isConformant = true
  const check = async (what: string, called: Promise<Response>, expected: object) => {
    const response = await called
    const isGood = isExpected(response, expected)
    isConformant &&= isGood
    print(
      `${isGood ? '✓' : '✗'} ${what}${isGood ? '' : `: ${response.status} ${JSON.stringify(response.answer)}`}`,
    )
  }
  const sameInstant = create(2, 'Received', '2026-01-05T11:00:00+01:00')
  const third = create(3, 'Confirmed')
  const parcel = { number: '1', carrier: 'Post', shippedAt: '2026-01-06T10:00:00Z', productCodes: ['X'] }
  const stored = (version: number) => ({ status: 200, stored: true, version })
  const unchanged = { ...stored(2), stored: false }

  await check('a dry run stores nothing', put(first, '?dryRun=true'), { wouldStore: true })
  await check('what was not sent is 404', read(), { status: 404 })
  await check('a first version is stored', put(first), stored(2))
  await check('the same once more changes nothing', put(first), unchanged)
  await check('the same instant in another notation is the same content', put(sameInstant), unchanged)
  await check('a lower version is late', put(create(1, 'Confirmed')), unchanged)
  await check('other content under the same version is 409', put(create(2, 'Confirmed')), { status: 409 })
  await check('it is read back as it was sent', read(), { body: first })
  await check('it is listed', list(), { status: 200, isListed: true })
  await check('an unknown field is 400 with its name', put({ ...third, colour: 'red' }), {
    status: 400,
    fields: { colour: 'unknown' },
  })
  await check(
    'a parcel of another order’s product is 400 with its place',
    put({ ...create(3, 'Dispatched'), parcels: [parcel] }),
    { status: 400, fields: { 'parcels.0.productCodes.0': 'conflict' } },
  )
  await check('an unknown account is 404', put({ ...third, accountId: randomUUID() }), { status: 404 })
  await check('a higher version is stored', put(create(4, 'Cancelled')), stored(4))
  return isConformant
}

/** Whether an answer has the expected status and fields. */
function isExpected({ status, answer }: Response, expected: object): boolean {
  const actual: Record<string, unknown> = { ...answer, status }
  return Object.entries(expected).every(([name, value]) => isDeepStrictEqual(actual[name], value))
}
