import { isSnapchatName } from './companion-name.ts'

/** A service of whose exports companions are known; 'keepsake' is the product's own. */
export type Service = 'google' | 'apple' | 'flickr' | 'facebook' | 'instagram' | 'snapchat' | 'keepsake'

/** The export that a file is of, as its path says. */
export interface ExportPath {
  service: Service
  /** Path of the folder of its part. */
  root: string
  /** Number of the part, if its folder is named by it. */
  part?: number
}

/** Names that services give to the folder of an export, with the number of a part. */
const FOLDERS: readonly [Service, RegExp][] = [
  ['google', /^takeout(?:[ _]?\(?(\d{1,2})\)?)?$|^takeout-(?:\S+-)?(\d{3})$/iu],
  ['flickr', /^data-download-(\d+)$|^\d+_[\da-f]+_part(\d+)$/iu],
  ['facebook', /^facebook-\S+-\d{4}-\d\d-\d\d-\S+$|^your_facebook_activity$/iu],
  ['instagram', /^instagram-\S+-\d{4}-\d\d-\d\d-\S+$|^your_instagram_activity$/iu],
  ['snapchat', /^mydata~\d+(?:[ -](\d+))?$/iu],
  ['apple', /icloud.* (\d+) \p{L}+ \d+$/iu],
]

/** Recognises the export of a path; undefined for other folders. */
export function recognizeExport(folder: string): ExportPath | undefined {
  const segments = folder.split('/')
  for (const [service, pattern] of FOLDERS) {
    const matches = segments.map(segment => pattern.exec(segment))
    // A part of Google is 'takeout-001/Takeout'; other services name the outer folder by the export.
    const end =
      service === 'google'
        ? matches.findLastIndex(match => match !== null)
        : matches.findIndex(match => match !== null)
    if (end === -1) continue
    const part = matches.flatMap(match => match?.slice(1).find(group => group !== undefined) ?? [])[0]
    return { service, root: segments.slice(0, end + 1).join('/'), ...(part && { part: Number(part) }) }
  }
  return undefined
}

/** Recognises the service of whose export a file is, by its path or name. */
export const recognizeService = ({
  folder = '',
  name,
}: {
  folder?: string
  name: string
}): Service | undefined => recognizeExport(folder)?.service ?? (isSnapchatName(name) ? 'snapchat' : undefined)

/**
 * Returns what the parts of an export of Google have in common: the path of a folder below 'Takeout', and which export it is if
 * the names of its parts say so.
 */
export function toFolderOfParts(folder: string): string {
  const path = recognizeExport(folder)
  const root = path?.service === 'google' ? path.root : ''
  const id = /(?:^|\/)takeout-(\S+)-\d{3}(?:\/|$)/iu.exec(root)?.[1] ?? ''
  const below = root === '' ? folder : folder.slice(root.length + 1)
  return `${id}:${below.replace(/^google [^/]+\//iu, '')}`
}

/** Whether photos of a folder may become an album of its name: not where a service or a calendar named it. */
export function isAlbumFolder(folder: string, service: Service | undefined): boolean {
  if (folder === '' || isYearFolder(folder)) return false
  if (service === undefined) return true
  const isNamedByGoogle = folder === recognizeExport(folder)?.root || GOOGLE_FOLDER.test(toName(folder))
  return service === 'google' && !isNamedByGoogle
}

/** Whether a folder is one of a year, or of a month in it: those of Google Photos, a bare year, or the month of an export of ours. */
export function isYearFolder(folder: string): boolean {
  return YEAR_FOLDER.test(toName(folder)) || /(?:^|\/)(?:18|19|20)\d\d\/\d\d(?: \(\d+\))?$/u.test(folder)
}

const toName = (folder: string) => folder.split('/').at(-1)!.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** The folders of a year of Google Photos, in its languages; file names have '_' instead of an apostrophe. */
const YEAR_FOLDER =
  /^(?:(?:photos|fotos|foto['’_]s|foto|foton|fotografier|fotografie|fotografias|billeder|bilder|imágenes|immagini)(?: (?:from|von|vom|aus|de|del|di|dal|da|do|uit|van|fra|från))? )?(?:18|19|20)\d\d(?:\(\d+\))?$/iu

/** Google Photos itself, its bin and its archive, in its languages. */
const GOOGLE_FOLDER =
  /^(?:google .+|trash|bin|papierkorb|prullenbak|corbeille|cestino|papelera|lixo|papirkurv|papperskorg(?:en)?|archive|archiv|archief|archives|archivio|archivo|arquivo|arkiv)$/iu
