import { createHash } from 'node:crypto'

/** Returns the id of a job that is inserted once per text. Job ids are UUIDs. */
export function toJobId(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/**
 * Options of a job that waits one to two minutes. Those of one key and minute are one job. It starts in another minute than
 * the one it was sent in, so that it can send itself again.
 */
export function waitOneMinute(key: string, now: Date): { id: string; startAfter: Date } {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  return { id: toJobId(`${key} ${minute}`), startAfter: new Date((minute + 2) * MINUTE_MS) }
}

const MINUTE_MS = 60_000
