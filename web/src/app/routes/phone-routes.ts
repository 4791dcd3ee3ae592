import { createRoute } from '@tanstack/react-router'
import { PhonePage } from '#web/domains/uploads/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { rootRoute } from './root-route.tsx'

/** Upload page on the phone, opened by the QR code without a sign-in (OP-12). */
export const phoneRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: PATHS.fromPhone,
  staticData: { title: 'phone.title' },
  component: PhonePage,
})
