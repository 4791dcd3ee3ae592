import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { rootRoute } from './root-route.tsx'

export const phonePage = lazyRouteComponent(
  () => import('#web/domains/uploads/phone/phone-page.tsx'),
  'PhonePage',
)

/** What the QR code opens, without a sign-in (OP-12). */
export const phoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.fromPhone,
  staticData: { title: 'phone.title' },
  component: phonePage,
})
