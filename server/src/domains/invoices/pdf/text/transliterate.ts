/**
 * Transliterates a word of a script without a font here: Arabic and Hebrew letters by BGN/PCGN without diacritics, digits of
 * all scripts, letters with a compatible Latin form. Pictographs are left out; other characters become U+FFFD. The PDF
 * contains the original word as ActualText, the XML contains only the original.
 */
export function transliterate(word: string): string {
  const latin = [...word.normalize('NFKC')].map(transliterateCharacter).join('')
  return latin === word.normalize('NFKC') ? latin : capitalize(latin)
}

function transliterateCharacter(character: string): string {
  if (character in LATIN_BY_LETTER) return LATIN_BY_LETTER[character]!
  if (/\p{Nd}/u.test(character)) return String(getDigitValue(character.codePointAt(0)!))
  if (/[\p{Mn}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/u.test(character)) return ''
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{P}\p{S}\p{Z}]/u.test(character))
    return character
  return REPLACEMENT_CHARACTER
}

/** The replacement character, for which Noto Sans has a glyph. */
export const REPLACEMENT_CHARACTER = '\uFFFD'

/** Unicode encodes the ten digits of a script consecutively (chapter 4.6). */
function getDigitValue(codePoint: number): number {
  let zero = codePoint
  while (codePoint - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  // The ranges of the mathematical digits are adjacent.
  return codePoint >= 0x1d7ce && codePoint <= 0x1d7ff ? (codePoint - 0x1d7ce) % 10 : codePoint - zero
}

const capitalize = (word: string) => word.replace(/^\p{Ll}/u, first => first.toUpperCase())

const LATIN_BY_LETTER = parseLetters(`
  ا a أ a إ i آ a ٱ a ى a ء ' ئ ' ؤ ' ب b ت t ث th ج j ح h خ kh د d ذ dh ر r ز z س s ش sh ص s ض d ط t ظ z ع a غ gh
  ف f ق q ك k ل l م m ن n ه h ة a و w ي y پ p چ ch ژ zh گ g ک k ی y ڤ v ہ h ے e ٹ t ڈ d ڑ r ں n ھ h
  א a ב b ג g ד d ה h ו v ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע ' פ p ף f צ ts ץ ts ק q ר r ש sh ת t
  ، , ؛ ; ؟ ? ־ - ׳ ' ״ "`)

function parseLetters(table: string): Readonly<Record<string, string>> {
  const cells = table.trim().split(/\s+/)
  return Object.fromEntries(cells.flatMap((from, i) => (i % 2 === 0 ? [[from, cells[i + 1]!]] : [])))
}
