import * as z from 'zod/mini'
import type { FieldIssue } from './field-issues.ts'
import { lineText, text } from './text.ts'

/** Types of keys that sign in by SFTP, as SSH names them (RFC 4253, 5656, 8709). RSA signs with SHA-2 only (RFC 8332). */
export const SSH_KEY_TYPES = [
  'ssh-ed25519',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
] as const
export type SshKeyType = (typeof SSH_KEY_TYPES)[number]

export const RSA_MIN_BITS = 2048
/** OpenSSL verifies no longer ones. */
const RSA_MAX_BITS = 16_384
export const SFTP_KEY_NAME_MAX = 60
const KEY_TEXT_MAX = 8000

/** Why a text is no key: no public key of SSH, a private key, another type, an RSA key below 2048 bits. */
export type SshKeyIssue = Extract<FieldIssue, 'not-a-key' | 'private-key' | 'type' | 'too-short'>

export interface SshPublicKey {
  type: SshKeyType
  bits: number
  /** The key as SSH sends it, in base64. */
  blob: string
  /** Often the user and host that made the key; empty without one. */
  comment: string
}

/**
 * Parses a public key: a line of a file that ends in .pub or of authorized_keys without options, or the format of RFC 4716,
 * which PuTTYgen saves. Returns the issue of any other text.
 */
export function parseSshPublicKey(keyText: string): SshPublicKey | SshKeyIssue {
  if (/PRIVATE KEY|PuTTY-User-Key-File/.test(keyText)) return 'private-key'
  const found = findKey(keyText.trim())
  const parts = found && readParts(found.bytes)
  if (!parts) return 'not-a-key'
  const name = decodeAscii(parts[0]!)
  if (found.type !== undefined && found.type !== name) return 'not-a-key'
  const type = SSH_KEY_TYPES.find(each => each === name)
  if (!type) return 'type'
  const bits = countBits(type, parts.slice(1))
  if (bits === undefined) return 'not-a-key'
  if (type === 'ssh-rsa' && bits < RSA_MIN_BITS) return 'too-short'
  return { type, bits, blob: encodeBase64(found.bytes), comment: found.comment }
}

const isIssue = (key: SshPublicKey | SshKeyIssue): key is SshKeyIssue => typeof key === 'string'

/** A name, and a public key as its owner pastes it. */
export const sftpKeyDetails = {
  name: lineText({ max: SFTP_KEY_NAME_MAX }),
  publicKey: text({ min: 1, max: KEY_TEXT_MAX }).check(({ value, issues }) => {
    const key = parseSshPublicKey(value)
    if (value !== '' && isIssue(key)) issues.push({ code: 'custom', message: key, input: value, path: [] })
  }),
}
export const sftpKeyForm = z.strictObject(sftpKeyDetails)

interface KeyText {
  /** The type that is named before the key. */
  type?: string
  bytes: Uint8Array
  comment: string
}

function findKey(keyText: string): KeyText | undefined {
  const line = /^(\S+)[ \t]+(\S+)(?:[ \t]+(\S.*))?$/.exec(keyText)
  if (line) return toKeyText(line[2]!, line[3] ?? '', line[1])
  const block = /^---- BEGIN SSH2 PUBLIC KEY ----\r?\n([\s\S]+?)\r?\n---- END SSH2 PUBLIC KEY ----$/.exec(
    keyText,
  )
  if (!block) return undefined
  const lines = block[1]!.replace(/\\\r?\n/g, '').split(/\r?\n/)
  const comment = lines.find(each => /^comment:/i.test(each))?.replace(/^comment:\s*"?|"$/gi, '')
  return toKeyText(lines.filter(each => !each.includes(':')).join(''), comment ?? '')
}

function toKeyText(base64: string, comment: string, type?: string): KeyText | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined
  return { type, comment, bytes: Uint8Array.from(atob(base64), char => char.charCodeAt(0)) }
}

/** Splits a key into its parts, each of which follows its length (RFC 4251, 5); undefined if they do not fill it. */
function readParts(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer)
  const parts: Uint8Array[] = []
  for (let start = 0; start < bytes.length; ) {
    if (start + 4 > bytes.length) return undefined
    const end = start + 4 + view.getUint32(start)
    if (end > bytes.length) return undefined
    parts.push(bytes.subarray(start + 4, end))
    start = end
  }
  return parts.length > 0 ? parts : undefined
}

/** Counts the bits of a key by its parts behind the type; undefined if they are not those of the type. */
function countBits(type: SshKeyType, parts: readonly Uint8Array[]): number | undefined {
  const [first, second, ...others] = parts
  if (!first || others.length > 0) return undefined
  if (type === 'ssh-ed25519') return !second && first.length === 32 ? 256 : undefined
  if (!second) return undefined
  if (type === 'ssh-rsa') {
    const [exponentBits, bits] = [countNumberBits(first), countNumberBits(second)]
    const isPossible = exponentBits > 1 && exponentBits <= 64 && bits > 0 && bits <= RSA_MAX_BITS
    return isPossible ? bits : undefined
  }
  const bits = Number(type.slice(-3))
  const isPoint = second[0] === 4 && second.length === 1 + 2 * Math.ceil(bits / 8)
  return isPoint && type === `ecdsa-sha2-${decodeAscii(first)}` ? bits : undefined
}

/** Bits of a positive number in its shortest form (RFC 4251, 5: mpint); 0 for anything else. */
function countNumberBits(number: Uint8Array): number {
  const [first = 0, second = 0] = number
  if (first > 0) return first < 0x80 ? 8 * (number.length - 1) + (32 - Math.clz32(first)) : 0
  return second >= 0x80 ? 8 * (number.length - 1) : 0
}

const decodeAscii = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 255))

const encodeBase64 = (bytes: Uint8Array) =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
