import { isAlbumFolder, type Service } from '../companions/export-paths.ts'
import type { Queue } from '../queue/queue.ts'
import { isNoPhoto, type UploadItem } from '../queue/upload-item.ts'
import { listUnconfirmedItems, type UploadContext } from './upload-context.ts'

/** An album that chosen photos may be put into: of their service, or named by their folder. */
export interface FolderAlbum {
  name: string
  /** Paths of the folders of its photos. */
  folders: readonly string[]
  /** Number of its photos. */
  count: number
  isChosen: boolean
  /** The service whose album it is. */
  service: Service | undefined
}

/**
 * Lists the albums that photos of a queue may be put into, by name: those that their companions say, which are chosen until the
 * customer decides, else that of their folder. None of photos that are added to another album.
 */
export function listFolderAlbums(queue: Queue, choices: ReadonlyMap<string, boolean>): FolderAlbum[] {
  return [...groupByAlbum(queue)].map(([name, items]) => {
    const service = items.find(({ albums }) => albums)?.service
    return {
      name,
      folders: [...new Set(items.flatMap(({ folder }) => folder ?? []))],
      count: items.length,
      isChosen: choices.get(name) ?? service !== undefined,
      service,
    }
  })
}

/** Creates the chosen albums, or finds those of their names, and assigns their photos to them. Repeatable. */
export async function createFolderAlbums(ctx: UploadContext): Promise<void> {
  const { store, files, environment } = ctx
  const chosen = listFolderAlbums(listUnconfirmedItems(ctx), files.albumChoices).filter(each => each.isChosen)
  const albumIds = new Map<string, string>()
  for (const { name } of chosen) {
    const newId = files.albumIds.get(name) ?? environment.newId()
    files.albumIds.set(name, newId)
    albumIds.set(name, await environment.ensureAlbum(name, newId))
  }
  // Before the first is assigned: photos may be in several.
  for (const [name, items] of groupByAlbum(listUnconfirmedItems(ctx))) {
    const albumId = albumIds.get(name)
    if (albumId) store.dispatch({ type: 'album-chosen', ids: items.map(({ id }) => id), albumId })
  }
}

function groupByAlbum(queue: Queue): Map<string, UploadItem[]> {
  const itemsByAlbum = new Map<string, UploadItem[]>()
  // Called after each change of a queue that may have thousands of files: names are computed once for each folder and title.
  const inFolders = Map.groupBy(queue.filter(mayBeInAlbum), ({ albums, folder = '', service }) =>
    JSON.stringify(albums ?? { folder, service }),
  )
  for (const items of inFolders.values()) {
    const { albums, folder = '', service } = items[0]!
    const folderName = isAlbumFolder(folder, service) ? folder.split('/').at(-1) : undefined
    for (const title of albums ?? [folderName]) {
      const name = toAlbumName(title ?? '')
      if (name !== undefined) itemsByAlbum.set(name, [...(itemsByAlbum.get(name) ?? []), ...items])
    }
  }
  return itemsByAlbum
}

const mayBeInAlbum = (item: UploadItem) =>
  item.albumId === undefined &&
  !isNoPhoto(item) &&
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
