import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useChildMatches, useParams } from '@tanstack/react-router'
import {
  albumQuery,
  confirmAndDeleteAlbum,
  confirmAndDeleteSharedAlbum,
  createOwnAlbumList,
} from '#web/domains/albums/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Redirect } from '#web/platform/navigation/redirect.tsx'
import { usePhotoImport } from '../my-photos/use-photo-import.tsx'
import { useAlbumActions, useSharedAlbumActions } from './album-actions.ts'
import { AlbumHeader } from './album-header.tsx'
import { AlbumScreen } from './album-screen.tsx'

/** One album by the id in the URL. Keyed by id, so that another album is a new page. */
export function AlbumPage() {
  const { id = '' } = useParams({ strict: false })
  return <OneAlbum key={id} id={id} />
}

function OneAlbum({ id }: { id: string }) {
  const { text } = useTexts()
  const isCovered = useChildMatches().length > 0
  const isSharedViewEnabled = useFlag('PhotoManagementSharedAlbumsViewEnabled')
  const query = useQuery(albumQuery(useQueryClient(), id))
  const isShared = query.data?.isShared ?? false
  const photoImport = usePhotoImport({
    isDroppable: !!query.data && !isShared && !isCovered,
    dropText: text('albums.drop'),
    albumId: id,
  })
  const ownActions = useAlbumActions(id)
  const sharedActions = useSharedAlbumActions(id)
  // PL-082
  if (isShared && isSharedViewEnabled) return <Redirect to={PATHS.sharedAlbum} params={{ id }} />

  const onAdd = isShared ? undefined : photoImport.add
  return (
    <AlbumScreen
      id={id}
      query={query}
      createList={createOwnAlbumList}
      sortedPage="albumPhotos"
      previewPath={PATHS.albumPhotoPreview}
      actions={isShared ? sharedActions : ownActions}
      header={album => <AlbumHeader album={album} onAdd={onAdd} />}
      onAdd={onAdd}
      onDelete={(album, environment, onDeleted) =>
        isShared
          ? confirmAndDeleteSharedAlbum(album, 'owner', environment, onDeleted)
          : confirmAndDeleteAlbum(album, environment, onDeleted)
      }
      blocked={photoImport.isImporting}
    >
      {photoImport.overlay}
      {photoImport.modal}
    </AlbumScreen>
  )
}
