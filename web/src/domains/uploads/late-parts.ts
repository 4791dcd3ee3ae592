/** What every visit needs after the first screen, in one file. */
export { AddedPhotos } from './show/added-photos.tsx'
export { UploadTray } from './tray/upload-tray.tsx'
