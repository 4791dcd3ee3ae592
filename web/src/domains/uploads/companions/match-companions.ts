import { cleanCompanionText, type UploadCompanion } from '#contract/upload-companion.ts'
import { type CompanionContent, mergeFacts, type NamedFile } from './companion-facts.ts'
import { isOverlayName, isVideoName } from './companion-name.ts'
import { isYearFolder, recognizeService, type Service, toFolderOfParts } from './export-paths.ts'
import { createIndexFinder } from './match-indexes.ts'
import { type Companion, matchTakeout, type Photo } from './match-takeout.ts'
import { listOriginalNames, parseCompanionName, parsePhotoName, toComparable } from './takeout-names.ts'

/** A file that may be a companion, with its content as far as it was read. */
export interface CompanionFile extends NamedFile {
  content?: CompanionContent
}

export interface MatchedCompanions {
  /** For each companion file: 'unmatched' is no companion, others are used or say why not. */
  states: ('used' | 'unmatched' | UnusedReason)[]
  /** For each photo. */
  facts: (UploadCompanion | undefined)[]
  /** For each photo: it is in the bin of Google Photos. */
  trashed: boolean[]
  /** For each photo: the names of its albums at the service. */
  albums: string[][]
  /** For each photo, and for each companion: the service of whose export it is. */
  services: (Service | undefined)[]
  companionServices: (Service | undefined)[]
}

/** Why a companion serves no photo; each has a text in the catalogue. 'unclear': it names a chosen photo, which may be another one. */
export type UnusedReason = 'no-photo' | 'unclear' | 'other' | 'damaged' | 'too-large'

/**
 * Finds the photos of each companion of Google Takeout, XMP and Apple, folder by folder and then across the parts of a Takeout, and
 * those of the indexes of other services. A companion whose photo is not certain has none, and none serves a photo of another
 * number.
 */
export function matchCompanions(
  photos: readonly NamedFile[],
  companions: readonly CompanionFile[],
): MatchedCompanions {
  const result = createResult(photos, companions)
  matchIndexes(result, photos, companions)
  const all = companions.map(({ name, content }, index) => ({ index, name: name.normalize('NFC'), content }))
  // Photos and companions of Takeout.
  const served = new Set<number>()
  const claimed = new Set<number>()
  const use = (companion: Companion, photo: Photo) => useCompanion(result, companion, photo)
  const useTakeout = (companion: Companion, photo: Photo) => {
    use(companion, photo)
    served.add(photo.index)
    claimed.add(companion.index)
  }
  const toPhotos = (indexes: readonly number[] = []) =>
    indexes.map(index => ({ index, name: photos[index]!.name.normalize('NFC') }))
  const groupBoth = (toKey: (folder: string) => string) => {
    const byFolder = Map.groupBy(photos.keys(), index => toKey(photos[index]!.folder))
    return [...Map.groupBy(all, ({ index }) => toKey(companions[index]!.folder))].map(
      ([folder, group]) => [toPhotos(byFolder.get(folder)), group] as const,
    )
  }
  for (const [folderPhotos, group] of groupBoth(folder => folder)) {
    matchTakeout(folderPhotos, group.filter(isOfTakeout), useTakeout)
    // After those of Takeout: what XMP says replaces them.
    matchSidecars(
      folderPhotos,
      group.filter(each => !isJson(each)),
      use,
    )
  }
  for (const [partPhotos, group] of groupBoth(toFolderOfParts)) {
    const folders = [
      ...partPhotos.map(({ index }) => photos[index]!),
      ...group.map(({ index }) => companions[index]!),
    ]
    if (new Set(folders.map(({ folder }) => folder)).size > 1)
      matchTakeout(partPhotos, group.filter(isOfTakeout), useTakeout, new Set(served), new Set(claimed))
    for (const { index, content } of group) {
      if (content?.kind !== 'album') continue
      result.states[index] = 'used'
      if (companions[index]!.folder !== '' && !isYearFolder(companions[index]!.folder))
        for (const photo of partPhotos) {
          result.services[photo.index] ??= 'google'
          addAlbums(result, photo.index, [content.title])
        }
    }
  }
  explainUnused(result, photos, companions)
  return result
}

function createResult(photos: readonly NamedFile[], companions: readonly CompanionFile[]): MatchedCompanions {
  return {
    states: companions.map(({ name, content }) => {
      if (isOverlayName(name)) return 'used'
      return isVideoName(name) || (/\.csv$/iu.test(name) && !content) ? 'unmatched' : 'no-photo'
    }),
    facts: photos.map(() => undefined),
    trashed: photos.map(() => false),
    albums: photos.map(() => []),
    services: photos.map(recognizeService),
    companionServices: companions.map(file => {
      const { content } = file
      if (content?.kind === 'index') return content.service
      const isGoogle = content?.kind === 'album' || isOfTakeout(file)
      return recognizeService(file) ?? (isGoogle ? 'google' : undefined)
    }),
  }
}

const isJson = ({ name }: { name: string }) => /\.json$/iu.test(name)
const isOfTakeout = (file: Omit<CompanionFile, 'folder'>) => isJson(file) && file.content?.kind === 'photo'

function addAlbums({ albums }: MatchedCompanions, photo: number, names: readonly string[] = []) {
  albums[photo] = [...new Set([...albums[photo]!, ...names])]
}

function matchIndexes(
  result: MatchedCompanions,
  photos: readonly NamedFile[],
  companions: readonly CompanionFile[],
) {
  const indexes = companions.flatMap(({ folder, content }, index) =>
    content?.kind === 'index' ? [{ index, folder, content }] : [],
  )
  if (indexes.length === 0) return
  const find = createIndexFinder(photos, indexes)
  const serviceByFolder = new Map(indexes.map(({ folder, content }) => [folder, content.service]))
  for (const [photo, { folder }] of photos.entries()) result.services[photo] ??= serviceByFolder.get(folder)
  for (const [companion, { folder }] of companions.entries())
    result.companionServices[companion] ??= serviceByFolder.get(folder)
  for (const file of indexes) {
    const { entries, service } = file.content
    // One without entries only describes the export.
    if (entries.length === 0) result.states[file.index] = 'used'
    for (const entry of entries)
      for (const photo of find(entry, file)) {
        result.states[file.index] = 'used'
        result.facts[photo] = mergeFacts(result.facts[photo], entry.facts)
        result.services[photo] = service
        addAlbums(result, photo, entry.albums)
      }
  }
}

/** Gives a photo what a companion says. A damaged one says nothing; those of Apple and videos belong to their picture without being read. */
function useCompanion(result: MatchedCompanions, { index, name, content }: Companion, photo: Photo) {
  if (content?.kind === 'photo' || !isRead(name)) result.states[index] = 'used'
  if (content?.kind !== 'photo') return
  const title = content.facts.title ?? toTitle(content.fileName, photo)
  const facts = { ...content.facts, ...(title !== undefined && { title }) }
  result.facts[photo.index] = mergeFacts(result.facts[photo.index], facts)
  result.services[photo.index] ??= result.companionServices[index]
  if (content.isTrashed) result.trashed[photo.index] = true
}

/** Says of each companion without a photo why: none that names a chosen file 'had no photo'. */
function explainUnused(
  { states }: MatchedCompanions,
  photos: readonly NamedFile[],
  companions: readonly CompanionFile[],
) {
  const names = new Set(
    photos.flatMap(({ name }) => [toComparable(name), removeExtension(toComparable(name))]),
  )
  for (const [index, { name, content }] of companions.entries()) {
    if (states[index] !== 'no-photo' || !isRead(name)) continue
    if (content?.kind === 'damaged' || content?.kind === 'other') states[index] = content.kind
    else if (content === undefined) states[index] = 'too-large'
    else if (listNamedPhotos(name, content).some(each => names.has(toComparable(each))))
      states[index] = 'unclear'
  }
}

/** Lists the names of the photo that a companion may mean. */
function listNamedPhotos(companionName: string, content: CompanionContent): string[] {
  if (content.kind === 'index')
    return content.entries.flatMap(({ path, name }) => path?.split('/').at(-1) ?? name ?? [])
  if (!isJson({ name: companionName })) return [removeExtension(companionName)]
  const fileName = content.kind === 'photo' ? content.fileName : undefined
  const { name, number } = parseCompanionName(companionName)
  const own = name.replace(/\.s[a-z-]*$/u, '')
  if (number > 0) return [own.replace(/(\.[^.]*)?$/u, `(${number})$1`)]
  return fileName === undefined ? [own] : [own, fileName]
}

/** The name at Google Photos is a title only if the file's name does not say it. */
function toTitle(fileName: string | undefined, { name }: Photo): string | undefined {
  if (fileName === undefined) return undefined
  const names = [parsePhotoName(name), ...listOriginalNames(parsePhotoName(name))].map(
    ({ name: each }) => each,
  )
  const stem = (text: string) => text.normalize('NFC').replace(/\.[^.]{1,10}$/u, '')
  const isKnown = [name, ...names].some(each => stem(each) === stem(fileName))
  return isKnown ? undefined : cleanCompanionText(fileName)
}

/** XMP, edits of Apple and videos of live photos: by the whole name of a photo, else by the name without extension. */
function matchSidecars(
  photos: readonly Photo[],
  companions: readonly Companion[],
  use: (companion: Companion, photo: Photo) => void,
): void {
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

const isRead = (name: string) => /\.(?:json|xmp|csv)$/iu.test(name)
const isXmp = (name: string) => /\.xmp$/iu.test(name)
const removeExtension = (name: string) => name.replace(/\.[^.]*$/u, '')
