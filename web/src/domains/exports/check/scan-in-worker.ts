import type { WorkerEvent } from './scan-worker.ts'

/** Scans files in a worker; no byte leaves the device. Returns a function that stops it. */
export function scanInWorker(files: readonly File[], onEvent: (event: WorkerEvent) => void): () => void {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<WorkerEvent>) => {
    if (data.kind === 'done' || data.kind === 'failed') worker.terminate()
    onEvent(data)
  }
  worker.onerror = ({ message }) => {
    worker.terminate()
    onEvent({ kind: 'failed', problem: message })
  }
  worker.postMessage(files)
  return () => worker.terminate()
}
