import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LARGE, TestShop } from '../testing/test-shop.testing.ts'

let t: TestShop
beforeEach(async () => {
  t = await TestShop.start()
})
afterEach(() => t.close())

/** Orders a print of each of two photos in one size; returns its code and its account. */
async function orderPrints() {
  const { id } = await t.openEditor({ 'a.jpg': LARGE, 'b.jpg': LARGE })
  await t.placeOrder(id)
  const code = t.anna.path.split('/').at(-1)!
  const { accountId } = (await t.file(code)).state
  const remove = (name: string) => {
    t.keepsake.selections.get(id)!.find(each => each.name === name)!.removed = true
  }
  return { code, accountId, remove }
}
const send = (
  { code, accountId }: { code: string; accountId: string },
  requestId: string = randomUUID(),
  more: object = {},
) =>
  t.call('PUT', `/orderFiles/${requestId}`, {
    accountId,
    reference: 'PO-77',
    products: [{ orderCode: code, code: `${code}-1`, copies: 3 }],
    ...more,
  })

describe('AA-108 the order of a file', () => {
  test('has the products of the old one, in as many copies, at its address', async () => {
    const source = await orderPrints()
    const { status, body } = await send(source)
    expect(status).toBe(200)
    const before = await t.file(source.code)
    const after = await t.file(body.orderCodes[0])
    expect(after.lines).toEqual(before.lines.map(line => ({ ...line, quantity: 3 })))
    expect(after.state).toMatchObject({
      accountId: source.accountId,
      source: 'PO-77',
      deliveryAddress: before.state.deliveryAddress,
      products: [{ quantity: 6 }],
    })
    expect(after.payment.state).toBe('paid')
  })

  test('is placed once however often it is sent, also after a restart', async () => {
    const source = await orderPrints()
    const requestId = randomUUID()
    const first = await send(source, requestId)
    expect(await send(source, requestId)).toEqual(first)
    await t.restart()
    expect(await send(source, requestId)).toEqual(first)
    expect((await send(source)).body).not.toEqual(first.body)
  })

  test('goes to another address if the file names one', async () => {
    const source = await orderPrints()
    const deliveryAddress = {
      firstName: 'Mira',
      lastName: 'Lindholm',
      street: 'Dock Road',
      streetNumber: '5',
      postalCode: 'BS8 2HS',
      city: 'Bristol',
      countryCode: 'GB',
      phoneNumber: '+441174960123',
    }
    const { body } = await send(source, randomUUID(), { deliveryAddress })
    expect((await t.file(body.orderCodes[0])).state.deliveryAddress).toMatchObject({
      street: 'Dock Road',
      type: 'Home',
    })
  })

  test('is refused without photos, for an unknown order and for that of another account', async () => {
    const source = await orderPrints()
    expect((await send({ ...source, code: 'P-22222222AAAA' })).status).toBe(404)
    expect((await send({ ...source, accountId: 'somebody-else' })).status).toBe(404)
    expect((await send(source, 'no-uuid')).status).toBe(400)
    source.remove('a.jpg')
    const { body } = await send(source)
    expect((await t.file(body.orderCodes[0])).lines).toHaveLength(1)
    source.remove('b.jpg')
    expect(await send(source)).toEqual({ status: 409, body: { reason: 'gone' } })
  })
})
