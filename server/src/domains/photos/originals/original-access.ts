import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { Context } from '../../../context.ts'
import { type PictureType, type RandomAccess, stripMetadata } from '../../../platform/images/index.ts'
import { findCustomersById } from '../../customers/index.ts'
import { toOriginalKey } from '../blob-keys.ts'
import type { StoredPhoto } from '../store/photos.ts'

type BlobReader = Pick<Context, 'blobs'>

/** Opens the original of a photo for reading parts of it: its metadata are a few kilobytes of some megabytes. */
export const openOriginal = (
  ctx: BlobReader,
  photo: Parameters<typeof toOriginalKey>[0] & { size: string | number },
): RandomAccess => openBlob(ctx, toOriginalKey(photo), Number(photo.size))

function openBlob({ blobs }: BlobReader, key: string, size: number): RandomAccess {
  return {
    size,
    async read(offset, length) {
      const end = Math.min(offset + length, size)
      return end > offset ? await buffer(blobs.read(key, { start: offset, end: end - 1 })) : new Uint8Array()
    },
  }
}

/** An original as an account gets it. */
export interface OriginalForReader {
  key: string
  size: number
  /** The picture's type, when its personal metadata do not leave; undefined: the untouched bytes. */
  strippedType?: PictureType | undefined
  /** Whether their position leaves all the same, because the owner wants that. */
  keepsPosition?: boolean | undefined
}

/**
 * Returns the originals of photos, in their order, as the account `readerId` gets them: their owner the untouched bytes,
 * others without serial numbers, names and texts, and without position unless the owner lets them see it.
 */
export async function toOriginalsForReader(
  { db }: Pick<Context, 'db'>,
  photos: readonly Pick<StoredPhoto, 'account_id' | 'sha256' | 'photo_id' | 'size' | 'content_type'>[],
  readerId: string,
): Promise<OriginalForReader[]> {
  const otherOwners = new Set(photos.map(photo => photo.account_id).filter(id => id !== readerId))
  const owners = otherOwners.size > 0 ? await findCustomersById(db, [...otherOwners]) : undefined
  return photos.map(photo => {
    const original = { key: toOriginalKey(photo), size: Number(photo.size) }
    if (photo.account_id === readerId) return original
    const keepsPosition = owners?.get(photo.account_id)?.shares_positions
    return { ...original, strippedType: photo.content_type, keepsPosition }
  })
}

/** A text that differs for other bytes of the same original. */
export const describeStripping = ({
  strippedType,
  keepsPosition,
}: Omit<OriginalForReader, 'key' | 'size'>) =>
  strippedType ? `-${keepsPosition ? 'located' : 'stripped'}` : ''

/** Reads the bytes `start`..`end` (both inclusive) of an original. The stream fails like `Blobs.read`. */
export function readOriginal(
  ctx: BlobReader,
  { key, size, strippedType, keepsPosition }: OriginalForReader,
  range: { start: number; end: number },
): Readable {
  if (!strippedType) return ctx.blobs.read(key, range)
  // With the range of the whole, a blob that is cut off fails before the first byte.
  const stream = () => ctx.blobs.read(key, { start: 0, end: size - 1 })
  const picture = { ...openBlob(ctx, key, size), stream }
  return Readable.from(stripMetadata(picture, strippedType, { ...range, keepsPosition }), {
    objectMode: false,
  })
}

/** Returns the CRC-32 of all bytes that `readOriginal` yields. */
export async function readOriginalChecksum(ctx: BlobReader, original: OriginalForReader): Promise<number> {
  let checksum = 0
  for await (const bytes of readOriginal(ctx, original, { start: 0, end: original.size - 1 }))
    checksum = crc32(bytes, checksum)
  return checksum
}
