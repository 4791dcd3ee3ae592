import { afterFirstScreen } from '#web/platform/lazy/first-screen.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { lazyPage } from '#web/platform/lazy/lazy-page.ts'

const loadLayers = async () => (await import('./layers.ts')).layers

/** 'Add photos' (PL-039). */
export const UploadModal = lazyComponent(async () => (await loadLayers()).UploadModal())

/** The tray of running uploads. */
export const UploadTray = afterFirstScreen(async () => (await loadLayers()).UploadTray())

/** Shows and marks added photos in the timeline. */
export const AddedPhotos = afterFirstScreen(async () => (await loadLayers()).AddedPhotos())

/** The results of an upload batch, file by file. */
export const UploadReceipt = lazyComponent(async () => (await loadLayers()).UploadReceipt())

/** The upload page of small screens (OP-11). */
export const UploadPage = lazyPage(async () => (await loadLayers()).uploadPage(), 'UploadPage')

/** The page that the QR code of an upload session opens (PL-048, OP-12). */
export const PhonePage = lazyPage(async () => (await loadLayers()).phonePage(), 'PhonePage')
