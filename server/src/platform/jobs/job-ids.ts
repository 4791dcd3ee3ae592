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
 * Options of a job that waits one to three minutes. Those of one key start at even minutes only, one job each: however many
 * began to wait, one is left when they send themselves again. One minute at least, so that clocks may differ.
 */
export function waitOneMinute(key: string, now: Date): { id: string; startAfter: Date } {
  const period = Math.ceil((now.getTime() + MINUTE_MS) / PERIOD_MS)
  return { id: toJobId(`${key} ${period}`), startAfter: new Date(period * PERIOD_MS) }
}

const MINUTE_MS = 60_000
const PERIOD_MS = 2 * MINUTE_MS
