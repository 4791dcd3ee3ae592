import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

export const ordersPage = lazyScreen('OrdersPage')
export const orderPage = lazyScreen('OrderPage')

/** AA-057. */
export const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.orders,
  staticData: { title: 'menu.orders' },
  component: ordersPage,
})

/** AA-065. */
export const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.order,
  staticData: { title: 'order.page' },
  component: orderPage,
})
