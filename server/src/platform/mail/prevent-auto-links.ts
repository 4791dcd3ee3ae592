const WORD_JOINER = '\u2060'

/**
 * Inserts an invisible character after each character that links and addresses contain, and into telephone numbers, so that
 * mail programs do not make them clickable. The text looks the same; shorter numbers are copied as they are.
 */
export function preventAutoLinks(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(TELEPHONE_NUMBER, number => number.replace(/\p{Nd}{3}(?=\p{Nd})/gu, `$&${WORD_JOINER}`))
    .replace(/[.:@/\\。．｡](?=\S)/gu, `$&${WORD_JOINER}`)
}

/** Seven digits at least, which may be grouped. */
const TELEPHONE_NUMBER = /\p{Nd}(?:[ ()./-]{0,2}\p{Nd}){6,}/gu
