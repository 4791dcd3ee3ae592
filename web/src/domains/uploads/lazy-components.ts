import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'

/** 'Add photos' (PL-039). */
export const UploadModal = lazyComponent(() =>
  import('./upload-dialog/upload-modal.tsx').then(({ UploadModal }) => UploadModal),
)

/** The upload page of small screens (OP-11). */
export const UploadPage = lazyPage(() => import('./upload-page/upload-page.tsx'), 'UploadPage')

/** The page that the QR code of an upload session opens (PL-048, OP-12). */
export const PhonePage = lazyPage(() => import('./phone/phone-page.tsx'), 'PhonePage')
