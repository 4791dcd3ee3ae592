/** Removes e-mail addresses, ids and query strings from a text that is logged or reported. */
export function redact(text: string): string {
  return text
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '{email}')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '{id}')
    .replace(/\?[^\s:)]*/g, '')
}
