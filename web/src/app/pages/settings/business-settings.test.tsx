// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { BusinessDetails } from '#contract/business-details.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { addressForTests } from '../addresses/addresses.testing.tsx'
import {
  CLAIMS,
  CUSTOMER,
  renderSettings,
  type SettingsService,
  settingsService,
} from './settings.testing.tsx'

vi.mock('#web/platform/reporting/reporting.ts', () => ({ reportFailure: () => {} }))

let claims = CLAIMS
vi.mock('#web/platform/session/page-session.ts', () => ({
  useClaims: () => claims,
  useSession: () => ({ status: 'signed-in', claims }),
}))

const ADDRESS = addressForTests({ isDefault: true })
const DETAILS: BusinessDetails = {
  companyName: 'Lindholm Studio',
  registrationNumber: '09876543',
  vatNumber: 'GB980780684',
  contactFirstName: 'Mira',
  contactLastName: 'Lindholm',
  invoiceEmail: 'accounts@lindholm.example',
  phoneNumber: '0117 496 0123',
  invoiceAddress: ADDRESS,
}
const LABELS: Record<string, string> = {
  'Company name': DETAILS.companyName,
  'Company registration number': DETAILS.registrationNumber,
  'VAT number': DETAILS.vatNumber,
  'Contact’s first name': DETAILS.contactFirstName,
  'Contact’s last name': DETAILS.contactLastName,
  'Email for invoices': DETAILS.invoiceEmail,
  'Phone number': DETAILS.phoneNumber,
}

let service: SettingsService
beforeEach(() => {
  claims = { ...CLAIMS, amr: ['pwd', 'b2b'] }
  service = settingsService()
  service.customer = { ...CUSTOMER, status: 'Default', addresses: [ADDRESS] }
})

const open = () => renderSettings(PATHS.businessSettings)
const row = async (name: string) => within(await screen.findByRole('region', { name }))
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const enter = async (name: string, value: string) =>
  fireEvent.change(await field(name), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('AA-107 missing details are entered in place, saved and shown, with the new status', async () => {
  open()
  expect(await screen.findByText('Details missing')).toBeTruthy()
  for (const [label, value] of Object.entries(LABELS)) await enter(label, value)
  fireEvent.change(screen.getByRole('combobox', { name: 'Invoice address' }), {
    target: { value: ADDRESS.id },
  })
  press('Save')
  expect(await screen.findByText('Being checked')).toBeTruthy()
  expect((await row('Account status')).getByText(/within one working day/)).toBeTruthy()
  const details = await row('Business details')
  expect(details.getByText('Lindholm Studio')).toBeTruthy()
  expect(details.getByText('GB980780684 · 09876543')).toBeTruthy()
  const { invoiceAddress: _, ...sent } = DETAILS
  expect(service.changes).toEqual([['PUT', '/me/business', { ...sent, invoiceAddressId: ADDRESS.id }]])
  expect(screen.getByText('Your changes are saved')).toBeTruthy()
  expect(document.activeElement).toBe(details.getByRole('button', { name: 'Edit Business details' }))
})

test('AA-107 all wrong fields are named at once, and what was typed stays', async () => {
  open()
  await enter('Company name', 'Lindholm Studio')
  await enter('VAT number', 'GB12345')
  press('Save')
  const summary = within((await screen.findByText('Please check these fields')).parentElement!)
  for (const message of [
    'Company registration number is missing',
    'Please enter a valid VAT number',
    'Please choose an invoice address',
  ])
    expect(summary.getByText(message)).toBeTruthy()
  expect((await field('Company name')).value).toBe('Lindholm Studio')
  expect(service.changes).toEqual([])
})

test('AA-107 wrong check digits are a warning, not an error', async () => {
  service.business = { status: 'Active', details: DETAILS }
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Business details' }))
  await enter('VAT number', 'GB 980 780 685')
  expect(await screen.findByText(/check digits of this VAT number/)).toBeTruthy()
  press('Save')
  await waitFor(() => expect(service.changes).toHaveLength(1))
})

test('AA-107 a failure to load can be tried again; without addresses the way to add one is shown', async () => {
  service.customer = { ...service.customer, addresses: [] }
  service.refusing.reads = 500
  open()
  await screen.findAllByRole('alert')
  service.refusing.reads = undefined
  press('Try again')
  expect(await row('Account status')).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Add address' })
  expect(link.getAttribute('href')).toBe(PATHS.newBusinessAddress)
})

test('AA-107 a stored invoice address that left the book can stay', async () => {
  service.business = {
    status: 'Active',
    details: { ...DETAILS, invoiceAddress: { ...ADDRESS, city: 'Bath' } },
  }
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Business details' }))
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Invoice address' })
  expect(select.selectedOptions[0]!.textContent).toContain('Bath')
  expect(select.options).toHaveLength(2)
  press('Cancel')
  expect(await screen.findByText('Lindholm Studio')).toBeTruthy()
})

test('AA-107 RV-829 a blocked business sees its details and cannot change them; customer care is a link', async () => {
  service.business = { status: 'Blocked', details: DETAILS }
  open()
  const care = await screen.findByRole('link', { name: 'Contact customer care' })
  expect(care.getAttribute('href')).toBe('https://www.keepsake.example/contact')
  expect(care.parentElement!.textContent).toMatch(/Contact customer care to change/)
  expect((await row('Business details')).getByText('Lindholm Studio')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Edit Business details/ })).toBeNull()
})

test('AA-107 a blocked business that has given no details is not asked for them', async () => {
  service.business = { status: 'Blocked', details: null }
  open()
  await screen.findByRole('link', { name: 'Contact customer care' })
  expect(screen.queryByRole('textbox', { name: /Company name/ })).toBeNull()
})

test('AA-107 blocked while the form is open: nothing is lost, and the reason is shown', async () => {
  service.business = { status: 'New', details: DETAILS }
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Business details' }))
  await enter('Company name', 'Another name')
  service.refusing.changes = 409
  service.business = { status: 'Blocked', details: DETAILS }
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Contact customer care')
  expect((await field('Company name')).value).toBe('Another name')
})

test('AA-024 AA-107 a consumer has no business rows', async () => {
  claims = CLAIMS
  renderSettings(PATHS.settings)
  await row('Email')
  expect(screen.queryByRole('region', { name: 'Business details' })).toBeNull()
})
