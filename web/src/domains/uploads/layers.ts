/** How to load what this domain shows on demand; a list that is itself loaded on demand (RV-507). */
export const layers = {
  UploadModal: () => import('./upload-dialog/upload-modal.tsx').then(({ UploadModal }) => UploadModal),
  UploadTray: () => import('./tray/upload-tray.tsx').then(({ UploadTray }) => UploadTray),
  AddedPhotos: () => import('./show/added-photos.tsx').then(({ AddedPhotos }) => AddedPhotos),
  UploadReceipt: () => import('./receipt/upload-receipt.tsx').then(({ UploadReceipt }) => UploadReceipt),
  uploadPage: () => import('./upload-page/upload-page.tsx'),
  phonePage: () => import('./phone/phone-page.tsx'),
}
