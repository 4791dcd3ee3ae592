export { getUploadEndpoint, onOnline, tokens as uploadTokens } from './engine/browser-environment.ts'
export { ACCEPT, validateFile } from './engine/file-restrictions.ts'
export type { RunningUpload } from './engine/upload-environment.ts'
export { formatReason } from './file-list/item-texts.ts'
export {
  AddedPhotos,
  InterruptedUpload,
  PhonePage,
  UploadModal,
  UploadPage,
  UploadReceipt,
  UploadTray,
} from './lazy-components.ts'
export type { Reason } from './queue/upload-item.ts'
export { deleteCachedFiles, type FileCache, openFileCache } from './storage/file-cache.ts'
export { storageUsageQuery } from './storage-usage-query.ts'
export { useSendingBatches } from './tray/use-sending-batches.ts'
export { sendByTus, terminateByTus } from './tus/tus.ts'
export { useAddPhotos } from './upload-page/use-add-photos.ts'
