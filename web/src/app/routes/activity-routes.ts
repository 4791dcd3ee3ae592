import { createRoute } from '@tanstack/react-router'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { lazyScreen } from './lazy-screen.ts'
import { shellRoute } from './shell-route.ts'

/** The activity and its receipts (0074). */
export const activityRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.activity,
    staticData: { title: 'activity.title' },
    component: lazyScreen('ActivityPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: PATHS.uploadReceipt,
    staticData: { title: 'upload-receipt.title' },
    component: lazyScreen('UploadReceiptPage'),
  }),
]
