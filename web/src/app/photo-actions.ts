import { copyToAlbumAction } from '#web/domains/albums/index.ts'
import { downloadAction } from '#web/domains/downloads/index.ts'
import { deletePhotosAction, type PhotoAction } from '#web/domains/photos/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'

/** What can be done with photos of the library, in the order of the bar (PL-052, PL-063); the last one is set apart. */
export function useLibraryActions(): readonly PhotoAction[] {
  return useFlag('PhotoManagementAlbumViewEnabled') ? WITH_ALBUMS : WITHOUT_ALBUMS
}

const WITHOUT_ALBUMS = [downloadAction, deletePhotosAction]
const WITH_ALBUMS = [downloadAction, copyToAlbumAction, deletePhotosAction]
