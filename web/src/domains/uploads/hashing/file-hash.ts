import type { HashAnswer } from './hash-worker.ts'

/**
 * Computes the SHA-256 of a file in hex, in a worker that is terminated after 30 s without work. Rejects if the file cannot
 * be read, or without Web Crypto (pages without https).
 */
export function hashFile(file: File): Promise<string> {
  worker ??= startWorker()
  const runningWorker = worker
  clearTimeout(idleTimer)
  return new Promise((resolve, reject) => {
    const id = ++lastId
    answerHandlers.set(id, answer => {
      answerHandlers.delete(id)
      if (answerHandlers.size === 0) idleTimer = setTimeout(terminateWorker, IDLE_MS)
      if (answer.sha256 === undefined) reject(new Error(answer.problem ?? 'The worker has failed'))
      else resolve(answer.sha256)
    })
    runningWorker.postMessage({ id, file })
  })
}

const IDLE_MS = 30_000
const answerHandlers = new Map<number, (answer: HashAnswer) => void>()
let worker: Worker | undefined
let idleTimer: ReturnType<typeof setTimeout> | undefined
let lastId = 0

function startWorker() {
  const newWorker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  newWorker.onmessage = ({ data }: MessageEvent<HashAnswer>) => answerHandlers.get(data.id)?.(data)
  newWorker.onerror = ({ message }) => {
    terminateWorker()
    for (const [id, handleAnswer] of [...answerHandlers]) handleAnswer({ id, problem: message })
  }
  return newWorker
}

function terminateWorker() {
  worker?.terminate()
  worker = undefined
}
