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
import { vi } from 'vitest'
import { hostBrandOf } from '#brands/index.ts'
import { type Address, addressInput } from '#contract/addresses.ts'
import { BUSINESS } from '#contract/customers.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { EMPTY_MENU } from '#web/platform/config/config.ts'
import { ConfigProvider } from '#web/platform/config/config-context.tsx'
import { configureHttp } from '#web/platform/http/call.ts'
import { textsForTests } from '#web/platform/i18n/texts.testing.ts'
import { TextsProvider } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { createPageSession } from '#web/platform/session/page-session.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ToastRegion } from '#web/ui/toast-region.tsx'
import { AddressPage } from './address-page.tsx'
import { AddressesPage } from './addresses-page.tsx'

export function addressForTests(parts: Partial<Address> = {}): Address {
  return {
    id: crypto.randomUUID(),
    firstName: 'Anna',
    lastName: 'Keller',
    street: 'Rosemary Lane',
    streetNumber: '12',
    postalCode: 'BS6 5AD',
    city: 'Bristol',
    countryCode: 'GB',
    phoneNumber: '07700 900142',
    isDefault: false,
    ...parts,
  }
}

/** A fake address service behind `call`, with the rules of the contract. */
export interface AddressService {
  addresses: Address[]
  /** 'METHOD path' of the calls that change something. */
  changes: string[]
  /** The status of every answer, while it is set. */
  failing: number | undefined
  restore: () => void
}

export function addressService(addresses: Address[] = []): AddressService {
  const service: AddressService = {
    addresses,
    changes: [],
    failing: undefined,
    restore: () => void configureHttp(before),
  }
  const before = configureHttp({
    token: async () => 'token',
    fetch: async (input, { method = 'GET', body } = {}) => {
      const path = new URL(String(input), 'http://keepsake.test').pathname.replace('/api/customers', '')
      if (method !== 'GET') service.changes.push(`${method} ${path}`)
      if (service.failing) return refusal(service.failing)
      if (path === '/customers/me') return refusal(404)
      return method === 'GET'
        ? Response.json({ addresses: service.addresses })
        : change(service, method, path.split('/')[4], body)
    },
  })
  return service
}

function change(service: AddressService, method: string, id: string | undefined, body: unknown) {
  const others = service.addresses.filter(each => each.id !== id)
  if (id !== undefined && others.length === service.addresses.length) return refusal(404)
  if (method === 'DELETE') {
    service.addresses = others
    return new Response(null, { status: 204 })
  }
  const { data, issues } = checkInput(addressInput(), JSON.parse(String(body)), 'body')
  if (!data) return Response.json({ ...FAILED, code: 'bad-request', fields: issues }, { status: 400 })
  const saved = { ...data, id: id ?? crypto.randomUUID(), isDefault: data.isDefault ?? false }
  const isFirst = service.addresses.length === 0
  service.addresses = [
    { ...saved, isDefault: saved.isDefault || isFirst },
    ...others.map(each => (saved.isDefault ? { ...each, isDefault: false } : each)),
  ]
  return Response.json(service.addresses[0], { status: id === undefined ? 201 : 200 })
}

const FAILED = { message: 'no', correlationId: 'c' }
const CODES: Record<number, string> = { 404: 'not-found', 409: 'conflict', 429: 'too-many-requests' }

const refusal = (status: number) =>
  Response.json({ ...FAILED, code: CODES[status] ?? 'unexpected' }, { status })

/** Renders the pages of the address book at `path`, for a consumer or a business. */
export function renderAddresses(path: string, { business = false } = {}) {
  const claims = { sub: 'a', email: 'a@keepsake.test', idpType: 'local', idpSub: 'a', amr: ['pwd'] }
  vi.stubGlobal('BroadcastChannel', SilentChannel)
  createPageSession(() => {}).setSession({
    accessToken: 'token',
    expiresIn: 600,
    claims: { ...claims, amr: business ? ['pwd', BUSINESS] : ['pwd'] },
  })
  const root = createRootRoute({ component: Outlet })
  const at = (each: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: each, component })
  const router = createRouter({
    routeTree: root.addChildren([
      at(PATHS.addresses, AddressesPage),
      at(PATHS.newAddress, AddressPage),
      at(PATHS.address, AddressPage),
      at(PATHS.newBusinessAddress, AddressPage),
      at(PATHS.settings, () => <h1>Settings</h1>),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  const texts = textsForTests()
  const brand = hostBrandOf('keepsake-gb.localhost')!
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <ConfigProvider config={{ environment: 'test', brand, menu: EMPTY_MENU, texts }}>
      <TextsProvider texts={texts}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router as never} />
          <ToastRegion label="Messages" closeLabel="Close" undoHint="Undo with Ctrl+Z" />
        </QueryClientProvider>
        <LiveRegion />
      </TextsProvider>
    </ConfigProvider>,
  )
  return { router }
}

/** There is no other tab, and happy-dom has no channels. */
class SilentChannel {
  onmessage: unknown = null
  postMessage() {}
}
