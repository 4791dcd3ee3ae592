import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { shellRoute } from './shell-route.ts'

/** The activity and its receipts (0074). */
export const activityRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.activity,
    staticData: { title: 'activity.title' },
    component: lazyPage(() => import('../pages/activity/activity-page.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.uploadReceipt,
    staticData: { title: 'upload-receipt.title' },
    component: lazyPage(() => import('../pages/activity/upload-receipt-page.tsx'), 'UploadReceiptPage'),
  }),
]
