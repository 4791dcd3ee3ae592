import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

/** AA-084. */
export const invoicesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.invoices,
  staticData: { title: 'menu.invoices' },
  component: lazyScreen('InvoicesPage'),
})
