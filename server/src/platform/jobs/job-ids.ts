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
 * Returns options of a job that starts in one to three minutes, at an even minute. Jobs of the same key and start have one id, so that
 * only one of them is inserted. One minute is the least, because clocks of processes differ.
 */
export function waitOneMinute(key: string, now: Date): { id: string; startAfter: Date } {
  const period = Math.ceil((now.getTime() + MINUTE_MS) / PERIOD_MS)
  return { id: toJobId(`${key} ${period}`), startAfter: new Date(period * PERIOD_MS) }
}

/**
 * Returns the ids in a payload, such as those of account and photo, for searching the log. They are no personal data.
 */
export function pickIds(payload: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => /Ids?$/.test(name)))
}

const MINUTE_MS = 60_000
const PERIOD_MS = 2 * MINUTE_MS
