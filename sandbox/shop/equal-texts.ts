import { timingSafeEqual } from 'node:crypto'

/** Compares a text with a secret one in a time that depends only on the length. */
export function isEqualText(secret: string, actual: string): boolean {
  const [a, b] = [Buffer.from(secret), Buffer.from(actual)]
  return a.length === b.length && timingSafeEqual(a, b)
}
