/** UTF-16 units of the name of a companion before its number and '.json'. */
const STEM_UNITS = 46
/** UTF-16 units of the name of a photo of Google Takeout, with its extension and without its number. */
const NAME_UNITS = 51
const SUFFIX = '.supplemental-metadata'

/** The name of a file of Google Takeout without the number of a duplicate, which is 0 if there is none. */
export interface NumberedName {
  name: string
  number: number
}

/** Splits the name of a photo: 'IMG_1(2).jpg' is number 2 of 'IMG_1.jpg'. */
export function parsePhotoName(fileName: string): NumberedName {
  const match = /^(.+)\((\d{1,6})\)(\.[^.]*)?$/u.exec(fileName)
  return match
    ? { name: match[1]! + (match[3] ?? ''), number: Number(match[2]) }
    : { name: fileName, number: 0 }
}

/** Splits the name of a companion: 'IMG_1.jpg.supplemental-metadata(2).json' is number 2 of its stem. */
export const parseCompanionName = (fileName: string): NumberedName =>
  parsePhotoName(fileName.replace(/\.json$/i, ''))

/**
 * Lists the stems under which Google Takeout stores the companion of a photo, which depend on its version and cut names in
 * different places. `isCut` stems do not contain the whole name: other photos may have the same one.
 */
export function listCompanionStems(name: string): { stem: string; isCut: boolean }[] {
  const stems = Array.from({ length: SUFFIX.length + 1 }, (_, length) => ({
    stem: name + SUFFIX.slice(0, length),
    isCut: false,
  }))
  if (name.length > STEM_UNITS)
    for (const stem of listCuts(name, STEM_UNITS)) stems.push({ stem, isCut: true })
  return stems
}

/** Cuts a name to UTF-16 units; a pair that is cut apart is left out or replaced by some programs. */
function listCuts(name: string, units: number): string[] {
  const cut = name.slice(0, units)
  if (cut.isWellFormed()) return [cut]
  return [cut, cut.slice(0, -1), cut.toWellFormed()]
}

/** Whether the name of a photo without its extension, and without its number, may be that of a title without extension. */
export function isBaseOfTitle(base: string, title: string): boolean {
  const [comparable, fullName] = [toComparable(base), toComparable(title)]
  return fullName === comparable || (comparable.length >= STEM_UNITS && fullName.startsWith(comparable))
}

/** Lists the comparable names of a photo with this title: whole, or cut as Google Takeout does. */
export function listNamesOfTitle(title: string): string[] {
  const fullName = toComparable(title)
  const extension = /\.[^.]{1,10}$/u.exec(fullName)?.[0] ?? ''
  const base = fullName.slice(0, fullName.length - extension.length)
  const cuts = [NAME_UNITS, STEM_UNITS + extension.length]
    .filter(units => fullName.length > units)
    .flatMap(units => listCuts(base, units - extension.length).map(cut => cut + extension))
  return [fullName, ...cuts]
}

/** Returns a name without what Google Takeout replaces in file names. */
export const toComparable = (name: string) => name.normalize('NFC').replace(/[\p{Cc}"%&'*/:<>?\\|]/gu, '_')

/**
 * Lists the names of the photos of which this one may be an edited copy or another take; the nearest first. They keep the
 * number. The extension may differ.
 */
export function listOriginalNames({ name, number }: NumberedName): (NumberedName & { extension: string })[] {
  const extension = /\.[^.]*$/u.exec(name)?.[0] ?? ''
  let current = { name: name.slice(0, name.length - extension.length), number }
  const originals: (NumberedName & { extension: string })[] = []
  for (let base = removeMark(current.name); base !== undefined; base = removeMark(current.name)) {
    const { name: plainBase, number: innerNumber } = parsePhotoName(base)
    if (innerNumber > 0 && current.number > 0) break
    current = { name: plainBase, number: current.number || innerNumber }
    originals.push({ ...current, extension })
  }
  return originals
}

/** Removes the mark of an edited copy or of another take from the end of a name without extension. */
function removeMark(base: string): string | undefined {
  const take = /^(.+)(?:~\d{1,3}|\.MP)$/u.exec(base)
  if (take) return take[1]
  const apple = /^(IMG_)E(\d+)$/u.exec(base)
  if (apple) return apple[1]! + apple[2]
  const at = base.lastIndexOf('-')
  if (at <= 0) return undefined
  const mark = base.slice(at).normalize('NFC').toLowerCase()
  const isCut = (mark.length >= 4 && !WORDS.has(mark)) || (mark.length >= 2 && base.length >= STEM_UNITS)
  return EDITED_MARKS.some(edited => edited === mark || (isCut && edited.startsWith(mark)))
    ? base.slice(0, at)
    : undefined
}

/** How Google Photos marks edited copies, in its languages. */
const EDITED_MARKS = [
  '-edited',
  '-bearbeitet',
  '-modifié',
  '-bewerkt',
  '-modificato',
  '-ha editado',
  '-editado',
  '-redigeret',
  '-redigert',
  '-redigerad',
]

/** Words with which a cut mark may be confused in a name that is too short to be cut. */
const WORDS: ReadonlySet<string> = new Set(['-red', '-mod', '-bear', '-mode', '-model'])
