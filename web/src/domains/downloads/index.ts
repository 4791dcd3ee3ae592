export { Archives } from './archives.tsx'
export { createDownloadAction, downloadAction } from './download-action.tsx'
export { DownloadButton } from './download-button.tsx'
export type { DownloadSource } from './download-source.ts'
