// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { AddressChange } from '#contract/address-change.ts'
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
const MINUTE = 60_000
const FIELDS = {
  firstName: 'Anna',
  lastName: 'Keller',
  street: 'Rosemary Lane',
  streetNumber: '12',
  postalCode: 'BS6 5AD',
  city: 'Bristol',
  countryCode: 'GB',
  phoneNumber: '+44 117 496 0123',
} as const
const OLD = { type: 'Home', ...FIELDS } as const
const TOM = { ...FIELDS, companyName: 'c/o Tom Whitfield', street: 'Alma Vale Road', streetNumber: '48' }
const BOOK = [
  { ...FIELDS, id: '6c7b4bd0-5a2d-4c53-b8b5-f5d1a4a1a001', isDefault: true },
  { ...TOM, id: '6c7b4bd0-5a2d-4c53-b8b5-f5d1a4a1a002', isDefault: false },
  { ...FIELDS, id: '6c7b4bd0-5a2d-4c53-b8b5-f5d1a4a1a003', countryCode: 'NL' as const, isDefault: false },
]

let service: OrderService

const order = (parts: Partial<Order> = {}) =>
  orderForTests({
    deliveryAddress: OLD,
    addressChange: { productCodes: ['2140-01'] },
    addressChangeUntil: '2026-11-22T14:00:00Z',
    ...parts,
  })
async function open(parts: Partial<Order> = {}) {
  service = orderService([order(parts)])
  service.addresses = BOOK
  renderOrders(`/orders/${CODE}`)
  await screen.findByText(/^Placed on/)
}
const block = () => screen.getByRole('region', { name: 'Delivery address' })
const changeButton = () => within(block()).queryByRole('button', { name: 'Change address' })
async function edit() {
  fireEvent.click(changeButton()!)
  const dialog = await screen.findByRole('dialog', { name: 'Change delivery address' })
  await waitFor(() => expect(within(dialog).getAllByRole('radio')[0]).not.toHaveProperty('disabled', true))
  return within(dialog)
}
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Use this address' }))
const type = (label: string, value: string) =>
  fireEvent.input(screen.getByRole('textbox', { name: label }), { target: { value } })
const toastTexts = () => toasts.current().map(toast => toast.text)
const last = (state: 'requested' | 'sent' | 'applied' | 'refused', more: object = {}): AddressChange => ({
  productCodes: ['2140-01'],
  ...((state === 'requested' || state === 'sent') && { blockedBy: 'change-in-progress' as const }),
  last: {
    changeId: 'change-1',
    state,
    address: { type: 'Home', ...TOM },
    previousAddress: OLD,
    ...more,
  },
})
const inProgress = () =>
  order({ deliveryAddress: { ...TOM, type: 'ChangeInProgress' }, addressChange: last('requested') })
/** A version of the order arrives. */
function arrive(parts: Partial<Order>) {
  service.orders = [order(parts)]
  act(() => push({ type: 'order-changed', orderCode: CODE }))
}

describe('AA-071 until when an address can be changed', () => {
  test('shows time and remaining time, warns in the last 15 minutes, and ends', async () => {
    await open()
    expect(block().textContent).toContain('You can change it until 14:00 (2 h 10 min)')
    cleanup()
    vi.mocked(Date.now).mockReturnValue(Date.parse('2026-11-22T13:50:30Z'))
    await open()
    expect(block().textContent).toContain('(9 min)')
    expect(block().querySelector('.warning')).not.toBeNull()
    cleanup()
    vi.mocked(Date.now).mockReturnValue(Date.parse('2026-11-22T14:00:00Z'))
    await open()
    expect(block().textContent).toContain('This order can no longer be changed.')
    expect(changeButton()).toBeNull()
  })

  test('names the day when that is not today, and production when there is no deadline', async () => {
    await open({ addressChangeUntil: '2026-11-24T09:00:00Z' })
    expect(block().textContent).toMatch(
      /until Tuesday,? 24 November at 09:00$|until Tuesday.*24 November.*09:00/,
    )
    cleanup()
    await open({ addressChangeUntil: undefined })
    expect(block().textContent).toContain('You can change it until production starts.')
    expect(changeButton()).not.toBeNull()
  })

  test('names the products when others are in production', async () => {
    const products = [
      productForTests({ code: 'P-1', title: 'Photo book', status: 'Confirmed' }),
      productForTests({ code: 'P-2', title: '24 prints', status: 'Dispatched' }),
    ]
    await open({ products, addressChange: { productCodes: ['P-1'] } })
    expect(block().textContent).toContain(
      'Only for: Photo book. The rest of your order is already in production.',
    )
  })

  test.each<[string, Partial<Order>, string | undefined]>([
    [
      'a pick-up point',
      { addressChange: { blockedBy: 'pickup-point', productCodes: ['2140-01'] } },
      'A pick-up point can’t be changed here. Contact customer care',
    ],
    [
      'production',
      { status: 'ProductionStarted', addressChange: { blockedBy: 'in-production', productCodes: [] } },
      'This order can no longer be changed.',
    ],
    [
      'no order system',
      { addressChange: { blockedBy: 'not-available', productCodes: ['2140-01'] } },
      'The address can’t be changed here. Contact customer care',
    ],
    [
      'an order that was sent',
      { status: 'Dispatched', addressChange: { blockedBy: 'in-production', productCodes: [] } },
      undefined,
    ],
    [
      'a cancelled order',
      { status: 'Cancelled', addressChange: { blockedBy: 'order-failed', productCodes: [] } },
      undefined,
    ],
  ])('OP-69 says why not: %s', async (_, parts, text) => {
    await open(parts)
    expect(changeButton()).toBeNull()
    if (text) expect(block().textContent).toContain(text)
    else expect(block().textContent).toMatch(/United Kingdom$/)
  })
})

describe('AA-071 AA-072 changing the address', () => {
  test('an address of the book is sent, shown as in progress with the previous one, and then applied', async () => {
    await open()
    const dialog = await edit()
    expect(dialog.getAllByRole('radio').map(radio => radio.parentElement!.textContent)).toEqual([
      'Anna Keller12 Rosemary Lane, Bristol BS6 5ADCurrent',
      'Anna Kellerc/o Tom Whitfield, 48 Alma Vale Road, Bristol BS6 5AD',
      'Use a different addressUnited Kingdom',
    ])
    expect(dialog.getByText('Until 14:00 (2 h 10 min)')).not.toBeNull()
    fireEvent.click(dialog.getAllByRole('radio')[1]!)
    service.change = inProgress
    submit()
    expect(screen.getByRole('button', { name: 'Use this address' }).getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(service.changes).toEqual([TOM])
    expect(toastTexts()).toEqual(['New address sent.'])
    expect(block().textContent).toContain('Change in progress')
    expect(block().textContent).toContain('48 Alma Vale Road')
    expect(block().textContent).toContain('We’re updating your address.')
    expect(block().textContent).toContain('Previous addressAnna Keller, 12 Rosemary Lane, Bristol BS6 5AD')
    expect(changeButton()).toBeNull()
    arrive({ deliveryAddress: { type: 'Home', ...TOM }, addressChange: last('applied') })
    await waitFor(() => expect(block().textContent).not.toContain('Change in progress'))
    expect(block().textContent).toContain('Home')
    expect(toastTexts()).toEqual(['Address changed'])
  })

  test('another address is typed; all wrong fields are named and nothing is sent; a failed call keeps it and can be repeated', async () => {
    await open()
    const dialog = await edit()
    fireEvent.click(dialog.getAllByRole('radio')[2]!)
    expect(((await screen.findByRole('textbox', { name: 'Street name' })) as HTMLInputElement).value).toBe(
      'Rosemary Lane',
    )
    type('Street name', '')
    type('Postcode', '12345')
    submit()
    await dialog.findByRole('alert')
    for (const error of ['Street name is missing', 'Postal Code must be valid'])
      expect(dialog.getAllByText(error).length).toBeGreaterThan(0)
    expect(service.changes).toEqual([])
    type('Street name', 'Alma Vale Road')
    type('Postcode', 'bs82hs')
    submit()
    await waitFor(() =>
      expect(dialog.getByRole('alert').textContent).toContain('We couldn’t send your new address.'),
    )
    expect((screen.getByRole('textbox', { name: 'Street name' }) as HTMLInputElement).value).toBe(
      'Alma Vale Road',
    )
    service.change = inProgress
    submit()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = { ...FIELDS, street: 'Alma Vale Road', postalCode: 'BS8 2HS' }
    expect(service.changes).toEqual([sent, sent])
  })

  test('too late: the reason is shown and nothing is lost until the dialog is closed', async () => {
    await open()
    const dialog = await edit()
    fireEvent.click(dialog.getAllByRole('radio')[1]!)
    service.change = () => ({ status: 409, reason: 'in-production' })
    service.orders = [
      order({ status: 'ProductionStarted', addressChange: { blockedBy: 'in-production', productCodes: [] } }),
    ]
    submit()
    expect((await dialog.findByRole('alert')).textContent).toBe('This order can no longer be changed.')
    await waitFor(() => expect(block().textContent).toContain('This order can no longer be changed.'))
    expect(block().textContent).toContain('Rosemary Lane')
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changeButton()).toBeNull()
  })

  test('a refusal brings the old address back with its reason; trying again offers the refused address', async () => {
    // After a reload it is still in progress.
    await open(inProgress())
    expect(block().textContent).toMatch(/Change in progress.*Previous address/)
    expect(toastTexts()).toEqual([])
    arrive({ addressChange: last('refused', { refusal: 'not-deliverable' }) })
    await waitFor(() => expect(block().textContent).toContain('Your new address couldn’t be used.'))
    expect(block().textContent).toContain('We can’t deliver to that address.')
    expect(block().textContent).toContain('12 Rosemary Lane')
    fireEvent.click(within(block()).getByRole('button', { name: 'Try again' }))
    const street = await screen.findByRole('textbox', { name: 'Street name' })
    expect((street as HTMLInputElement).value).toBe('Alma Vale Road')
  })

  test('refused because production had started: the reason, and no way to try again', async () => {
    await open({
      status: 'ProductionStarted',
      addressChange: {
        ...last('refused', { refusal: 'in-production' }),
        blockedBy: 'in-production',
        productCodes: [],
      },
    })
    expect(block().textContent).toContain('Your order was already in production.')
    expect(within(block()).queryByRole('button')).toBeNull()
  })

  test('cancel sends nothing; the clock goes on while the page is open', async () => {
    await open()
    const dialog = await edit()
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changeButton()).not.toBeNull()
    expect(service.changes).toEqual([])
    vi.mocked(Date.now).mockReturnValue(NOW + MINUTE)
    await waitFor(() => expect(block().textContent).toContain('(2 h 9 min)'))
    vi.mocked(Date.now).mockReturnValue(NOW + 130 * MINUTE)
    await waitFor(() => expect(changeButton()).toBeNull())
  })
})
