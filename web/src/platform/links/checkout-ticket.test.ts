// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { answerCalls, refusal } from '../http/http.testing.ts'
import { addCheckoutTicket } from './checkout-ticket.ts'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const BRAND = {
  vendor: 'keepsake',
  addresses: { shop: 'https://www.keepsake.example/', printsEditor: 'https://shop.example/{vendor}/prints' },
}
const answer = (respond: () => Response | Promise<Response>) => {
  let calls = 0
  answerCalls(async () => {
    calls++
    return respond()
  })
  return () => calls
}
const ticket = () => Response.json({ ticket: 'T-1', expires: '2026-11-22T12:00:00Z' }, { status: 201 })

describe('NX-150 NX-151 tickets on the way to the shop', () => {
  test('addresses of the brand’s shops get one, others none and no call', async () => {
    const countCalls = answer(ticket)
    expect(await addCheckoutTicket('https://www.keepsake.example/basket?id=1', BRAND)).toBe(
      'https://www.keepsake.example/basket?id=1&checkoutTicket=T-1',
    )
    expect(await addCheckoutTicket('https://shop.example/keepsake/prints', BRAND)).toContain(
      'checkoutTicket=T-1',
    )
    const evil = 'https://evil.example/basket'
    expect(await addCheckoutTicket(evil, BRAND)).toBe(evil)
    expect(countCalls()).toBe(2)
  })

  test('without a ticket within 300 ms, and after a failure, the address is as it was', async () => {
    const address = 'https://www.keepsake.example/basket'
    answer(() => refusal(500))
    expect(await addCheckoutTicket(address, BRAND)).toBe(address)
    answer(() => new Promise(() => {}))
    const start = performance.now()
    expect(await addCheckoutTicket(address, BRAND)).toBe(address)
    expect(performance.now() - start).toBeGreaterThan(250)
  })
})
