import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

const AddressPage = lazyPage(() => import('../pages/addresses/address-page.tsx'), 'AddressPage')

const addressRoute = <Path extends string>(path: Path, title: 'address.new' | 'address.edit') =>
  createRoute({ getParentRoute: () => shellRoute, path, staticData: { title }, component: AddressPage })

/** OP-48: without an id there is no address to show. */
const withoutId = <Path extends string>(path: Path) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path,
    beforeLoad: () => {
      throw redirect({ to: PATHS.addresses, search: true, replace: true })
    },
  })

/** AA-100, for consumers and businesses. */
export const addressesRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.addresses,
    staticData: { title: 'addresses.title' },
    component: lazyPage(() => import('../pages/addresses/addresses-page.tsx'), 'AddressesPage'),
  }),
  addressRoute(PATHS.newAddress, 'address.new'),
  addressRoute(PATHS.newBusinessAddress, 'address.new'),
  addressRoute(PATHS.address, 'address.edit'),
  addressRoute(PATHS.businessAddress, 'address.edit'),
  withoutId(PATHS.addressWithoutId),
  withoutId(PATHS.businessAddressWithoutId),
] as const
