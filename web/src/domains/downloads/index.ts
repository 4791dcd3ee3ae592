export { Archives } from './archives.tsx'
export { downloadAction, downloadActionOf } from './download-action.tsx'
export { DownloadButton } from './download-button.tsx'
export type { DownloadSource } from './download-source.ts'
