export { PhonePage, UploadModal, UploadPage } from './lazy-components.ts'
export { useAddPhotos } from './upload-page/use-add-photos.ts'
