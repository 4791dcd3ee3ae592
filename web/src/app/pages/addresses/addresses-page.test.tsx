// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AddressForm } from '#web/domains/addresses/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderElement } from '#web/platform/render-element.testing.tsx'
import { toasts } from '#web/ui/toasts.ts'
import {
  type AddressService,
  addressForTests,
  addressService,
  renderAddresses,
} from './addresses.testing.tsx'

let service: AddressService

const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const type = async (name: string | RegExp, value: string) =>
  fireEvent.change(await field(name), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const labels = () => screen.getAllByRole('textbox').map(input => input.getAttribute('name'))
/** The errors that the summary of several names. */
const summary = async () =>
  within(await screen.findByRole('alert'))
    .getAllByRole('button')
    .map(link => link.textContent)
const linesOf = (card: HTMLElement) => [...card.querySelectorAll('address > *')].map(line => line.textContent)

const DE = addressForTests({
  firstName: 'Jonas',
  street: 'Kastanienallee',
  streetNumber: '26',
  streetNumberAddition: 'Hinterhaus',
  postalCode: '10435',
  city: 'Berlin',
  countryCode: 'DE',
  phoneNumber: '+49 30 901820',
})

test('AA-100 all addresses, the default one first, in the lines of their country', async () => {
  service = addressService([addressForTests({ isDefault: true }), DE])
  renderAddresses(PATHS.addresses)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(within(first!).getByText('Anna Keller')).toBeDefined()
  expect(within(first!).getByText('Default')).toBeDefined()
  expect(within(first!).queryByRole('button', { name: /^Make default/ })).toBeNull()
  expect(linesOf(first!)).toEqual(['12 Rosemary Lane', 'Bristol BS6 5AD', 'United Kingdom', '07700 900142'])
  expect(linesOf(second!)).toEqual([
    'Kastanienallee 26, Hinterhaus',
    '10435 Berlin',
    'Germany',
    '+49 30 901820',
  ])
  expect(screen.getByRole('link', { name: /^Add/ }).getAttribute('href')).toBe(PATHS.newAddress)
})

test('AA-101 all wrong fields are named at once with their texts, nothing is sent, and what was typed stays', async () => {
  service = addressService([DE])
  renderAddresses(PATHS.newAddress)
  await fillIn()
  fireEvent.change(screen.getByRole('combobox', { name: 'Country' }), { target: { value: 'DE' } })
  await type('Street name', 'A;')
  await type('Street number', '–')
  await type('Postal code', '1043')
  await type('Phone number', '12')
  press('Save address')
  expect(await summary()).toEqual([
    'Street name must be valid',
    'Street number must be valid',
    'Postal Code must be valid',
    'Phone number must be valid',
  ])
  expect((await field('Postal code')).value).toBe('1043')
  expect((await field('City')).value).toBe('Bath')
  expect(service.changes).toEqual([])
})

test('AA-101 another country reorders and renames the fields, and keeps what was typed', async () => {
  service = addressService([DE])
  renderAddresses(PATHS.newAddress)
  await type('Town or city', 'Bath')
  expect(labels().join()).toBe('firstName,lastName,streetNumber,street,city,postalCode,phoneNumber')
  expect(screen.getByText('For example BS1 4DJ')).toBeDefined()
  fireEvent.change(screen.getByRole('combobox', { name: 'Country' }), { target: { value: 'DE' } })
  expect(labels().join()).toBe(
    'firstName,lastName,street,streetNumber,streetNumberAddition,postalCode,city,phoneNumber',
  )
  expect(screen.getByText('For example 10115')).toBeDefined()
  expect((await field('City')).value).toBe('Bath')
})

test('OP-77 a business names its company; its list leads to the pages of businesses', async () => {
  service = addressService([DE])
  const { router } = renderAddresses(PATHS.newBusinessAddress, { business: true })
  await fillIn()
  press('Save address')
  expect((await screen.findByRole('alert')).textContent).toBe('Company is missing')
  await type('Company', 'Studio Keller')
  press('Save address')
  await screen.findByText('Studio Keller')
  expect(router.state.location.pathname).toBe(PATHS.addresses)
  expect(screen.getByRole('link', { name: /^Add/ }).getAttribute('href')).toBe(PATHS.newBusinessAddress)
})

test('AA-103 a saved address leads to the list, which confirms it once', async () => {
  service = addressService([DE])
  const { router } = renderAddresses(PATHS.newAddress)
  await fillIn()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Use as my default address' }))
  press('Save address')
  expect(await screen.findByText('Address saved')).toBeDefined()
  expect(router.state.location.pathname).toBe(PATHS.addresses)
  expect(service.addresses).toMatchObject([{ city: 'Bath', postalCode: 'BA1 1AA', isDefault: true }, {}])
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  toasts.clear()
  await router.navigate({ to: PATHS.newAddress })
  await router.navigate({ to: PATHS.addresses })
  await screen.findAllByRole('listitem')
  expect(screen.queryByText('Address saved')).toBeNull()
})

test('AA-016 an address is changed under its id; an unknown one leads back to the list', async () => {
  service = addressService([DE])
  const { router } = renderAddresses(PATHS.address.replace('$addressId', DE.id))
  expect((await field('City')).value).toBe('Berlin')
  await type('City', 'Potsdam')
  press('Save address')
  expect(await screen.findByText('10435 Potsdam')).toBeDefined()
  expect(service.changes).toEqual([`PUT /customers/me/addresses/${DE.id}`])
  await router.navigate({ to: PATHS.address, params: { addressId: crypto.randomUUID() } })
  expect(await screen.findByText('This address no longer exists')).toBeDefined()
})

test('AA-100 a failed save keeps what was typed, and says why where that is known', async () => {
  service = addressService([DE])
  renderAddresses(PATHS.newAddress)
  await fillIn()
  service.failing = 429
  press('Save address')
  expect(await screen.findByText(/^An unexpected error has occurred/)).toBeDefined()
  service.failing = 409
  press('Save address')
  expect(await screen.findByText(/^You can save up to 50 addresses/)).toBeDefined()
  expect((await field('Town or city')).value).toBe('Bath')
  service.failing = undefined
  press('Save address')
  await waitFor(() => expect(service.addresses).toHaveLength(2))
})

test('AA-103 AA-100 a deleted address is gone at once; Undo, and a failure, which is said, bring it back, with its being the default', async () => {
  service = addressService([{ ...DE, isDefault: true }, addressForTests()])
  renderAddresses(PATHS.addresses)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete: Jonas Keller, Berlin' }))
  expect(await screen.findByText('Address deleted')).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Jonas Keller')).toBeNull())
  press('Undo')
  expect(await screen.findByText('Address restored')).toBeDefined()
  expect(service.addresses).toMatchObject([{ firstName: 'Jonas', isDefault: true }, { isDefault: false }])
  service.failing = 429
  fireEvent.click(await screen.findByRole('button', { name: 'Delete: Jonas Keller, Berlin' }))
  expect(await screen.findByText(/^We couldn’t delete the address/)).toBeDefined()
  service.failing = undefined
  expect(await screen.findByText('Jonas Keller')).toBeDefined()
})

test('AA-100 a list that fails can be loaded again; another address becomes the default one', async () => {
  service = addressService([addressForTests({ isDefault: true }), DE])
  service.failing = 400
  renderAddresses(PATHS.addresses)
  const again = await screen.findByRole('button', { name: 'Try again' })
  service.failing = undefined
  fireEvent.click(again)
  fireEvent.click(await screen.findByRole('button', { name: 'Make default: Jonas Keller, Berlin' }))
  expect(await screen.findByText('Default address changed')).toBeDefined()
  expect(service.addresses).toMatchObject([{ firstName: 'Jonas', isDefault: true }, { isDefault: false }])
})

test('AA-101 the form alone serves an order’s address, whose country is fixed', async () => {
  const onSubmit = vi.fn(async () => {})
  service = addressService()
  renderElement(
    <AddressForm initial={DE} rules={{ countries: ['DE'] }} onSubmit={onSubmit}>
      <button type="submit">Use this address</button>
    </AddressForm>,
  )
  expect(within(screen.getByRole('combobox', { name: 'Country' })).getAllByRole('option')).toHaveLength(1)
  await type('Postal code', 'd 10999')
  press('Use this address')
  await waitFor(() => expect(onSubmit).toHaveBeenCalled())
  const { id: _, isDefault: __, ...address } = DE
  expect(onSubmit.mock.calls).toEqual([[{ ...address, postalCode: '10999' }]])
})

test.each([
  ['FR', 'Lieu-dit Les Granges', '24220', 'Vézac'],
  ['FR', 'BP 90432', '44004', 'Nantes Cedex 1'],
  ['SE', 'Box 7763', '103 96', 'Stockholm'],
  ['DE', 'Postfach 10 11 12', '60001', 'Frankfurt am Main'],
])(
  'RV-836 %s: %s is saved without a number, which is said and stays so',
  async (country, street, postalCode, city) => {
    service = addressService([DE])
    const { router } = renderAddresses(PATHS.newAddress)
    await fillIn()
    fireEvent.change(screen.getByRole('combobox', { name: 'Country' }), { target: { value: country } })
    await type('Street name', street)
    await type('Street number', '')
    await type('Postal code', postalCode)
    await type('City', city)
    press('Save address')
    expect((await screen.findByRole('alert')).textContent).toBe('Street number is missing')
    fireEvent.click(screen.getByRole('checkbox', { name: 'No number' }))
    press('Save address')
    expect(await screen.findByText(street)).toBeDefined()
    const [saved] = service.addresses
    expect(saved).toMatchObject({ street, city })
    expect(saved).not.toHaveProperty('streetNumber')
    await router.navigate({ to: PATHS.address, params: { addressId: saved!.id } })
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'No number' })).checked).toBe(true)
    await type('City', 'Lyon')
    press('Save address')
    expect(await screen.findByText(`${postalCode} Lyon`)).toBeDefined()
  },
)

test('RV-836 the number that was typed is there again when No number is taken back', async () => {
  service = addressService([DE])
  renderAddresses(PATHS.address.replace('$addressId', DE.id))
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'No number' })
  expect(box.checked).toBe(false)
  await type('Street number', '27')
  fireEvent.click(box)
  expect((await field('Street number')).disabled).toBe(true)
  fireEvent.click(box)
  expect([(await field('Street number')).disabled, (await field('Street number')).value]).toEqual([
    false,
    '27',
  ])
})

test('RV-840 a refused field says what is missing, how long it can be, and that extensions have no place', async () => {
  service = addressService([DE])
  renderAddresses(PATHS.address.replace('$addressId', DE.id))
  await type('First name', '')
  await type('Last name', 'K'.repeat(52))
  await type('Street name', 'Kastanienallee 26, 10435 Berlin')
  await type('City', 'B'.repeat(81))
  await type('Phone number', '030 901820 ext. 12')
  press('Save address')
  expect(await summary()).toEqual([
    'First name is missing',
    'Last name can have at most 50 characters',
    'Street name must be valid: enter only the street here. The postal code and the town have their own fields.',
    'City can have at most 80 characters',
    'Phone number must be valid, without letters or an extension',
  ])
  await type('First name', 'Jonas')
  await type('Last name', 'Keller')
  await type('Street name', 'A')
  await type('City', 'Berlin')
  await type('Phone number', '030 901820')
  press('Save address')
  expect((await screen.findByRole('alert')).textContent).toBe('Street name needs at least 2 characters')
  expect(service.changes).toEqual([])
})

/** A new address in the country of the brand. */
async function fillIn() {
  await type('First name', 'Anna')
  await type('Last name', 'Keller')
  await type('House name or number', 'Rose Cottage')
  await type('Street name', 'Abbey Green')
  await type('Town or city', 'Bath')
  await type('Postcode', 'ba11aa')
  await type('Phone number', '07700 900142')
}
