// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LOCALES } from '#contract/brands.ts'
import { securityForTests } from '#web/domains/security/security.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { addressForTests } from '../addresses/addresses.testing.tsx'
import {
  CLAIMS,
  CUSTOMER,
  renderSettings,
  type SettingsService,
  settingsService,
} from './settings.testing.tsx'

const reported = vi.fn()
vi.mock('#web/platform/reporting/reporting.ts', () => ({
  reportFailure: (error: unknown) => reported(error),
}))
let claims = CLAIMS
vi.mock('#web/platform/session/page-session.ts', () => ({
  useClaims: () => claims,
  useSession: () => ({ status: 'signed-in', claims }),
}))

let service: SettingsService
beforeEach(() => {
  claims = CLAIMS
  service = settingsService()
})

const row = async (name: string) => within(await screen.findByRole('region', { name }))
const field = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const descriptionOf = (input: HTMLElement) =>
  (input.getAttribute('aria-describedby')?.split(' ') ?? [])
    .map(id => document.getElementById(id)?.textContent)
    .join(' ')

describe('AA-104 the overview', () => {
  test('AA-104 shows personal details, email and payment method with links to their pages; without any it says so', async () => {
    renderSettings(PATHS.settings)
    const details = await row('Personal details')
    expect(details.getByText('Anna Keller')).toBeTruthy()
    expect(details.getByText('Born 4 March 1988 · 07700 900142 · English')).toBeTruthy()
    expect(details.getByRole('link', { name: 'Edit Personal details' }).getAttribute('href')).toBe(
      PATHS.personalDetails,
    )
    const email = await row('Email')
    expect(email.getByText(CUSTOMER.email)).toBeTruthy()
    expect(email.getByRole('link', { name: 'Change Email' }).getAttribute('href')).toBe(PATHS.changeEmail)
    const payment = await row('Payment method')
    expect(payment.getByText('PayPal')).toBeTruthy()
    expect(payment.getByRole('link', { name: 'Edit Payment method' }).getAttribute('href')).toBe(
      PATHS.paymentMethod,
    )
    cleanup()
    service.customer = {
      ...CUSTOMER,
      ...{ firstName: null, lastName: null, dateOfBirth: null, phoneNumber: null, paymentMethod: null },
    }
    renderSettings(PATHS.settings)
    expect((await row('Personal details')).getByText('No details yet')).toBeTruthy()
    expect((await row('Personal details')).getByText('English')).toBeTruthy()
    expect((await row('Payment method')).getByText('No preference')).toBeTruthy()
  })

  test('AA-104 shows the default address and how many more there are; without any it says so', async () => {
    const addresses = [addressForTests({ isDefault: true }), addressForTests()]
    service.customer = { ...CUSTOMER, addresses }
    renderSettings(PATHS.settings)
    const shown = await row('Addresses')
    expect(shown.getByText('12 Rosemary Lane, Bristol BS6 5AD')).toBeTruthy()
    expect(shown.getByText('Default address, and 1 more')).toBeTruthy()
    expect(shown.getByRole('link', { name: 'Manage Addresses' }).getAttribute('href')).toBe(PATHS.addresses)
    cleanup()
    service.customer = CUSTOMER
    renderSettings(PATHS.settings)
    expect((await row('Addresses')).getByText('No addresses yet')).toBeTruthy()
  })

  test('NX-313 sign-in and security are below the address, with what there is and the last change', async () => {
    service.security = securityForTests({
      passkeys: ['one', 'two'].map(id => ({
        id,
        name: id,
        createdAt: '2025-11-02T10:00:00Z',
        lastUsedAt: null,
        backedUp: true,
      })),
    })
    renderSettings(PATHS.settings)
    const security = await row('Sign-in & security')
    expect(await security.findByText('Password, 2 passkeys, 4 devices and apps')).toBeTruthy()
    expect(security.getByText('Last change 14 November 2025')).toBeTruthy()
    expect(security.getByRole('link', { name: 'Manage Sign-in & security' }).getAttribute('href')).toBe(
      PATHS.security,
    )
    const rows = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(rows.indexOf('Sign-in & security')).toBe(rows.indexOf('Email') + 1)
  })

  test('RV-1153 who shares an album lets others see where photos were taken, by a switch that is off', async () => {
    service.grantedAlbumsCount = 1
    renderSettings(PATHS.settings)
    const name = 'Others see where photos were taken'
    const press = async () => fireEvent.click(await screen.findByRole('switch', { name }))
    expect((await screen.findByRole('switch', { name })).getAttribute('aria-checked')).toBe('false')
    for (const sharesPositions of [true, false]) {
      await press()
      await waitFor(() =>
        expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe(`${sharesPositions}`),
      )
      const change = ['PATCH', '/api/customers/customers/me', { sharesPositions }]
      await waitFor(() => expect(service.changes.at(-1)).toEqual(change))
    }
    service.refusing.changes = 503
    await press()
    await screen.findByRole('alert')
    expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('false')
  })

  test('RV-1153 choices in quick succession are saved one after the other: the last one counts', async () => {
    service.grantedAlbumsCount = 1
    const first = Promise.withResolvers<void>()
    service.hold = first.promise
    renderSettings(PATHS.settings)
    const name = 'Others see where photos were taken'
    const checked = () => screen.getByRole('switch', { name }).getAttribute('aria-checked')
    for (const state of ['true', 'false']) {
      fireEvent.click(await screen.findByRole('switch', { name }))
      await waitFor(() => expect(checked()).toBe(state))
    }
    expect(service.changes).toHaveLength(1)
    first.resolve()
    await waitFor(() => expect(service.changes).toHaveLength(2))
    expect([service.customer.sharesPositions, checked()]).toEqual([false, 'false'])
  })

  test('RV-1153 without a shared album there is no such switch, but where it is on, which can be turned off', async () => {
    renderSettings(PATHS.settings)
    await row('Payment method')
    await waitFor(() => expect(screen.getAllByRole('switch').length).toBeGreaterThan(0))
    expect(screen.queryByRole('switch', { name: 'Others see where photos were taken' })).toBeNull()
    cleanup()
    service.customer = { ...CUSTOMER, sharesPositions: true }
    renderSettings(PATHS.settings)
    const name = 'Others see where photos were taken'
    fireEvent.click(await screen.findByRole('switch', { name }))
    await waitFor(() => expect(service.customer.sharesPositions).toBe(false))
    await waitFor(() =>
      expect(screen.getByRole('switch', { name }).getAttribute('aria-checked')).toBe('false'),
    )
  })

  test('AA-104 a failure shows ‘An error occurred loading your settings’ and can be tried again', async () => {
    service.refusing.reads = 500
    renderSettings(PATHS.settings)
    expect((await screen.findByRole('alert')).textContent).toContain(
      'An error occurred loading your settings',
    )
    service.refusing.reads = undefined
    press('Try again')
    expect((await row('Email')).getByText(CUSTOMER.email)).toBeTruthy()
  })

  test('AA-018 AA-048 a business customer has the same overview with its own page of the email address', async () => {
    claims = { ...CLAIMS, amr: ['pwd', 'b2b'] }
    renderSettings(PATHS.businessSettings)
    const link = (await row('Email')).getByRole('link', { name: 'Change Email' })
    expect(link.getAttribute('href')).toBe(PATHS.changeBusinessEmail)
    fireEvent.click(link)
    expect((await screen.findAllByRole('link', { name: 'Settings' }))[0]!.getAttribute('href')).toBe(
      PATHS.businessSettings,
    )
  })

  test('AA-048 a pending change is shown with ‘Send again’ and ‘Cancel change’', async () => {
    service.pending = {
      email: 'anna@keller.example',
      requestedAt: '2026-11-22T11:50:00Z',
      expiresAt: '2026-11-23T11:50:00Z',
      oldAddressLost: false,
    }
    renderSettings(PATHS.settings)
    await screen.findByText('anna@keller.example')
    expect((await row('Email')).getByText(/^Waiting for you to confirm/)).toBeTruthy()
    press('Send again')
    await waitFor(() => expect(service.changes.map(([method]) => method)).toEqual(['POST']))
    expect(service.changes[0]![2]).toEqual({ email: 'anna@keller.example', channel: 'KEEPSAKE-GB' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel change' })).toBeTruthy())
    service.refusing.changes = 429
    press('Send again')
    expect((await screen.findAllByText('Too many requests. Please try again later.')).length).toBeGreaterThan(
      0,
    )
    expect(reported).not.toHaveBeenCalled()
    service.refusing.changes = undefined
    press('Cancel change')
    await waitFor(() => expect(screen.queryByText('anna@keller.example')).toBeNull())
  })

  test('RV-837 ‘Cancel change’ pressed while a mail is being sent again ends the change: the last wish wins', async () => {
    const at = '2026-11-22T11:50:00Z'
    service.pending = {
      email: 'anna@keller.example',
      requestedAt: at,
      expiresAt: at,
      oldAddressLost: false,
    }
    const held = Promise.withResolvers<void>()
    service.hold = held.promise
    renderSettings(PATHS.settings)
    await screen.findByText('anna@keller.example')
    press('Send again')
    press('Cancel change')
    await waitFor(() => expect(service.changes).toHaveLength(1))
    held.resolve()
    await waitFor(() => expect(service.changes.map(([method]) => method)).toEqual(['POST', 'DELETE']))
    await waitFor(() => expect(screen.queryByText('anna@keller.example')).toBeNull())
    expect(service.pending).toBeNull()
  })
})

describe('AA-105 personal details', () => {
  test('AA-105 AA-103 saves only what was changed, returns to the overview, which confirms it; the header follows', async () => {
    renderSettings(PATHS.personalDetails)
    expect(await screen.findByText('AK')).toBeTruthy()
    type(await field('First name'), ' Zoë ')
    type(await field(/^Phone number/), '')
    fireEvent.change(screen.getByRole('combobox', { name: 'Title' }), { target: { value: 'Ms' } })
    fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'de-DE' } })
    // The answer to the save is enough.
    service.refusing.reads = 500
    press('Save')
    expect((await row('Personal details')).getByText('Zoë Keller')).toBeTruthy()
    expect((await row('Personal details')).getByText('Born 4 March 1988 · German')).toBeTruthy()
    expect(service.changes).toEqual([
      [
        'PATCH',
        '/api/customers/customers/me',
        { salutation: 'Ms', firstName: 'Zoë', phoneNumber: null, language: 'de-DE' },
      ],
    ])
    expect(screen.getByText('Your changes are saved')).toBeTruthy()
    expect(screen.getByText('ZK')).toBeTruthy()
  })

  test('OP-81 all wrong fields are named at once, and what was typed stays', async () => {
    renderSettings(PATHS.personalDetails)
    type(await field('First name'), ' ')
    type(await field('Last name'), 'Keller;')
    type(await field('Year'), '2188')
    type(await field(/^Phone number/), 'call me')
    press('Save')
    const summary = within(await screen.findByRole('alert', { name: 'Please check these fields' }))
    expect(summary.getAllByRole('button').map(link => link.textContent)).toEqual([
      'First name is missing',
      'Please enter a valid last name',
      'Please enter a date in the past',
      'Phone number must be valid',
    ])
    expect([(await field('Last name')).value, (await field('Year')).value]).toEqual(['Keller;', '2188'])
    expect(descriptionOf(await field('Day'))).toBe('Please enter a date in the past')
    expect(document.activeElement).toBe(await field('First name'))
    fireEvent.click(summary.getByRole('button', { name: 'Please enter a date in the past' }))
    expect(document.activeElement).toBe(await field('Day'))
    expect(service.changes).toEqual([])
  })

  test('OP-81 a date typed by halves is refused, an empty one is none', async () => {
    renderSettings(PATHS.personalDetails)
    type(await field('Month'), '')
    press('Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a date in the past')
    for (const part of ['Day', 'Year']) type(await field(part), '')
    press('Save')
    await row('Personal details')
    expect(service.changes[0]![2]).toEqual({ dateOfBirth: null })
  })

  test('OP-81 refusals of the service are shown at their fields; another failure keeps the form and is reported', async () => {
    renderSettings(PATHS.personalDetails)
    type(await field('First name'), 'Zoë')
    service.refusing = { changes: 400, fields: { phoneNumber: 'not-valid' } }
    press('Save')
    expect((await screen.findByRole('alert')).textContent).toBe('Phone number must be valid')
    service.refusing = { changes: 500 }
    press('Save')
    expect(await screen.findByText('Your changes couldn’t be saved. Please try again.')).toBeTruthy()
    expect((await field('First name')).value).toBe('Zoë')
    expect(reported).toHaveBeenCalled()
  })

  test('OP-81 nothing changed: no call; the order of day, month and year is the language’s', async () => {
    renderSettings(PATHS.personalDetails, { host: 'nordfoto-se.localhost', locale: 'sv-SE' })
    const order = (await screen.findAllByRole('textbox')).map(input => input.getAttribute('autocomplete'))
    expect(order).toEqual(['given-name', 'family-name', 'bday-year', 'bday-month', 'bday-day', 'tel'])
    const languages = within(screen.getByRole('combobox', { name: 'Språk' })).getAllByRole('option')
    expect(languages).toHaveLength(new Set(LOCALES.map(locale => locale.slice(0, 2))).size)
    press('Spara')
    expect(await screen.findByText(CUSTOMER.email)).toBeTruthy()
    expect(service.changes).toEqual([])
  })
})

test('AA-106 OP-82 the payment method is one of the brand’s, or none', async () => {
  renderSettings(PATHS.paymentMethod, { host: 'keepsake-es.localhost' })
  const names = (await screen.findAllByRole<HTMLInputElement>('radio')).map(radio => [
    radio.labels![0]!.textContent,
    radio.checked,
  ])
  expect(names).toEqual([
    ['Credit or debit card', false],
    ['PayPal', true],
    ['Bizum', false],
    ['No preference', false],
  ])
  fireEvent.click(screen.getByRole('radio', { name: 'Bizum' }))
  press('Save')
  expect((await row('Payment method')).getByText('Bizum')).toBeTruthy()
  expect(service.changes).toEqual([['PATCH', '/api/customers/customers/me', { paymentMethod: 'bizum' }]])
})

describe('AA-048 the change of the email address', () => {
  const NEW = 'anna@keller.example'
  async function submit(email: string, repeated = email) {
    type(await field('New email address'), email)
    type(await field('Repeat the new email address'), repeated)
    press('Send email')
  }

  test('AA-048 sends address and channel; then says that a mail was sent, with ‘Send again’ and ‘Cancel change’', async () => {
    renderSettings(PATHS.changeEmail)
    await submit(` ${NEW} `, NEW.toUpperCase())
    expect((await screen.findByText(/^We’ve sent a confirmation email to/)).textContent).toContain(NEW)
    expect(service.changes).toEqual([
      ['POST', '/api/account/v2/identities/keepsake/c1/emailchanges', { email: NEW, channel: 'KEEPSAKE-GB' }],
    ])
    press('Cancel change')
    expect((await field('New email address')).value).toBe('')
  })

  test.each([
    ['', '', 'Please enter a valid email address'],
    ['nobody', 'nobody', 'Please enter a valid email address'],
    [CUSTOMER.email.toUpperCase(), CUSTOMER.email, 'This is already your address'],
    [NEW, 'other@keller.example', 'The two email addresses are different'],
  ])('OP-62 %j and %j are refused: %s', async (email, repeated, message) => {
    renderSettings(PATHS.changeEmail)
    await submit(email, repeated)
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(service.changes).toEqual([])
  })

  test.each([
    [409, 'This email address is already in use.'],
    [429, 'Too many requests. Please try again later.'],
  ])(
    'AA-049 RV-846 AA-117 %i shows its text at the field, what was typed stays, and nothing is reported or logged',
    async (status, message) => {
      const log = vi.spyOn(console, 'info').mockImplementation(() => {})
      service.refusing.changes = status
      renderSettings(PATHS.changeEmail)
      await submit(NEW)
      expect((await screen.findByRole('alert')).textContent).toBe(message)
      const input = await field('New email address')
      expect([descriptionOf(input).includes(message), input.value]).toEqual([true, NEW])
      expect([reported.mock.calls, log.mock.calls]).toEqual([[], []])
      service.refusing.changes = undefined
      press('Send email')
      expect(await screen.findByText(/^We’ve sent a confirmation email to/)).toBeTruthy()
    },
  )

  test.each([
    [404, 'This has been deleted in another window'],
    [500, 'That didn’t work. Please try again.'],
  ])('AA-049 AA-117 RV-846 %i is reported, logged once and can be tried again', async (status, message) => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {})
    service.refusing.changes = status
    renderSettings(PATHS.changeEmail)
    await submit(NEW)
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    expect(reported).toHaveBeenCalledOnce()
    const line = `^Error .*; Status Code: ${status} Received from /api/account/.*/emailchanges$`
    expect(log.mock.calls).toEqual([['HttpFailure', expect.stringMatching(line), 'test']])
  })

  describe('NX-365 an old mailbox that its owner no longer controls', () => {
    const checkbox = () =>
      screen.findByRole<HTMLInputElement>('checkbox', { name: 'I no longer control the old mailbox' })
    const listBodies = () => service.changes.map(([, , body]) => body)

    test('NX-365 can be named after a sign-in with a passkey older than 30 days, with what it does; ‘Send again’ repeats it', async () => {
      service.trustedPasskeyUsed = true
      renderSettings(PATHS.changeEmail)
      expect(descriptionOf(await checkbox())).toBe(
        `${CUSTOMER.email} then gets a notice without a link, so nobody can undo the change from there.`,
      )
      fireEvent.click(await checkbox())
      await submit(NEW)
      await screen.findByText(/^We’ve sent a confirmation email to/)
      press('Send again')
      const body = { email: NEW, channel: 'KEEPSAKE-GB', oldAddressLost: true }
      await waitFor(() => expect(listBodies()).toEqual([body, body]))
    })

    test('NX-365 is not offered after another sign-in, and not said unless it is checked', async () => {
      renderSettings(PATHS.changeEmail)
      await field('New email address')
      expect(screen.queryByRole('checkbox')).toBeNull()
      cleanup()
      service.trustedPasskeyUsed = true
      renderSettings(PATHS.changeEmail)
      await checkbox()
      await submit(NEW)
      await screen.findByText(/^We’ve sent a confirmation email to/)
      expect(listBodies()).toEqual([{ email: NEW, channel: 'KEEPSAKE-GB' }])
    })

    test('NX-365 confirmed with the password it is refused at the checkbox, which stays checked, also after a reload', async () => {
      service.trustedPasskeyUsed = true
      service.refusing.changes = 403
      renderSettings(PATHS.changeEmail)
      fireEvent.click(await checkbox())
      await submit(NEW)
      expect((await screen.findByRole('alert')).textContent).toMatch(/^To say this, please sign in again/)
      expect(document.activeElement).toBe(await checkbox())
      expect((await checkbox()).checked).toBe(true)
      expect(reported).not.toHaveBeenCalled()
      cleanup()
      renderSettings(PATHS.changeEmail)
      await waitFor(async () => expect((await checkbox()).checked).toBe(true))
    })
  })

  test('AA-048 with an external provider the address is changed there', async () => {
    claims = { ...CLAIMS, idpType: 'external' }
    renderSettings(PATHS.changeEmail)
    expect(await screen.findByText(/You sign in with another provider/)).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    cleanup()
    renderSettings(PATHS.settings)
    expect((await row('Email')).getByText(/You sign in with another provider/)).toBeTruthy()
    expect((await row('Email')).queryByRole('link')).toBeNull()
  })
})
