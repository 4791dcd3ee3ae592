/** The activity and the results of an upload in it, in one file. */
export { ActivityPage } from './activity-page.tsx'
export { UploadReceiptPage } from './upload-receipt-page.tsx'
