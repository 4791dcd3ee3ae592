import type { CompanionContent, IndexEntry, NamedFile } from './companion-facts.ts'
import { recognizeExport } from './export-paths.ts'

/** A file that says something about many photos. */
export interface IndexFile {
  folder: string
  content: Extract<CompanionContent, { kind: 'index' }>
}

/**
 * Returns a function that finds the photos of an entry of an index, by what its service names them by. An entry whose photo is not
 * certain has none.
 */
export function createIndexFinder(photos: readonly NamedFile[], indexes: readonly IndexFile[]) {
  const names = photos.map(({ name }) => name.normalize('NFC').toLowerCase())
  const group = (getKey: (name: string) => string | undefined) =>
    Map.groupBy(names.keys(), index => getKey(names[index]!))
  const byName = group(name => name)
  const byId = group(name => FLICKR_NAME.exec(name)?.[1])
  const byDay = group(name => SNAPCHAT_NAME.exec(name)?.[1])
  const byUuid = group(name => UUID.exec(name)?.[0])
  // Parts of an export may have the same index.
  const datesByDay = new Map<string, Set<string | undefined>>()
  for (const { day, facts } of indexes.flatMap(({ content }) => content.entries))
    if (day) datesByDay.set(day, (datesByDay.get(day) ?? new Set()).add(facts.takenAt))
  const listNamed = (name: string) => byName.get(name.normalize('NFC').toLowerCase()) ?? []

  function findByPath(path: string): readonly number[] {
    const end = `/${path.normalize('NFC').toLowerCase()}`
    const toPath = (index: number) =>
      `/${photos[index]!.folder.normalize('NFC').toLowerCase()}/${names[index]}`.replace('//', '/')
    const found = listNamed(path.split('/').at(-1)!).filter(
      // One is the end of the other: a folder of the export may have been chosen by itself.
      index => toPath(index).endsWith(end) || end.endsWith(toPath(index)),
    )
    return found.length === 1 || found.every(index => toPath(index).endsWith(end)) ? found : []
  }

  function findByDay({ day, uuids = [] }: IndexEntry): readonly number[] {
    const named = uuids.flatMap(uuid => byUuid.get(uuid) ?? [])
    const ofDay = byDay.get(day) ?? []
    if (named.length > 0) return named
    return ofDay.length === 1 && datesByDay.get(day!)?.size === 1 ? ofDay : []
  }

  function findByName({ name, inParts }: IndexEntry, folder: string): readonly number[] {
    const parent = folder.split('/').slice(0, -1).join('/')
    const found = listNamed(name!).filter(index => {
      const photo = photos[index]!
      if (!inParts) return photo.folder === folder
      return recognizeExport(photo.folder)?.service === 'apple' || `${photo.folder}/`.startsWith(`${parent}/`)
    })
    return found.length === 1 ? found : []
  }

  return (entry: IndexEntry, { folder }: IndexFile): readonly number[] => {
    if (entry.id !== undefined) return byId.get(entry.id) ?? []
    if (entry.path !== undefined) return findByPath(entry.path)
    return entry.day === undefined ? findByName(entry, folder) : findByDay(entry)
  }
}

/** 'beach-day_49876543210_o.jpg', or '49876543210_abcdef0123_o.jpg' without a title. */
const FLICKR_NAME = /(?:^|_)(\d{5,})_(?:[\da-f]{10}_)?o\.\w+$/u
const SNAPCHAT_NAME = /^(\d{4}-\d\d-\d\d)_.+-main\.\w+$/u
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/u
