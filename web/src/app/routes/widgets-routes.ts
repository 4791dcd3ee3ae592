import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

/** AA-092, AA-093. */
export const widgetsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.onlineProducts,
    staticData: { title: 'menu.widgets' },
    component: lazyPage(() => import('../pages/widgets/widgets-page.tsx'), 'WidgetsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.onlineProduct,
    staticData: { title: 'widgets.share' },
    component: lazyPage(() => import('../pages/widgets/widget-page.tsx'), 'WidgetPage'),
  }),
] as const
