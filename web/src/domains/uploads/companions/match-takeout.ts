import type { CompanionContent } from './companion-facts.ts'
import {
  isBaseOfTitle,
  listCompanionStems,
  listNamesOfTitle,
  listOriginalNames,
  type NumberedName,
  parseCompanionName,
  parsePhotoName,
  toComparable,
} from './takeout-names.ts'

/** A photo by its index; its name is in NFC. */
export interface Photo {
  index: number
  name: string
}

export interface Companion extends Photo {
  content: CompanionContent | undefined
}

/**
 * Finds the companion of each photo of a folder of Google Takeout, and calls `use` for it. Photos that are `served` already get none,
 * and a companion that is `claimed` serves no other photo but the edited copies of its own.
 */
export function matchTakeout(
  photos: readonly Photo[],
  companions: readonly Companion[],
  use: (companion: Companion, photo: Photo) => void,
  served: ReadonlySet<number> = new Set(),
  claimed: ReadonlySet<number> = new Set(),
): void {
  const named = photos.map(photo => ({ photo, ...parsePhotoName(photo.name) }))
  const index = indexCompanions(companions)
  const ambiguousCuts = findAmbiguousCuts(named)
  const find = (name: NumberedName) => findByName(index, name, ambiguousCuts)
  const isFree = (companion: Companion) => !claimed.has(companion.index)
  const open = named.filter(({ photo }) => !served.has(photo.index))

  const companionByPhoto = new Map<Photo, Companion>()
  for (const { photo, ...name } of open) {
    const found = [
      ...find(name),
      // Unpacked again, the number stays where it is in the photo's name.
      ...(name.number > 0 ? find({ name: photo.name, number: 0 }) : []),
    ]
    const companion = selectAgreeing(found.filter(isFree))
    if (companion) companionByPhoto.set(photo, companion)
  }
  for (const entries of Map.groupBy(companionByPhoto, ([, companion]) => companion).values())
    if (entries.length > 1) for (const [photo] of entries) companionByPhoto.delete(photo)
  const found = new Set(companionByPhoto.values())
  const rest = open.filter(({ photo }) => !companionByPhoto.has(photo))
  for (const [photo, companion] of matchByTitle(
    rest,
    companions.filter(each => isFree(each) && !found.has(each)),
  ))
    companionByPhoto.set(photo, companion)
  const photoByName = new Map(photos.map(photo => [photo.name, photo]))
  for (const { photo, ...name } of rest) {
    if (companionByPhoto.has(photo)) continue
    const companion = findOfOriginal(name, find, original => companionByPhoto.get(photoByName.get(original)!))
    if (companion) use(companion, photo)
  }
  for (const [photo, companion] of companionByPhoto) use(companion, photo)
}

type CompanionIndex = ReadonlyMap<string, Companion[]>

const toKey = (name: string, number: number) => `${number}:${name}`

const indexCompanions = (companions: readonly Companion[]): CompanionIndex =>
  Map.groupBy(companions, ({ name }) => {
    const { name: stem, number } = parseCompanionName(name)
    return toKey(stem, number)
  })

function findByName(
  index: CompanionIndex,
  { name, number }: NumberedName,
  ambiguousCuts: ReadonlySet<string>,
): Companion[] {
  const list = (stems: ReturnType<typeof listCompanionStems>, isNameOf: (title: string) => boolean) =>
    stems.flatMap(({ stem, isCut }) => {
      const found = index.get(toKey(stem, number)) ?? []
      if (!isCut) return found
      if (number > 0 && ambiguousCuts.has(stem)) return []
      return found.filter(
        ({ content }) =>
          content?.kind === 'photo' && content.fileName !== undefined && isNameOf(content.fileName),
      )
    })
  const found = list(listCompanionStems(name), title => listNamesOfTitle(title).includes(toComparable(name)))
  if (found.length > 0) return found
  // A title without extension, which only the name of the photo got.
  const base = name.replace(/\.[^.]*$/u, '')
  const stems = listCompanionStems(base).map(({ stem }) => ({ stem, isCut: true }))
  return list(stems, title => isBaseOfTitle(base, title))
}

/** Returns the cut stems of different names of which some are numbered: it is unknown what the number counts. */
function findAmbiguousCuts(names: readonly NumberedName[]): Set<string> {
  const namesByCut = new Map<string, Set<string>>()
  for (const { name } of names)
    for (const { stem, isCut } of listCompanionStems(name))
      if (isCut) namesByCut.set(stem, (namesByCut.get(stem) ?? new Set()).add(name))
  return new Set([...namesByCut].flatMap(([stem, { size }]) => (size > 1 ? stem : [])))
}

/** Returns the companion of a photo with several of them only if they say the same. */
function selectAgreeing(companions: readonly Companion[]): Companion | undefined {
  const toDate = ({ content }: Companion) => (content?.kind === 'photo' ? content.facts.takenAt : undefined)
  const [first] = companions
  return first && companions.every(each => toDate(each) === toDate(first)) ? first : undefined
}

/** The last resort: a title that is the name of exactly one photo, in exactly one companion, both without a number. */
function matchByTitle(
  photos: readonly (NumberedName & { photo: Photo })[],
  companions: readonly Companion[],
): [Photo, Companion][] {
  const candidates = companions.flatMap(companion => {
    const { content, name } = companion
    if (content?.kind !== 'photo' || content.fileName === undefined) return []
    if (parseCompanionName(name).number > 0) return []
    return { companion, title: content.fileName }
  })
  const photosByName = Map.groupBy(
    photos.filter(({ number }) => number === 0),
    ({ name }) => toComparable(name),
  )
  const pairs = candidates.flatMap(({ companion, title }) => {
    const fitting = [...new Set(listNamesOfTitle(title))].flatMap(name => photosByName.get(name) ?? [])
    return fitting.length === 1 ? [[fitting[0]!.photo, companion] as [Photo, Companion]] : []
  })
  const uses = new Map<Photo, number>()
  for (const [photo] of pairs) uses.set(photo, (uses.get(photo) ?? 0) + 1)
  return pairs.filter(([photo]) => uses.get(photo) === 1)
}

/** Finds the companion of the photo of which this one is an edited copy; its file may have another extension, or be missing. */
function findOfOriginal(
  name: NumberedName,
  find: (name: NumberedName) => Companion[],
  getCompanion: (fileName: string) => Companion | undefined,
): Companion | undefined {
  for (const { name: base, number, extension } of listOriginalNames(name)) {
    for (const extensions of [[extension], EXTENSIONS]) {
      const names = new Set(extensions).values().map(each => base + each)
      const found = new Set(
        [...names].flatMap(each => {
          const fileName = number > 0 ? each.replace(/(\.[^.]*)?$/u, `(${number})$1`) : each
          return getCompanion(fileName) ?? find({ name: each, number })
        }),
      )
      if (found.size > 0) return selectAgreeing([...found])
    }
  }
  return undefined
}

const EXTENSIONS = ['jpg', 'jpeg', 'heic', 'heif', 'png'].flatMap(each => [
  `.${each}`,
  `.${each.toUpperCase()}`,
])
