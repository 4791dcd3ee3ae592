import { type Refusal, UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '#contract/uploads.ts'

/** `accept` of file inputs. Lists HEIC explicitly: iOS would otherwise convert it to JPEG. */
export const ACCEPT = 'image/heic,image/heif,image/jpeg,image/png,.heic,.heif,.jpg,.jpeg,.png'

const TYPES: ReadonlySet<string> = new Set([...UPLOAD_TYPES, 'image/heif'])
const EXTENSION = /\.(heic|heif|jpe?g|jfif|png)$/i

/**
 * The reason why a file is refused before it is sent (PL-041, OP-10), else undefined. Checks type, name and size only;
 * the service checks the content.
 */
export function validateFile({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): Refusal | undefined {
  const supported =
    type === '' || type === 'application/octet-stream' ? EXTENSION.test(name) : TYPES.has(type)
  if (!supported) return 'unsupported-type'
  if (size === 0) return 'empty'
  return size > UPLOAD_MAX_BYTES ? 'too-large' : undefined
}
