import { createHash } from 'node:crypto'

/** The SHA-256 hash under which a secret value is stored and looked up. */
export function hashSecret(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}
