import type { PhotoRow } from './store/photos.ts'

/**
 * Returns the key of an original: its hash and the photo's id. The hash lets a scrub check the bytes; the id keeps the
 * erasure of one photo from removing the same bytes of a later upload.
 */
export const toOriginalKey = (photo: Pick<PhotoRow, 'account_id' | 'sha256' | 'photo_id'>) =>
  `${photo.account_id}/originals/${photo.sha256}-${photo.photo_id}`

export type VariantKind = 300 | 800 | 1300 | 'view'

export const toVariantKey = (photo: Pick<PhotoRow, 'account_id' | 'photo_id'>, kind: VariantKind) =>
  `${photo.account_id}/variants/${photo.photo_id}-${kind}`

const VARIANT_KINDS: VariantKind[] = [300, 800, 1300, 'view']

/** Returns keys of all blobs of a photo. */
export const getBlobKeys = (photo: Pick<PhotoRow, 'account_id' | 'sha256' | 'photo_id'>) => [
  toOriginalKey(photo),
  ...VARIANT_KINDS.map(kind => toVariantKey(photo, kind)),
]

/** Returns the parts of the key of an original; null for every other key. */
export function parseOriginalKey(key: string): { accountId: string; photoId: string; sha256: string } | null {
  const [, sha256] = /^[^/]+\/originals\/([0-9a-f]{64})-/.exec(key) ?? []
  const photo = parseBlobKey(key)
  return sha256 && photo ? { ...photo, sha256 } : null
}

/** Returns the photo of a blob key; null for keys of another format. */
export function parseBlobKey(key: string): { accountId: string; photoId: string } | null {
  const [accountId, kind, name] = key.split('/')
  const match = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(?:300|800|1300|view))?$/.exec(name ?? '')
  return accountId && match?.[1] && (kind === 'originals' || kind === 'variants')
    ? { accountId, photoId: match[1] }
    : null
}
