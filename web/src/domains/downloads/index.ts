export { downloadAction, downloadActionOf } from './download-action.tsx'
export type { DownloadSource } from './download-source.ts'
