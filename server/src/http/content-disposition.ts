import { create } from 'content-disposition'

const MAX_CHARACTERS = 200

/**
 * Returns the header that names a file (RFC 6266). Removes control characters and paths, and cuts long names before
 * their extension; the fallback is plain ASCII.
 */
export function formatContentDisposition(type: 'attachment' | 'inline', fileName: string): string {
  const name = cutStem(fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_')).toWellFormed()
  const fallback = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["%]/g, '_')
  return create(name, { type, fallback })
}

/** Cuts the stem only, because a cut extension would be that of another type. */
function cutStem(name: string): string {
  const extension = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? ''
  const stem = name.slice(0, name.length - extension.length)
  return stem.slice(0, MAX_CHARACTERS - extension.length) + extension
}
