import type { QueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { Locale } from '#contract/brands.ts'
import type { BusinessAccount, BusinessDetails } from '#contract/business-details.ts'
import type { Claims, Customer } from '#contract/customers.ts'
import type { EmailChange } from '#contract/email-changes.ts'
import { securityForTests } from '#web/domains/security/security.testing.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens } from '../../screens.testing.tsx'
import { AccountMenu } from '../../shell/header.tsx'
import { ChangeEmailPage, PaymentMethodPage, PersonalDetailsPage } from './form-pages.tsx'
import { SettingsPage } from './settings-page.tsx'

export const CUSTOMER: Customer = {
  id: 'c1',
  email: 'anna.keller@example.com',
  salutation: null,
  firstName: 'Anna',
  lastName: 'Keller',
  dateOfBirth: '1988-03-04',
  phoneNumber: '07700 900142',
  language: 'en-GB',
  paymentMethod: 'paypal',
  sharesPositions: false,
  status: null,
  accountDeleted: false,
  addresses: [],
  registrationDate: '2026-01-12T10:00:00Z',
  ftp: null,
}

export const CLAIMS: Claims = {
  sub: 'c1',
  email: CUSTOMER.email,
  idpType: 'keepsake',
  idpSub: 'c1',
  amr: ['pwd'],
}

/** A fake of the services behind `call`. */
export function settingsService() {
  const service = {
    customer: CUSTOMER,
    pending: null as EmailChange | null,
    /** Albums that the customer shares with others. */
    grantedAlbumsCount: 0,
    /** Whether the customer signed in with a passkey older than 30 days. */
    trustedPasskeyUsed: false,
    business: { status: 'Default', details: null } as BusinessAccount,
    security: securityForTests(),
    /** Method, path and body of the calls that change something. */
    changes: [] as [string, string, unknown][],
    /** Status by which changes, and reads of the customer, are refused. */
    refusing: {} as { changes?: number; reads?: number; fields?: Record<string, string> },
    /** Delays the answers of changes. */
    hold: Promise.resolve() as Promise<unknown>,
  }
  answerCalls(async ({ method, path, body }) => {
    const { refusing } = service
    if (path === '/api/account/security') return Response.json(service.security)
    if (path === '/api/photo-management/places/choice')
      return Response.json({ isOn: false, state: 'ready', photos: 0, withPosition: 0, withTown: 0 })
    if (path === '/api/shared-albums/users')
      return Response.json({ readAlbumsCount: 0, grantedAlbumsCount: service.grantedAlbumsCount })
    if (path === '/api/subscriptions/me') return Response.json({ state: 'none', since: null })
    if (path.endsWith('/me/business')) return answerBusiness(service, method, body)
    if (method === 'GET' && path.endsWith('/me'))
      return refusing.reads ? refusal(refusing.reads) : Response.json(service.customer)
    const { pending, trustedPasskeyUsed } = service
    if (method === 'GET') return Response.json({ pending, trustedPasskeyUsed })
    service.changes.push([method, path, body])
    if (refusing.changes) return refusal(refusing.changes, { fields: refusing.fields })
    await service.hold
    if (method === 'PATCH') {
      service.customer = { ...service.customer, ...body }
      return Response.json(service.customer)
    }
    if (method === 'DELETE') {
      service.pending = null
      return new Response(null, { status: 204 })
    }
    const at = '2026-11-22T11:50:00Z'
    const { email, oldAddressLost = false } = body
    service.pending = { email, requestedAt: at, expiresAt: at, oldAddressLost }
    return Response.json(service.pending, { status: 202 })
  })
  return service
}

export type SettingsService = ReturnType<typeof settingsService>

function answerBusiness(service: SettingsService, method: string, body: BusinessInput): Response {
  const { refusing } = service
  if (method === 'GET') return refusing.reads ? refusal(refusing.reads) : Response.json(service.business)
  service.changes.push([method, '/me/business', body])
  if (refusing.changes) return refusal(refusing.changes, { fields: refusing.fields })
  const { invoiceAddressId, ...details } = body
  const invoiceAddress = service.customer.addresses.find(({ id }) => id === invoiceAddressId)!
  service.business = { status: 'New', details: { ...details, invoiceAddress } }
  return Response.json(service.business)
}
type BusinessInput = Omit<BusinessDetails, 'invoiceAddress'> & { invoiceAddressId: string }

/** Renders the pages of the settings at `path`, below the account menu. */
export function renderSettings(
  path: string,
  options: { host?: string; locale?: Locale; queries?: QueryClient } = {},
) {
  const frame = () => (
    <>
      <AccountMenu />
      <Outlet />
    </>
  )
  const screens = {
    [PATHS.settings]: SettingsPage,
    [PATHS.businessSettings]: SettingsPage,
    [PATHS.personalDetails]: PersonalDetailsPage,
    [PATHS.paymentMethod]: PaymentMethodPage,
    [PATHS.changeEmail]: ChangeEmailPage,
    [PATHS.changeBusinessEmail]: ChangeEmailPage,
  }
  return renderScreens(path, screens, { ...options, frame }).router
}
