import { timingSafeEqual } from 'node:crypto'

/** Whether a given text is the secret one; the time it takes tells nothing but the length. */
export function isEqualText(secret: string, given: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
