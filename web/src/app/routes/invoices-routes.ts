import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

/** AA-084. */
export const invoicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.invoices,
  staticData: { title: 'menu.invoices' },
  component: lazyPage(() => import('../pages/invoices/invoices-page.tsx'), 'InvoicesPage'),
})
