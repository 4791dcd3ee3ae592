import type { HashAnswer } from './hash-worker.ts'

/**
 * SHA-256 of a file in hex, computed in a worker that is terminated after 30 s without work. Rejects if the file cannot
 * be read, or without Web Crypto (pages without https).
 */
export function hashFile(file: File): Promise<string> {
  worker ??= startWorker()
  const { running, waiting } = { running: worker, waiting: answers }
  clearTimeout(idle)
  return new Promise((resolve, reject) => {
    const id = ++lastId
    waiting.set(id, answer => {
      waiting.delete(id)
      if (waiting.size === 0) idle = setTimeout(end, IDLE_MS)
      if (answer.sha256 === undefined) reject(new Error(answer.problem ?? 'The worker has failed'))
      else resolve(answer.sha256)
    })
    running.postMessage({ id, file })
  })
}

const IDLE_MS = 30_000
const answers = new Map<number, (answer: HashAnswer) => void>()
let worker: Worker | undefined
let idle: ReturnType<typeof setTimeout> | undefined
let lastId = 0

function startWorker() {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = ({ data }: MessageEvent<HashAnswer>) => answers.get(data.id)?.(data)
  started.onerror = ({ message }) => {
    end()
    for (const [id, answer] of [...answers]) answer({ id, problem: message })
  }
  return started
}

function end() {
  worker?.terminate()
  worker = undefined
}
