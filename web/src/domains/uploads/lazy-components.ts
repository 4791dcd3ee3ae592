import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

/** 'Add photos' (PL-039), loaded when it is opened: render it inside Suspense. */
export const UploadModal = lazy(() =>
  import('./upload-dialog/upload-modal.tsx').then(module => ({ default: module.UploadModal })),
)

/** Adding photos on a small screen (OP-11). */
export const UploadPage = lazyRouteComponent(() => import('./upload-page/upload-page.tsx'), 'UploadPage')

/** What the QR code opens (PL-048, OP-12). */
export const PhonePage = lazyRouteComponent(() => import('./phone/phone-page.tsx'), 'PhonePage')
