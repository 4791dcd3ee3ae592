import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** `ksk`: API key of a business. `kss`: service token of the retailer. `ksf`: SFTP password. */
export type MachineTokenKind = 'ksk' | 'kss' | 'ksf'

export interface MachineToken {
  /** Shown once and not stored. */
  token: string
  /** What is stored. */
  hash: string
  /** The last characters, by which its owner recognises it. */
  hint: string
}

/** Finds tokens in texts, for logs and secret scanners. */
export const MACHINE_TOKEN_PATTERN = /\bks[ksf]_(?:live|test)_[0-9A-Za-z]{40}\b/g

/**
 * Creates a secret of a machine: kind, environment, 34 random base62 characters (202 bits) and their CRC-32 in 6, as in
 * `ksk_live_…`. A fast hash suffices for a secret that cannot be guessed.
 */
export function createMachineToken(kind: MachineTokenKind, environment: 'live' | 'test'): MachineToken {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')
  const body = `${kind}_${environment}_${random}`
  const token = body + computeChecksum(body)
  return { token, hash: hashMachineToken(token), hint: token.slice(-HINT_LENGTH) }
}

/** Whether the text has the form and the checksum of a token of this kind; refuses typing errors without a query. */
export function isMachineToken(kind: MachineTokenKind, text: string): boolean {
  if (!FORM.test(text) || !text.startsWith(`${kind}_`)) return false
  return text.endsWith(computeChecksum(text.slice(0, -CHECKSUM_LENGTH)))
}

/** Replaces the secret part of each token in the text, so that the rest of it can be logged or stored. */
export const removeMachineTokens = (text: string): string =>
  text.replace(MACHINE_TOKEN_PATTERN, token => `${token.slice(0, PREFIX_LENGTH)}[removed]`)

/** SHA-256 of the whole token, in hexadecimal digits. */
export const hashMachineToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Length of 'ksk_live_'. */
const PREFIX_LENGTH = 9
const RANDOM_LENGTH = 34
const CHECKSUM_LENGTH = 6
const HINT_LENGTH = 4
const FORM = /^ks[ksf]_(?:live|test)_[0-9A-Za-z]{40}$/

function computeChecksum(body: string): string {
  let rest = crc32(body)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = BASE62[rest % BASE62.length] + digits
    rest = Math.floor(rest / BASE62.length)
  }
  return digits
}
