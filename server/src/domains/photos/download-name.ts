import type { PhotoRow } from './store/photos.ts'

/** Extensions of each type; the first one is appended to names without any of them. */
const EXTENSIONS_BY_CONTENT_TYPE: Record<PhotoRow['content_type'], readonly [string, ...string[]]> = {
  'image/jpeg': ['.jpg', '.jpeg', '.jpe', '.jfif'],
  'image/png': ['.png'],
  'image/heic': ['.heic', '.heif', '.hif'],
}

/**
 * Returns the file name of a download: the photo's name, with the extension of its real type appended when it has
 * another one, so that 'x.html' opens as a picture. Trailing dots and spaces, which Windows removes, are ignored.
 */
export function toDownloadName({
  file_name,
  content_type,
}: Pick<PhotoRow, 'file_name' | 'content_type'>): string {
  const extensions = EXTENSIONS_BY_CONTENT_TYPE[content_type]
  const name = file_name.replace(/[.\s]+$/u, '')
  const fits = extensions.some(extension => name.toLowerCase().endsWith(extension))
  return fits ? name : name + extensions[0]
}
