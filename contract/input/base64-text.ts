/**
 * The text of a base64 value (RFC 4648, 4 and 5) in UTF-8; null when it is neither. Repairs what a query does to it: a '+'
 * arrives as a space.
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

/** A text as base64 of its UTF-8. */
export function encodeBase64Text(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
