import { examine, type Found } from './examine.ts'

export type Told = Found | { kind: 'failed'; problem: string }

/** Examines the files it is sent and tells what it finds. */
addEventListener('message', ({ data }: MessageEvent<File[]>) => {
  const tell = (told: Told) => postMessage(told)
  examine(data, tell).catch(error => tell({ kind: 'failed', problem: String(error) }))
})
