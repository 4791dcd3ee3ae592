// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { push } from '#web/platform/push/library.testing.ts'
import { toasts } from '#web/ui/toasts.ts'
import {
  NOW,
  type OrderService,
  orderForTests,
  orderService,
  productForTests,
  renderOrders,
} from './orders.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

const CODE = '4711-2140'
const HOME = {
  type: 'Home',
  firstName: 'Anna',
  lastName: 'Keller',
  street: 'Rosemary Lane',
  streetNumber: '12',
  postalCode: 'BS6 5AD',
  city: 'Bristol',
  countryCode: 'GB',
} as const

let service: OrderService

const order = (parts: Partial<Order> = {}) =>
  orderForTests({
    deliveryAddress: HOME,
    addressChange: { productCodes: ['2140-01'] },
    addressChangeUntil: '2026-11-22T14:00:00Z',
    cancelUntil: '2026-11-22T14:00:00Z',
    cancellation: {},
    payment: { method: 'paypal', paidAt: '2026-11-20T18:02:00Z' },
    total: { amount: 7010, currency: 'GBP' },
    ...parts,
  })
const cancelling = (state: 'requested' | 'sent' | 'accepted' | 'refused', more: object = {}) =>
  order({
    addressChange: { blockedBy: 'cancellation-in-progress', productCodes: ['2140-01'] },
    cancellation: {
      last: { cancellationId: 'c-1', state, requestedAt: '2026-11-22T11:50:00Z', ...more },
    },
  })
async function open(parts: Partial<Order> = {}, { business = false } = {}) {
  service = orderService([order(parts)])
  renderOrders(`/orders/${CODE}`, { business })
  await screen.findByText(/^Placed on/)
}
const fold = () => screen.getByRole('button', { name: 'Help with this order' })
function unfold() {
  if (fold().getAttribute('aria-expanded') === 'false') fireEvent.click(fold())
}
const rows = () =>
  within(screen.getByRole('region', { name: 'Help with this order' }))
    .getAllByRole('listitem')
    .map(row => row.textContent)
/** Parts of an order that was sent, and why it can neither be cancelled nor go elsewhere. */
const SENT: Partial<Order> = {
  status: 'Dispatched',
  cancellation: { blockedBy: 'sent' },
  addressChange: { blockedBy: 'in-production', productCodes: [] },
}
const TOO_LATE = [
  'Cancel orderToo late: it has already been sent',
  'Change delivery addressToo late: it has already been sent',
]
const help = () => within(screen.getByRole('region', { name: 'Help with this order' }))
async function ask() {
  unfold()
  fireEvent.click(help().getByRole('button', { name: /^Cancel order/ }))
  return within(await screen.findByRole('dialog', { name: `Cancel order ${CODE}?` }))
}
function arrive(changed: Order) {
  service.orders = [changed]
  act(() => push({ type: 'order-changed', orderCode: CODE }))
}

describe('NX-117 help with an order', () => {
  test('names what can be done, until when, and why the rest cannot; what cannot is no link', async () => {
    await open()
    expect(fold().getAttribute('aria-expanded')).toBe('false')
    expect(help().queryByRole('list')).toBeNull()
    unfold()
    expect(rows()).toEqual([
      'Cancel orderUntil 14:00 (2 h 10 min)',
      'Change delivery addressUntil 14:00 (2 h 10 min)',
      'Report a problemOnce your order has been sent',
      'Withdraw from contract',
      'Contact customer careQuote order 4711-2140',
    ])
    expect(
      help()
        .getAllByRole('link')
        .map(link => link.getAttribute('href')),
    ).toEqual([`/withdraw?order=${CODE}`, expect.stringContaining('contact')])
    fireEvent.click(help().getByRole('button', { name: /^Change delivery address/ }))
    await screen.findByRole('dialog', { name: 'Change delivery address' })
  })

  test.each<[string, Partial<Order>]>([
    [
      'hold-action',
      {
        notice: {
          kind: 'hold',
          reason: 'photo-quality',
          since: '2026-11-22T09:00:00Z',
          action: { label: 'Answer', url: 'https://www.keepsake.example/answer' },
        },
      },
    ],
    ['delayed', { status: 'delayed' }],
  ])('is open by itself while an order is %s, and can be closed', async (_, parts) => {
    await open(parts)
    expect(fold().getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(fold())
    expect(fold().getAttribute('aria-expanded')).toBe('false')
  })

  test.each<[string, Partial<Order>, string[]]>([
    [
      'in production',
      {
        status: 'ProductionStarted',
        history: [{ status: 'ProductionStarted', at: '2026-11-18T09:00:00Z' }],
        cancellation: { blockedBy: 'in-production' },
        addressChange: { blockedBy: 'in-production', productCodes: [] },
      },
      [
        'Cancel orderToo late: production started on 18 November',
        'Change delivery addressThis order can no longer be changed.',
        'Report a problemOnce your order has been sent',
        'Withdraw from contract',
      ],
    ],
    [
      'sent',
      {
        ...SENT,
        complaintUntil: '2028-11-22T12:00:00Z',
        products: [productForTests({ status: 'Dispatched', withdrawable: false })],
      },
      [
        ...TOO_LATE,
        'Report a problemUntil 22 November 2028',
        'Withdraw from contractMade to your design, so there is no right to cancel',
      ],
    ],
    [
      'sent long ago',
      {
        ...SENT,
        complaintUntil: '2026-01-02T12:00:00Z',
        products: [
          productForTests({
            status: 'Dispatched',
            withdrawable: true,
            withdrawUntil: '2026-01-03T12:00:00Z',
            withdrawalLastDay: '2026-01-03',
          }),
        ],
      },
      [
        ...TOO_LATE,
        'Report a problemIt was possible until 2 January 2026',
        'Withdraw from contractIt was possible until 3 January 2026',
      ],
    ],
    [
      'sent more than two years ago, without a day of delivery',
      {
        ...SENT,
        products: [productForTests({ code: 'P-1', status: 'Dispatched', withdrawable: false })],
        parcels: [{ number: '1', carrier: 'Post', shippedAt: '2023-12-14T12:00:00Z', productCodes: ['P-1'] }],
      },
      [
        ...TOO_LATE,
        'Report a problemIt was possible until 14 December 2025',
        'Withdraw from contractMade to your design, so there is no right to cancel',
      ],
    ],
    [
      'withdrawn from',
      {
        ...SENT,
        products: [productForTests({ code: 'P-1', status: 'Dispatched', withdrawable: true })],
        withdrawals: [
          {
            withdrawalId: 'w-1',
            reference: 'W-1',
            productCodes: ['P-1'],
            state: 'received',
            submittedAt: '2026-11-20T12:00:00Z',
            isLate: false,
          },
        ],
      },
      [...TOO_LATE, 'Report a problem', 'Withdraw from contractWithdrawn on 20 November 2026.'],
    ],
    [
      'that can be paid once more',
      {
        status: 'paymentFailed',
        paymentUrl: 'https://pay.keepsake.example/1',
        paymentExpiresAt: '2026-11-22T14:00:00Z',
        products: [productForTests({ status: 'paymentFailed', withdrawable: true })],
      },
      [
        'Cancel orderUntil 14:00 (2 h 10 min)',
        'Change delivery addressUntil 14:00 (2 h 10 min)',
        'Report a problemOnce your order has been sent',
        'Withdraw from contract',
      ],
    ],
    [
      'that can no longer be paid',
      {
        status: 'paymentFailed',
        paymentUrl: 'https://pay.keepsake.example/1',
        paymentExpiresAt: '2026-11-22T11:00:00Z',
        cancellation: { blockedBy: 'cancelled' },
        addressChange: { blockedBy: 'order-failed', productCodes: [] },
        products: [productForTests({ status: 'paymentFailed', withdrawable: true })],
      },
      [
        'Cancel orderThis order has ended',
        'Change delivery addressThis order has ended',
        'Report a problemThis order has ended',
        'Withdraw from contractThis order has ended',
      ],
    ],
    [
      'on hold',
      {
        status: 'on_hold',
        cancellation: { blockedBy: 'in-production' },
        addressChange: { blockedBy: 'in-production', productCodes: [] },
      },
      [
        'Cancel orderPlease contact customer care',
        'Change delivery addressThis order can no longer be changed.',
        'Report a problemOnce your order has been sent',
        'Withdraw from contract',
      ],
    ],
    [
      'of an older order system',
      { cancellation: undefined, cancelUntil: undefined, addressChangeUntil: undefined },
      [
        'Cancel orderPlease contact customer care',
        'Change delivery address',
        'Report a problemOnce your order has been sent',
        'Withdraw from contract',
      ],
    ],
  ])('RV-1063 RV-1215 of an order %s', async (_, parts, expected) => {
    await open(parts)
    unfold()
    expect(rows().slice(0, 4)).toEqual(expected)
  })

  test('a business has no right of withdrawal', async () => {
    await open({}, { business: true })
    unfold()
    expect(rows()).not.toContain('Withdraw from contract')
    expect(rows()).toHaveLength(4)
  })
})

describe('NX-118 cancelling an order', () => {
  test.each([
    [1500, 'You get £55.10 back'],
    [7010, 'There’s nothing to pay back'],
  ])('says what comes back besides its refund where credit notes have paid back %s', async (repaid, said) => {
    const at = '2026-11-21T10:00:00Z'
    await open({
      repaid,
      refunds: [{ refundId: 'r', at, state: 'paid', reason: 'goodwill', amount: 1000 }],
    })
    const dialog = await ask()
    dialog.getByText(said)
    expect(dialog.queryAllByText(/Within 5 working days/)).toHaveLength(repaid === 7010 ? 0 : 1)
  })

  test('says what is cancelled, until when and what comes back; sent, it is in progress', async () => {
    await open({ products: [productForTests(), productForTests({ code: '2140-02' })] })
    const dialog = await ask()
    dialog.getByText(
      'This cancels all 2 products. You have until 14:00 (2 h 10 min), because production starts then.',
    )
    dialog.getByText('You get £70.10 back')
    dialog.getByText('Within 5 working days: PayPal.')
    fireEvent.change(dialog.getByRole('combobox', { name: 'Why are you cancelling? (optional)' }), {
      target: { value: 'ordered-twice' },
    })
    service.cancel = () => cancelling('requested')
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(service.cancellations).toEqual([
      { cancellationId: expect.stringMatching(/^[0-9a-f-]{36}$/), reason: 'ordered-twice' },
    ])
    expect(toasts.current().map(toast => toast.text)).toEqual(['Cancellation sent.'])
    await waitFor(() => expect(rows()[0]).toMatch(/^We’re cancelling this orderRequested .*11:50/))
    expect(rows()[1]).toBe('Change delivery addressNo changes while we’re cancelling.')
    expect(help().queryByRole('button', { name: /^(Cancel order|Change)/ })).toBeNull()
  })

  test.each<[string, Partial<Order>, string]>([
    ['unpaid', { payment: { method: 'card' } }, 'Nothing was charged.'],
    ['of an older feed', { payment: undefined, history: [] }, 'If you’ve paid, you get your money back.'],
    [
      'paid by card',
      { payment: { method: 'card', lastDigits: '4242', paidAt: '2026-11-20T18:02:00Z' } },
      'Within 5 working days: card ending in 4242.',
    ],
  ])('an order %s says what comes back', async (_, parts, words) => {
    await open(parts)
    expect((await ask()).getByText(words)).not.toBeNull()
  })

  test('keeping the order sends nothing; a failed call keeps the reason, and is the same cancellation when it is repeated', async () => {
    await open()
    fireEvent.click((await ask()).getByRole('button', { name: 'Keep order' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(service.cancellations).toEqual([])
    const dialog = await ask()
    const reason = dialog.getByRole('combobox') as HTMLSelectElement
    fireEvent.change(reason, { target: { value: 'too-slow' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
    expect((await dialog.findByRole('alert')).textContent).toContain('We couldn’t send this.')
    expect(reason.value).toBe('too-slow')
    service.cancel = () => cancelling('requested')
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = service.cancellations
    expect(second).toEqual(first)
  })

  test('the countdown ends the offer without a reload, in the row and in an open dialog', async () => {
    await open()
    const dialog = await ask()
    vi.mocked(Date.now).mockReturnValue(NOW + 60_000)
    await waitFor(() => expect(dialog.getByText(/\(2 h 9 min\)/)).not.toBeNull())
    vi.mocked(Date.now).mockReturnValue(Date.parse('2026-11-22T14:00:00Z'))
    const late = within(await screen.findByRole('dialog', { name: 'It’s too late to cancel' }))
    late.getByText('The time to cancel was over.')
    fireEvent.click(late.getAllByRole('button', { name: 'Close' }).at(-1)!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(rows()[0]).toBe('Cancel orderToo late: the time to cancel is over')
    expect(help().queryByRole('button', { name: /^Cancel order/ })).toBeNull()
    expect(service.cancellations).toEqual([])
  })

  test('NX-119 too late: the dialog says when production started and that nothing was changed', async () => {
    await open({
      deliveryDates: [{ from: '2026-11-26', to: '2026-11-28', productCodes: ['2140-01'] }],
    })
    const dialog = await ask()
    service.cancel = () => ({ status: 409, reason: 'in-production' })
    service.orders = [
      order({
        status: 'ProductionStarted',
        history: [{ status: 'ProductionStarted', at: '2026-11-22T11:49:00Z' }],
        deliveryDates: [{ from: '2026-11-26', to: '2026-11-28', productCodes: ['2140-01'] }],
        cancellation: { blockedBy: 'in-production' },
      }),
    ]
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
    const late = await screen.findByRole('dialog', { name: 'It’s too late to cancel' })
    await waitFor(() => expect(late.textContent).toContain('11:49'))
    expect(late.textContent).toContain('Nothing was changed. It arrives 26–28 November.')
    expect(late.textContent).toContain('report it and we’ll put it right')
  })

  test('NX-120 refused later, an open page says why; accepted, it says nothing more', async () => {
    service = orderService([cancelling('sent')])
    renderOrders(`/orders/${CODE}`)
    await screen.findByText(/^Placed on/)
    arrive({ ...order(), cancellation: cancelling('refused', { refusal: 'sent' }).cancellation })
    const late = await screen.findByRole('dialog', { name: 'It’s too late to cancel' })
    expect(late.textContent).toContain('Your order had already been sent.')
    fireEvent.click(within(late).getAllByRole('button', { name: 'Close' }).at(-1)!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    cleanup()
    await open({ cancellation: cancelling('refused', { refusal: 'sent' }).cancellation })
    unfold()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
