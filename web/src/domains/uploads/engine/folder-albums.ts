import { isYearFolder } from '../companions/year-folder.ts'
import type { Queue } from '../queue/queue.ts'
import type { UploadItem } from '../queue/upload-item.ts'
import { listUnconfirmedItems, type UploadContext } from './upload-context.ts'

/** A folder of chosen photos that may become an album. */
export interface FolderAlbum {
  /** Its path. */
  folder: string
  name: string
  /** Number of its photos. */
  count: number
  isChosen: boolean
}

/**
 * Lists the folders of a queue that may become albums: not those of years, and none of photos that are added to another
 * album. Albums of Google Photos are chosen until the customer decides.
 */
export function listFolderAlbums(queue: Queue, choices: ReadonlyMap<string, boolean>): FolderAlbum[] {
  const itemsByFolder = Map.groupBy(queue.filter(mayBeInAlbum), ({ folder }) => folder!)
  return [...itemsByFolder].flatMap(([folder, items]) => {
    const lastFolder = folder.split('/').at(-1)!
    const title = items.find(({ albumTitle }) => albumTitle !== undefined)?.albumTitle
    const name = toAlbumName(title ?? '') ?? toAlbumName(lastFolder)
    if (name === undefined || isYearFolder(lastFolder)) return []
    return { folder, name, count: items.length, isChosen: choices.get(folder) ?? title !== undefined }
  })
}

/** Creates the albums of the chosen folders, or finds those of their names, and assigns their photos to them. Repeatable. */
export async function createFolderAlbums(ctx: UploadContext): Promise<void> {
  const { store, files, environment } = ctx
  for (const { folder, name, isChosen } of listFolderAlbums(listUnconfirmedItems(ctx), files.albumChoices)) {
    if (!isChosen) continue
    const newId = files.albumIds.get(folder) ?? environment.newId()
    files.albumIds.set(folder, newId)
    const albumId = await environment.ensureAlbum(name, newId)
    const items = listUnconfirmedItems(ctx).filter(item => mayBeInAlbum(item) && item.folder === folder)
    store.dispatch({ type: 'album-chosen', ids: items.map(({ id }) => id), albumId })
  }
}

const mayBeInAlbum = (item: UploadItem) =>
  Boolean(item.folder) &&
  item.albumId === undefined &&
  item.state !== 'companion' &&
  item.state !== 'refused' &&
  item.unread !== 'folder' &&
  !item.deselected

/** Returns a name that albums may have, at most 255 characters. */
function toAlbumName(text: string): string | undefined {
  const name = text
    .toWellFormed()
    .replace(/[<>;\p{Cc}]+/gu, ' ')
    .trim()
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? [...name].slice(0, 255).join('').trim() : undefined
}
