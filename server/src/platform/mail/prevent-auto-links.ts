const WORD_JOINER = '\u2060'

/**
 * Inserts an invisible character after each character that links, addresses and telephone numbers contain, so that
 * mail programs do not make them clickable. The text looks the same.
 */
export function preventAutoLinks(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[.:@/\\。．｡](?=\S)/gu, `$&${WORD_JOINER}`)
    .replace(/\p{Nd}{3}(?=\p{Nd})/gu, `$&${WORD_JOINER}`)
}
