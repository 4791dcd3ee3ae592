import type { CompanionContent, CompanionFacts } from './companion-facts.ts'
import { isVideoName } from './companion-name.ts'
import {
  isNameOfTitle,
  listCompanionStems,
  listNamesOfTitle,
  listOriginalNames,
  type NumberedName,
  parseCompanionName,
  parsePhotoName,
  toComparable,
} from './takeout-names.ts'

export interface NamedFile {
  /** Path of its folder, '' without one. */
  folder: string
  name: string
}

/** A file that may be a companion, with its content as far as it was read. */
export interface CompanionFile extends NamedFile {
  content?: CompanionContent
}

export interface MatchedCompanions {
  /** For each companion file: 'unmatched' is no companion, 'unused' is one without a photo. */
  states: ('used' | 'unused' | 'unmatched')[]
  /** For each photo. */
  facts: (CompanionFacts | undefined)[]
  /** For each photo: it is in the bin of Google Photos. */
  trashed: boolean[]
  /** Titles of albums by folder. */
  albumTitles: Map<string, string>
}

/**
 * Finds the photo of each companion of Google Takeout, XMP and Apple, folder by folder. A companion whose photo is not certain
 * has none, and none serves a photo of another number.
 */
export function matchCompanions(
  photos: readonly NamedFile[],
  companions: readonly CompanionFile[],
): MatchedCompanions {
  const result: MatchedCompanions = {
    states: companions.map(({ name }) => (isVideoName(name) ? 'unmatched' : 'unused')),
    facts: photos.map(() => undefined),
    trashed: photos.map(() => false),
    albumTitles: new Map(),
  }
  const photosByFolder = Map.groupBy(photos.keys(), index => photos[index]!.folder)
  for (const [folder, indexes] of Map.groupBy(companions.keys(), index => companions[index]!.folder)) {
    const toNamed = ({ name }: NamedFile) => name.normalize('NFC')
    const folderPhotos = (photosByFolder.get(folder) ?? []).map(index => ({
      index,
      name: toNamed(photos[index]!),
    }))
    const folderCompanions = indexes.map(index => ({
      index,
      name: toNamed(companions[index]!),
      content: companions[index]!.content,
    }))
    for (const { index, content } of folderCompanions) {
      if (content?.kind !== 'album') continue
      result.albumTitles.set(folder, content.title)
      result.states[index] = 'used'
    }
    const use = (companion: Companion, photo: Photo) => {
      if (companion.content?.kind !== 'photo') {
        // A damaged one says nothing; those of Apple and videos belong to their picture without being read.
        if (!isRead(companion.name)) result.states[companion.index] = 'used'
        return
      }
      result.states[companion.index] = 'used'
      const { facts, fileName, isTrashed } = companion.content
      const title = facts.title ?? toTitle(fileName, photo)
      result.facts[photo.index] = {
        ...result.facts[photo.index],
        ...facts,
        ...(title !== undefined && { title }),
      }
      if (isTrashed) result.trashed[photo.index] = true
    }
    matchTakeout(
      folderPhotos,
      folderCompanions.filter(({ name }) => /\.json$/iu.test(name)),
      use,
    )
    // After those of Takeout: what XMP says replaces them.
    matchSidecars(
      folderPhotos,
      folderCompanions.filter(({ name }) => !/\.json$/iu.test(name)),
      use,
    )
  }
  return result
}

interface Photo {
  index: number
  name: string
}

interface Companion extends Photo {
  content: CompanionContent | undefined
}

type Use = (companion: Companion, photo: Photo) => void

/** The name at Google Photos is a title only if the file's name does not say it. */
function toTitle(fileName: string | undefined, { name }: Photo): string | undefined {
  if (fileName === undefined) return undefined
  const names = [parsePhotoName(name), ...listOriginalNames(parsePhotoName(name))].map(
    ({ name: each }) => each,
  )
  const stem = (text: string) => text.normalize('NFC').replace(/\.[^.]{1,10}$/u, '')
  const isKnown = [name, ...names].some(each => stem(each) === stem(fileName))
  return isKnown ? undefined : [...fileName.toWellFormed().normalize('NFC')].slice(0, 200).join('')
}

function matchTakeout(photos: readonly Photo[], companions: readonly Companion[], use: Use): void {
  const named = photos.map(photo => ({ photo, ...parsePhotoName(photo.name) }))
  const index = indexCompanions(companions)
  const ambiguousCuts = findAmbiguousCuts(named)
  const find = (name: NumberedName) => findByName(index, name, ambiguousCuts)

  const companionByPhoto = new Map<Photo, Companion>()
  for (const { photo, ...name } of named) {
    const companion = selectAgreeing([
      ...find(name),
      // Unpacked again, the number stays where it is in the photo's name.
      ...(name.number > 0 ? find({ name: photo.name, number: 0 }) : []),
    ])
    if (companion) companionByPhoto.set(photo, companion)
  }
  for (const entries of Map.groupBy(companionByPhoto, ([, companion]) => companion).values())
    if (entries.length > 1) for (const [photo] of entries) companionByPhoto.delete(photo)
  const claimed = new Set(companionByPhoto.values())
  const rest = named.filter(({ photo }) => !companionByPhoto.has(photo))
  for (const [photo, companion] of matchByTitle(
    rest,
    companions.filter(each => !claimed.has(each)),
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
  return listCompanionStems(name).flatMap(({ stem, isCut }) => {
    const found = index.get(toKey(stem, number)) ?? []
    if (!isCut) return found
    if (number > 0 && ambiguousCuts.has(stem)) return []
    return found.filter(
      ({ content }) =>
        content?.kind === 'photo' && content.fileName !== undefined && isNameOfTitle(name, content.fileName),
    )
  })
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

/** XMP, edits of Apple and videos of live photos: by the whole name of a photo, else by the name without extension. */
function matchSidecars(photos: readonly Photo[], companions: readonly Companion[], use: Use): void {
  const byName = Map.groupBy(photos, ({ name }) => name.toLowerCase())
  const byStem = Map.groupBy(photos, ({ name }) => removeExtension(name).toLowerCase())
  const isSpecific = ({ name }: Companion) => byName.has(removeExtension(name).toLowerCase())
  // The companion of one file replaces what that of all files of the name says.
  for (const companion of companions.toSorted((a, b) => Number(isSpecific(a)) - Number(isSpecific(b)))) {
    const stem = removeExtension(companion.name).toLowerCase()
    const found = isXmp(companion.name)
      ? (byName.get(stem) ?? byStem.get(stem))
      : (byStem.get(stem) ??
        byStem.get(companion.name.toLowerCase()) ??
        byStem.get(stem.replace(/^img_[eo](?=\d)/u, 'img_')))
    for (const photo of found ?? []) use(companion, photo)
  }
}

const isRead = (name: string) => /\.(?:json|xmp)$/iu.test(name)
const isXmp = (name: string) => /\.xmp$/iu.test(name)
const removeExtension = (name: string) => name.replace(/\.[^.]*$/u, '')
