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
  let isConformant = true
  const check = async (
    what: string,
    call: () => Promise<Response>,
    isExpected: (response: Response) => boolean,
  ) => {
    const response = await call()
    const isGood = isExpected(response)
    isConformant &&= isGood
    print(
      `${isGood ? '✓' : '✗'} ${what}${isGood ? '' : `: ${response.status} ${JSON.stringify(response.answer)}`}`,
    )
  }
  const hasStored =
    (stored: boolean, version: number) =>
    ({ status, answer }: Response) =>
      status === 200 && answer.stored === stored && answer.version === version
  const hasFields = (fields: object) => (response: Response) =>
    response.status === 400 && isDeepStrictEqual(response.answer.fields, fields)

  await check(
    'a dry run stores nothing',
    () => put(first, '?dryRun=true'),
    ({ answer }) => answer.wouldStore === true,
  )
  await check('what was not sent is 404', read, ({ status }) => status === 404)
  await check('a first version is stored', () => put(first), hasStored(true, 2))
  await check('the same once more changes nothing', () => put(first), hasStored(false, 2))
  await check(
    'the same instant in another notation is the same content',
    () => put(create(2, 'Received', '2026-01-05T11:00:00+01:00')),
    hasStored(false, 2),
  )
  await check('a lower version is late', () => put(create(1, 'Confirmed')), hasStored(false, 2))
  await check(
    'other content under the same version is 409',
    () => put(create(2, 'Confirmed')),
    ({ status }) => status === 409,
  )
  await check('it is read back as it was sent', read, ({ answer }) => isDeepStrictEqual(answer.body, first))
  await check(
    'it is listed',
    () =>
      callKeepsake(
        system,
        'GET',
        `${ORDERS}?since=${encodeURIComponent(new Date(Date.now() - 300_000).toISOString())}`,
      ),
    ({ answer }) =>
      answer.cursor !== null || (answer.items as { id: string }[]).some(({ id }) => id === code),
  )
  await check(
    'an unknown field is 400 with its name',
    () => put({ ...create(3, 'Confirmed'), colour: 'red' }),
    hasFields({ colour: 'unknown' }),
  )
  await check(
    'a parcel of another order’s product is 400 with its place',
    () =>
      put({
        ...create(3, 'Dispatched'),
        parcels: [{ number: '1', carrier: 'Post', shippedAt: '2026-01-06T10:00:00Z', productCodes: ['X'] }],
      }),
    hasFields({ 'parcels.0.productCodes.0': 'conflict' }),
  )
  await check(
    'an unknown account is 404',
    () => put({ ...create(3, 'Confirmed'), accountId: randomUUID() }),
    ({ status }) => status === 404,
  )
  await check('a higher version is stored', () => put(create(4, 'Cancelled')), hasStored(true, 4))
  return isConformant
}
