import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

const ordersPage = lazyPage(() => import('../pages/orders/orders-page.tsx'), 'OrdersPage')
const orderPage = lazyPage(() => import('../pages/orders/order-page.tsx'), 'OrderPage')

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
