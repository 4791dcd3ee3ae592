import { type Refusal, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '#contract/uploads.ts'
import { hasPictureSignature } from './picture-signature.ts'

/** `accept` of file inputs. Lists HEIC explicitly: iOS would otherwise convert it to JPEG. */
export const ACCEPT = 'image/heic,image/heif,image/jpeg,image/png,.heic,.heif,.jpg,.jpeg,.png'

const TYPES: ReadonlySet<string> = new Set([...UPLOAD_TYPES, 'image/heif'])
const EXTENSION = /\.(heic|heif|jpe?g|jfif|png)$/i

/**
 * Returns the reason why a file is refused before it is sent (PL-041, OP-10), else undefined. Checks type, name and
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
