export {
  AddedPhotos,
  InterruptedUpload,
  PhonePage,
  UploadModal,
  UploadPage,
  UploadReceipt,
  UploadTray,
} from './lazy-components.ts'
export { storageUsageQuery } from './storage-usage-query.ts'
export { useSendingBatches } from './tray/use-sending-batches.ts'
export { useAddPhotos } from './upload-page/use-add-photos.ts'
