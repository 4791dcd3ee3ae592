const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes UTF-8, without the byte order mark at its beginning (RFC 8259, 8.1); null for all other bytes, such as overlong
 * forms and encoded surrogates (RFC 3629, 3).
 */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes)
  } catch {
    return null
  }
}

/**
 * Whether a text is the percent-encoding of UTF-8, as in the query of an address and in a form: each '%' starts an
 * escape, and the bytes are UTF-8.
 */
export function isPercentEncoding(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
