import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { hostBrandOf } from '#brands/index.ts'
import type { Locale } from '#contract/brands.ts'
import type { BusinessAccount, BusinessDetails } from '#contract/business-details.ts'
import type { Claims, Customer } from '#contract/customers.ts'
import type { EmailChange } from '#contract/email-changes.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { configureHttp } from '#web/platform/http/call.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { AccountMenu } from '../../shell/account-menu.tsx'
import { ChangeEmailPage } from './change-email-page.tsx'
import { PaymentMethodPage } from './payment-method-page.tsx'
import { PersonalDetailsPage } from './personal-details-page.tsx'
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
export interface SettingsService {
  customer: Customer
  pending: EmailChange | null
  business: BusinessAccount
  /** Method, path and body of the calls that change something. */
  changes: [string, string, unknown][]
  /** Status by which changes, and reads of the customer, are refused. */
  refusing: { changes?: number; reads?: number; fields?: Record<string, string> }
  restore: () => void
}

export function settingsService(): SettingsService {
  const service: SettingsService = {
    customer: CUSTOMER,
    pending: null,
    business: { status: 'Default', details: null },
    changes: [],
    refusing: {},
    restore: () => void configureHttp(before),
  }
  const before = configureHttp({
    token: async () => 'token',
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input), 'http://keepsake.test')
      const method = init?.method ?? 'GET'
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
      const { refusing } = service
      if (pathname === '/api/subscriptions/me') return Response.json({ state: 'none', since: null })
      if (pathname.endsWith('/me/business')) return answerBusiness(service, method, body)
      if (method === 'GET' && pathname.endsWith('/me'))
        return refusing.reads ? refusal(refusing.reads) : Response.json(service.customer)
      if (method === 'GET') return Response.json({ pending: service.pending })
      service.changes.push([method, pathname, body])
      if (refusing.changes) return refusal(refusing.changes, refusing.fields)
      if (method === 'PATCH') {
        service.customer = { ...service.customer, ...body }
        return Response.json(service.customer)
      }
      if (method === 'DELETE') {
        service.pending = null
        return new Response(null, { status: 204 })
      }
      const at = '2026-11-22T11:50:00Z'
      service.pending = { email: body.email, requestedAt: at, expiresAt: at }
      return Response.json(service.pending, { status: 202 })
    },
  })
  return service
}

function answerBusiness(service: SettingsService, method: string, body: BusinessInput): Response {
  const { refusing } = service
  if (method === 'GET') return refusing.reads ? refusal(refusing.reads) : Response.json(service.business)
  service.changes.push([method, '/me/business', body])
  if (refusing.changes) return refusal(refusing.changes, refusing.fields)
  const { invoiceAddressId, ...details } = body
  const invoiceAddress = service.customer.addresses.find(({ id }) => id === invoiceAddressId)!
  service.business = { status: 'New', details: { ...details, invoiceAddress } }
  return Response.json(service.business)
}
type BusinessInput = Omit<BusinessDetails, 'invoiceAddress'> & { invoiceAddressId: string }

const CODES: Record<number, string> = { 400: 'bad-request', 409: 'conflict', 429: 'too-many-requests' }
const refusal = (status: number, fields?: Record<string, string>) =>
  Response.json(
    { code: CODES[status] ?? 'unexpected', message: 'no', correlationId: 'x', fields },
    { status },
  )

/** Renders the pages of the settings at `path`, below the account menu. */
export function renderSettings(
  path: string,
  { host = 'keepsake-gb.localhost', locale }: { host?: string; locale?: Locale } = {},
) {
  const root = createRootRoute({
    component: () => (
      <>
        <AccountMenu />
        <Outlet />
      </>
    ),
  })
  const at = (each: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: each, component })
  const router = createRouter({
    routeTree: root.addChildren([
      at(PATHS.settings, SettingsPage),
      at(PATHS.businessSettings, SettingsPage),
      at(PATHS.personalDetails, PersonalDetailsPage),
      at(PATHS.paymentMethod, PaymentMethodPage),
      at(PATHS.changeEmail, ChangeEmailPage),
      at(PATHS.changeBusinessEmail, ChangeEmailPage),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const texts = textsForTests(locale)
  const brand = hostBrandOf(host)!
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <ConfigProvider config={{ environment: 'test', brand, menu: EMPTY_MENU, texts }}>
      <TextsProvider texts={texts}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
        <LiveRegion />
      </TextsProvider>
    </ConfigProvider>,
  )
  return router
}
