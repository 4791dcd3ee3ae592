import type { Texts } from '#web/platform/i18n/texts.ts'

/** Returns the number of added photos as a text. With an album, photos that were in the library count as added to it. */
export function formatSavedText(
  texts: Pick<Texts, 'text'>,
  { added, known }: { added: number; known: number },
  albumId: string | undefined,
): string {
  const count = albumId === undefined ? added : added + known
  return count > 0
    ? texts.text('upload.added-toast', { count })
    : texts.text('upload.group.already-there', { count: known })
}
