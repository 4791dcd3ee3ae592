import { BlobKeyError } from './blobs.ts'

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/
const ID = /^[A-Za-z0-9_-]{1,128}$/

/** Returns the three parts of a key; throws a BlobKeyError unless it is exactly 'account/kind/name'. */
export function parseKey(key: string): [account: string, kind: string, name: string] {
  const parts = typeof key === 'string' ? key.split('/') : []
  if (parts.length !== 3 || !parts.every(part => PART.test(part)))
    throw new BlobKeyError(`Not a blob key: ${JSON.stringify(key)}`)
  return parts as [string, string, string]
}

/** Returns the prefix; throws a BlobKeyError unless it is the beginning of a key. */
export function checkPrefix(prefix: string): string {
  const completeParts = typeof prefix === 'string' ? prefix.split('/') : ['', '']
  const partialPart = completeParts.pop()
  const fits =
    completeParts.length <= 2 &&
    completeParts.every(part => PART.test(part)) &&
    (partialPart === '' || PART.test(partialPart!))
  if (!fits) throw new BlobKeyError(`Not the beginning of a blob key: ${JSON.stringify(prefix)}`)
  return prefix
}

export function checkStagingId(id: string): string {
  if (typeof id !== 'string' || !ID.test(id))
    throw new BlobKeyError(`Not a staging id: ${JSON.stringify(id)}`)
  return id
}

/** Throws a RangeError unless the positions are whole numbers in order. */
export function checkRange(range: { start: number; end: number } | undefined): void {
  if (!range) return
  const { start, end } = range
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start)
    throw new RangeError(`Not a range of bytes: ${start}-${end}`)
}
