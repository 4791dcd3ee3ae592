import { type Refusal, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '#contract/uploads.ts'

/** For file inputs. Named so that iOS hands over HEIC as it is and does not make JPEGs of it. */
export const ACCEPT = 'image/heic,image/heif,image/jpeg,image/png,.heic,.heif,.jpg,.jpeg,.png'

const TYPES: ReadonlySet<string> = new Set([...UPLOAD_TYPES, 'image/heif'])
const EXTENSION = /\.(heic|heif|jpe?g|jfif|png)$/i

/**
 * Why a file is not even sent (PL-041, OP-10), else undefined: a quick look at type, name and size; the service
 * judges by content.
 */
export function validateFile({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): Refusal | undefined {
  const good = type === '' || type === 'application/octet-stream' ? EXTENSION.test(name) : TYPES.has(type)
  if (!good) return 'unsupported-type'
  if (size === 0) return 'empty'
  return size > UPLOAD_MAX_BYTES ? 'too-large' : undefined
}
