import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

/** 'Add photos' (PL-039): render it inside Suspense. */
export const UploadModal = lazy(() =>
  import('./upload-dialog/upload-modal.tsx').then(module => ({ default: module.UploadModal })),
)

/** The upload page of small screens (OP-11). */
export const UploadPage = lazyRouteComponent(() => import('./upload-page/upload-page.tsx'), 'UploadPage')

/** The page that the QR code of an upload session opens (PL-048, OP-12). */
export const PhonePage = lazyRouteComponent(() => import('./phone/phone-page.tsx'), 'PhonePage')
