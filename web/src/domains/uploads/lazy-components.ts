import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'

/** 'Add photos'. */
export const UploadModal = lazyComponent(() => import('./upload-dialog/upload-modal.tsx'), 'UploadModal')

/** The tray of running uploads. */
export const UploadTray = afterFirstScreen(() => import('./late-parts.ts'), 'UploadTray')

/** Shows and marks added photos in the timeline. */
export const AddedPhotos = afterFirstScreen(() => import('./late-parts.ts'), 'AddedPhotos')

/** The results of an upload batch, file by file. */
export const UploadReceipt = lazyComponent(() => import('./receipt/layers.ts'), 'UploadReceipt')

/** Continues or closes an interrupted upload batch. */
export const InterruptedUpload = lazyComponent(() => import('./receipt/layers.ts'), 'InterruptedUpload')

/** The upload page of small screens. */
export const UploadPage = lazyPage(() => import('./upload-page/upload-page.tsx'), 'UploadPage')

/** The page that the QR code of an upload session opens. */
export const PhonePage = lazyPage(() => import('./phone/phone-page.tsx'), 'PhonePage')
