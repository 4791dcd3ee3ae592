import { describe, expect, test } from 'vitest'
import type { Locale } from '#contract/brands.ts'
import { LANGUAGES, type Rendering, renderCatalogue } from './renderings.testing.ts'

/** Words for which `docs/glossary.md` has another one, and spellings of another English. */
const OTHER_WORDS: Record<string, RegExp> = {
  'da-DK': words('\\p{L}*billede\\p{L}*', 'papirkurv\\p{L}*', 'permanent', 'definitivt'),
  'de-DE': words(
    ...['Bild', 'Bilder', 'Bildern', 'Bildes', 'Papierkorb', 'Accounts?', 'Email', 'Log-?in', 'Log-?out'],
    ...['einloggen', 'eingeloggt', 'ausloggen', 'ausgeloggt', 'dauerhaft', 'für immer'],
  ),
  'en-GB': words(
    ...['pictures?', 'images?', 'trash', 'recycle bin', 'e-mails?', 'canceled', 'colors?', 'favorites?'],
    'log(?:ged|ging)? ?(?:in|on|out|off)',
  ),
  'es-ES': words('im[aá]gen(?:es)?', 'papelera', 'definitivamente', 'e-?mails?', 'login'),
  'fr-FR': words(
    ...['images?', 'corbeille', 'photothèque', 'téléverse\\p{L}*', 'upload\\p{L}*', 'emails?', 'login'],
  ),
  'it-IT': words('immagin[ei]', 'cestino', 'libreria', 'biblioteca', 'definitivamente', 'login'),
  'nb-NO': words('fotos?', 'fotoer', 'fotoet', 'fotoene', 'papirkurv\\p{L}*', 'permanent', 'for alltid'),
  'nl-NL': words('afbeelding(?:en)?', 'plaatjes?', 'prullenbak', 'definitief', 'permanent'),
  'pt-PT': words(
    ...['fotos?', 'imagem', 'imagens', 'reciclagem', 'lixo', 'definitivamente', 'descarreg\\p{L}*'],
    ...['downloads?', 'usuários?', 'salvar', 'compartilh\\p{L}*', 'excluir', 'login'],
  ),
  // 'Nedladdningar' is the name of a folder on phones.
  'sv-SE': words(
    ...['bilden', 'bildens', 'papperskorg\\p{L}*', 'permanent', 'för alltid', 'ladda ne[rd]', 'nedladdning'],
  ),
}

/** Words of the other form of address. */
const OTHER_ADDRESS: Record<string, RegExp> = {
  'de-DE': words(
    ...['du', 'dich', 'dir', 'dein\\p{L}*'],
    'bitte (?:gib|versuche|warte|prüfe|korrigiere|wähle)',
  ),
  'es-ES': words('usted(?:es)?'),
  'fr-FR': words('tu', 'toi', 'ton', 'ta', 'tes'),
  // 'u' after a figure is the hour.
  'nl-NL': words('(?<!\\d )u', 'uw', 'uzelf'),
  'pt-PT': words('tu', 'teus?', 'tuas?', 'contigo', 'vocês?'),
}

const ENGLISH = words('the', 'your', 'you', 'please', 'could', 'cannot', 'library', 'sign in', 'settings')

describe.each(LANGUAGES)('%s', locale => {
  test('RV-404 there is one word per concept', () => {
    expect(find(locale, OTHER_WORDS[locale]!)).toEqual([])
  })

  test('RV-404 there is one form of address', () => {
    const other = OTHER_ADDRESS[locale]
    expect(other ? find(locale, other) : []).toEqual([])
  })

  test('RV-404 no English is left', () => {
    expect(locale === 'en-GB' ? [] : find(locale, ENGLISH)).toEqual([])
  })
})

test('RV-404 es-ES calls a file archivo, except where the archive is meant', () => {
  const files = find('es-ES', words('ficheros?'))
  expect(files.filter(({ id }) => !id.startsWith('activation.'))).toEqual([])
})

function find(locale: Locale, pattern: RegExp): Rendering[] {
  return renderCatalogue(locale).filter(({ text }) => pattern.test(text))
}

/** One of these words or phrases, in small letters or capitals, as a whole. */
function words(...each: string[]): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${each.join('|')})(?!\\p{L})`, 'iu')
}
