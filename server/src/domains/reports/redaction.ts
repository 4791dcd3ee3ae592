const TOKEN_PATTERN = /\b[0-9a-z]{6,}\.[\w-]{4,}\.[\w-]{4,}/gi
const EMAIL_PATTERN = /[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]+/g
const QUERY_PATTERN = /[?#][^\s"')]*/g

/**
 * Removes e-mail addresses, tokens and URL queries from a text that a page reported, before it is logged (OP-89, P30).
 */
export function redactSecrets(text: string): string {
  return text.replace(QUERY_PATTERN, '').replace(EMAIL_PATTERN, '[address]').replace(TOKEN_PATTERN, '[token]')
}
