import { createHash } from 'node:crypto'

/** How a secret value is named in the database. */
export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}
