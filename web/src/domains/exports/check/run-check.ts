import type { Told } from './check-worker.ts'

/** Examines files in a worker of its own, nothing of them leaves the device. Answers how to stop it. */
export function runCheck(files: readonly File[], tell: (told: Told) => void): () => void {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.kind === 'done' || data.kind === 'failed') worker.terminate()
    tell(data)
  }
  worker.onerror = ({ message }) => {
    worker.terminate()
    tell({ kind: 'failed', problem: message })
  }
  worker.postMessage(files)
  return () => worker.terminate()
}
