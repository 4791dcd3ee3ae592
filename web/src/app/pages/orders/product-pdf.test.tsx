// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { push } from '#web/platform/push/library.testing.ts'
import { orderForTests, orderService, productForTests, renderOrders } from './orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const CODE = '4711-2140'
const POSTER = productForTests({ code: '2140-03', title: 'The long way home' })
const PRINTS = productForTests({ code: '2140-02', title: '24 prints' })

let service: ReturnType<typeof orderService>
let saved: string[]
beforeEach(() => {
  service = orderService([orderForTests({ superOrderCode: CODE, products: [PRINTS, POSTER] })])
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})

async function open() {
  renderOrders(`/orders/${CODE}`)
  await screen.findByText('The long way home')
}
const button = () => screen.findByRole('button', { name: 'Download The long way home as PDF' })

test('AA-087 a PDF is offered only at a product whose files have one with the purpose product.pdf; an order without any needs one call', async () => {
  await open()
  await waitFor(() => expect(service.fileRequests).toEqual(['/v1/Pdfs/me']))
  cleanup()
  service.fileRequests = []
  service.files = { '2140-03': ['product.pdf'], '2140-02': ['preview.pdf'] }
  await open()
  expect((await button()).textContent).toBe('Download PDF')
  expect(screen.getAllByRole('button', { name: /as PDF$/ })).toHaveLength(1)
  expect(service.fileRequests).toEqual(['/v1/Pdfs/me', '/v1/Products/2140-03'])
})

test('AA-087 a PDF that is listed is not offered while its files have none', async () => {
  service.files = { '2140-03': ['product.pdf'] }
  service.listedOnly = true
  await open()
  await waitFor(() => expect(service.fileRequests).toContain('/v1/Products/2140-03'))
  expect(screen.queryByRole('button', { name: /as PDF$/ })).toBeNull()
})

test('AA-087 a PDF that cannot be loaded is said so, can be tried again, and is saved under the title of its product', async () => {
  service.files = { '2140-03': ['product.pdf'] }
  service.pdf = () => Response.json({ code: 'unexpected', message: 'no' }, { status: 500 })
  await open()
  fireEvent.click(await button())
  expect((await screen.findByRole('alert')).textContent).toBe('This PDF couldn’t be loaded.')
  service.pdf = () => new Response('%PDF-')
  fireEvent.click(await button())
  await waitFor(() => expect(saved).toEqual(['The long way home.pdf']))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['comes while the page is open', { type: 'product-file-changed', orderCode: CODE }],
  ['came before its order', { type: 'order-changed', orderCode: CODE }],
  ['may have come while the connection was lost', { type: 'ready' }],
] as const)('AA-087 RV-202 a PDF that %s appears', async (_what, message) => {
  await open()
  expect(screen.queryByRole('button', { name: /as PDF$/ })).toBeNull()
  service.files = { '2140-03': ['product.pdf'] }
  act(() => {
    push(message)
  })
  await button()
})
