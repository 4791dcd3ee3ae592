import { create } from 'content-disposition'

/** The header that names a file (RFC 6266). Removes control characters and paths; the fallback is plain ASCII. */
export function contentDisposition(type: 'attachment' | 'inline', fileName: string): string {
  const name = fileName
    .replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_')
    .slice(0, 200)
    .toWellFormed()
  const fallback = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["%]/g, '_')
  return create(name, { type, fallback })
}
