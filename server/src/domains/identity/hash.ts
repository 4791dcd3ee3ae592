import { createHash } from 'node:crypto'

/** Hashes a secret value for storage and lookup (SHA-256). */
export function hashSecret(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}
