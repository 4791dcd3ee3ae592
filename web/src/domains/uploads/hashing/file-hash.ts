import type { NamedFile } from '../companions/companion-facts.ts'
import type { NamedBlob, ReadCompanions } from '../companions/read-companions.ts'
import type { HashAnswer, HashRequest } from './hash-worker.ts'

/**
 * Computes the SHA-256 of a file in hex, in a worker that is terminated after 30 s without work. Rejects if the file cannot
 * be read, or without Web Crypto (pages without https).
 */
export async function hashFile(file: File): Promise<string> {
  const answer = await request({ kind: 'hash', file })
  if ('sha256' in answer) return answer.sha256
  throw toError(answer)
}

/** See `readCompanions`; in the same worker. */
export async function readCompanionsInWorker(
  photos: readonly NamedFile[],
  companions: readonly NamedBlob[],
  { withPlaces }: { withPlaces: boolean },
): Promise<ReadCompanions> {
  const answer = await request({ kind: 'companions', photos, companions, withPlaces })
  if ('companions' in answer) return answer.companions
  throw toError(answer)
}

const toError = (answer: HashAnswer) =>
  new Error('problem' in answer ? answer.problem : 'The worker has failed')

function request(message: HashRequest): Promise<HashAnswer> {
  worker ??= startWorker()
  const runningWorker = worker
  clearTimeout(idleTimer)
  return new Promise(resolve => {
    const id = ++lastId
    answerHandlers.set(id, answer => {
      answerHandlers.delete(id)
      if (answerHandlers.size === 0) idleTimer = setTimeout(terminateWorker, IDLE_MS)
      resolve(answer)
    })
    runningWorker.postMessage({ id, ...message })
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
