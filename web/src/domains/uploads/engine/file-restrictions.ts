import { type Refusal, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '#contract/uploads.ts'

/** `accept` of file inputs. Lists HEIC explicitly: iOS would otherwise convert it to JPEG. */
export const ACCEPT = 'image/heic,image/heif,image/jpeg,image/png,.heic,.heif,.jpg,.jpeg,.png'

const TYPES: ReadonlySet<string> = new Set([...UPLOAD_TYPES, 'image/heif'])
const EXTENSION = /\.(heic|heif|jpe?g|jfif|png)$/i

/**
 * Returns the reason why a file is refused before it is sent, else undefined. Checks type, name and
 * size; where type and name say nothing, the first bytes. The service checks the content.
 * A file that cannot be read is not refused: its upload fails with the reason.
 */
export async function validateFile(file: File): Promise<Refusal | undefined> {
  const { name, type, size } = file
  const isUntyped = type === '' || type === 'application/octet-stream'
  const isSupported = isUntyped
    ? EXTENSION.test(name) || (await hasPictureSignature(file)) !== false
    : TYPES.has(type)
  if (!isSupported) return 'unsupported-type'
  if (size === 0) return 'empty'
  return size > UPLOAD_MAX_BYTES ? 'too-large' : undefined
}

/** Returns what a file is that is no picture, by its name and type; undefined for a picture of any format. */
export function recognizeNoPicture({
  name,
  type,
}: Pick<File, 'name' | 'type'>): 'archive' | 'video' | 'document' | undefined {
  if (/\.(?:zip|tgz|rar|7z)$/iu.test(name)) return 'archive'
  if (type.startsWith('video/') || VIDEO.test(name)) return 'video'
  return type.startsWith('image/') || PICTURE.test(name) ? undefined : 'document'
}

const VIDEO = /\.(?:3gp|avi|m4v|mkv|mov|mp|mp4|mpe?g|mts|webm|wmv)$/iu
/** Pictures to which browsers give no type. */
const PICTURE = /\.(?:arw|avif|bmp|cr[23]|dng|gif|jxl|nef|orf|psd|raf|rw2|svg|tiff?|webp)$/iu

const SIGNATURES = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
] as const

/** Brands of HEIF files (ISO/IEC 23008-12); which codec they hold is decided by the service. */
const HEIF_BRAND = /^ftyp(?:hei|hev|mif1|msf1)/

const HEAD_BYTES = 16

/** Whether a file begins as a JPEG, PNG or HEIF; undefined for one that cannot be read. */
async function hasPictureSignature(file: Blob): Promise<boolean | undefined> {
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  } catch {
    return undefined
  }
  return (
    SIGNATURES.some(signature => signature.every((byte, at) => head[at] === byte)) ||
    HEIF_BRAND.test(new TextDecoder('latin1').decode(head.subarray(4)))
  )
}
