/** Takes a zero-width word joiner to separate what mail programs would join to an address. */
const WORD_JOINER = '\u2060'

/**
 * A text in which mail programs find no link, address or telephone number to press: an invisible character follows each
 * character that such a thing needs. It reads as before.
 */
export function inertText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[.:@/\\。．｡](?=\S)/gu, `$&${WORD_JOINER}`)
    .replace(/\p{Nd}{3}(?=\p{Nd})/gu, `$&${WORD_JOINER}`)
}
