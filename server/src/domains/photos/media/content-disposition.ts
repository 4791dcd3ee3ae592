/** RFC 6266: a plain fallback and the real name in UTF-8 (RFC 8187). Control characters and paths never pass. */
export function contentDisposition(type: 'attachment' | 'inline', fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Cf}\p{Cs}/\\]/gu, '_').slice(0, 200)
  const plain = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_')
  return `${type}; filename="${plain}"; filename*=UTF-8''${encode(name)}`
}

const encode = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
