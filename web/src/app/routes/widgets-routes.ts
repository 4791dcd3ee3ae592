import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

/** AA-092, AA-093. */
export const widgetsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.onlineProducts,
    staticData: { title: 'menu.widgets' },
    component: lazyScreen('WidgetsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.onlineProduct,
    staticData: { title: 'widgets.share' },
    component: lazyScreen('WidgetPage'),
  }),
] as const
