import { createHash } from 'node:crypto'

/** The fingerprint of a public key as clients show it: 'SHA256:' and its hash in base64 without padding. */
export const toFingerprint = (publicKey: Buffer): string =>
  `SHA256:${createHash('sha256').update(publicKey).digest('base64').replace(/=+$/, '')}`
