import { createHash } from 'node:crypto'

/** A UUID that is derived from the parts, so that a later start finds what an interrupted one has created. */
export function deriveId(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest()
  // Version 8 and the variant of RFC 9562.
  hash[6] = (hash[6]! & 0x0f) | 0x80
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
