/**
 * Decodes base64 or base64url (RFC 4648, 4 and 5) as UTF-8; null if either is invalid. Accepts a space for '+', because
 * query strings decode '+' as a space.
 */
export function decodeBase64Text(value: string): string | null {
  const digits = value
    .replace(/[ -]/g, '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '')
  if (!/^[A-Za-z0-9+/]+$/.test(digits) || digits.length % 4 === 1) return null
  const bytes = Uint8Array.from(atob(digits), char => char.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Encodes a text as base64 of its UTF-8. */
export function encodeBase64Text(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
