export { Archives, DownloadButton } from './archives.tsx'
export { createDownloadAction, downloadAction } from './download-action.tsx'
export type { DownloadSource } from './download-source.ts'
