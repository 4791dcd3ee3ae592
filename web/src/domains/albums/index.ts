export { isDeletingAlbum } from './album-deletions.ts'
export {
  type AlbumEndpoints,
  createAlbumList,
  createOwnAlbumList,
  isAlbumList,
  useAlbumGroups,
} from './album-list.ts'
export { ALBUM_STALE_MS, albumKeys, albumQuery } from './album-queries.ts'
export { copyToAlbumAction, copyToNewAlbum } from './copying/copy-to-album-action.tsx'
export { relativeCreationDateText } from './creation-date.ts'
export { AlbumName } from './editing/album-name.tsx'
export { confirmAndDeleteAlbum, confirmAndDeleteSharedAlbum } from './editing/delete-album.tsx'
export { createSetCoverAction } from './editing/set-cover-action.ts'
export { AlbumTile, AlbumTileList } from './list/album-tiles.tsx'
export { OwnAlbums } from './list/own-albums.tsx'
export { createRemoveFromAlbumAction } from './removing/remove-from-album-action.tsx'
export { useAlbumOptions } from './use-album-options.ts'
export { useAlbumRemoval } from './use-album-removal.ts'
