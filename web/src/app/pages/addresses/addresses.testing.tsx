import type { QueryClient } from '@tanstack/react-query'
import { type Address, addressInput } from '#contract/addresses.ts'
import { checkInput } from '#contract/input/field-issues.ts'
import { addressForTests as createAddress } from '#server/testing/addresses.ts'
import { answerCalls, refusal } from '#web/platform/http/http.testing.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { renderScreens, signIn } from '../../screens.testing.tsx'
import { AddressesPage, AddressPage } from './address-pages.tsx'

export const addressForTests = (parts: Partial<Address> = {}): Address => ({
  id: crypto.randomUUID(),
  ...createAddress(),
  isDefault: false,
  ...parts,
})

/** A fake address service behind `call`, with the rules of the contract. */
export function addressService(addresses: Address[] = []) {
  const service = {
    addresses,
    /** 'METHOD path' of the calls that change something. */
    changes: [] as string[],
    /** The status of every answer, while it is set. */
    failing: undefined as number | undefined,
  }
  answerCalls(({ method, path: full, body }) => {
    const path = full.replace('/api/customers', '')
    if (method !== 'GET') service.changes.push(`${method} ${path}`)
    if (service.failing) return refusal(service.failing)
    if (path === '/customers/me') return refusal(404)
    return method === 'GET'
      ? Response.json({ addresses: service.addresses })
      : change(service, method, path.split('/')[4], body)
  })
  return service
}

export type AddressService = ReturnType<typeof addressService>

function change(service: AddressService, method: string, id: string | undefined, body: unknown) {
  const others = service.addresses.filter(each => each.id !== id)
  if (id !== undefined && others.length === service.addresses.length) return refusal(404)
  if (method === 'DELETE') {
    service.addresses = others
    return new Response(null, { status: 204 })
  }
  const { data, issues } = checkInput(addressInput(), body, 'body')
  if (!data) return refusal(400, { fields: issues })
  const saved = { ...data, id: id ?? crypto.randomUUID(), isDefault: data.isDefault ?? false }
  const isFirst = service.addresses.length === 0
  service.addresses = [
    { ...saved, isDefault: saved.isDefault || isFirst },
    ...others.map(each => (saved.isDefault ? { ...each, isDefault: false } : each)),
  ]
  return Response.json(service.addresses[0], { status: id === undefined ? 201 : 200 })
}

/** Renders the pages of the address book at `path`, for a consumer or a business. */
export function renderAddresses(path: string, { business = false, queries }: RenderOptions = {}) {
  signIn({ business })
  const screens = {
    [PATHS.addresses]: AddressesPage,
    [PATHS.newAddress]: AddressPage,
    [PATHS.address]: AddressPage,
    [PATHS.newBusinessAddress]: AddressPage,
    [PATHS.settings]: () => <h1>Settings</h1>,
  }
  return renderScreens(path, screens, { queries })
}

interface RenderOptions {
  business?: boolean
  queries?: QueryClient
}
