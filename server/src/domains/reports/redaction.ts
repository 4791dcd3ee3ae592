const SIGNED = /\b[0-9a-z]{6,}\.[\w-]{4,}\.[\w-]{4,}/gi
const ADDRESS = /[^\s@<>"'(),;:]{1,64}@[^\s@<>"'(),;:]+/g
const QUERY = /[?#][^\s"')]*/g

/** A page's text for the log: e-mail addresses, tokens and the query of addresses are taken out (OP-89, P30). */
export function redactSecrets(text: string): string {
  return text.replace(QUERY, '').replace(ADDRESS, '[address]').replace(SIGNED, '[token]')
}
