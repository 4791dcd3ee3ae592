import { type ScanEvent, scanFiles } from './scan-files.ts'

export type WorkerEvent = ScanEvent | { kind: 'failed'; problem: string }

/** Scans the files of a message and posts the events of the scan. */
addEventListener('message', ({ data }: MessageEvent<File[]>) => {
  const post = (event: WorkerEvent) => postMessage(event)
  scanFiles(data, post).catch(error => post({ kind: 'failed', problem: String(error) }))
})
