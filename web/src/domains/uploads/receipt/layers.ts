/** What is shown of a batch that has ended, in one file: finished or interrupted. */
export { InterruptedUpload } from './interrupted-upload.tsx'
export { UploadReceipt } from './upload-receipt.tsx'
