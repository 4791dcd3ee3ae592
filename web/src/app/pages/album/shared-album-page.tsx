import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { SharedAlbum } from '#contract/shared-albums.ts'
import { confirmAndDeleteSharedAlbum } from '#web/domains/albums/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { createSharedAlbumList, Participants, sharedAlbumQuery } from '#web/domains/shared-albums/index.ts'
import type { ActionEnvironment } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { useSharedAlbumActions } from './album-actions.ts'
import { AlbumHead } from './album-header.tsx'
import { AlbumScreen } from './album-screen.tsx'
import styles from './shared-album-page.module.css'

/** One shared album by the id in the URL, for its owner and participants (PL-087). Keyed by id. */
export function SharedAlbumPage() {
  const { id = '' } = useParams({ strict: false })
  return <OneSharedAlbum key={id} id={id} />
}

/** The album's photos, to view and download. */
function OneSharedAlbum({ id }: { id: string }) {
  return (
    <AlbumScreen
      id={id}
      query={useQuery(sharedAlbumQuery(useQueryClient(), id))}
      createList={createSharedAlbumList}
      sortedPage="sharedAlbumPhotos"
      previewPath={PATHS.sharedAlbumPhotoPreview}
      actions={useSharedAlbumActions(id)}
      header={album => <SharedAlbumHeader album={album} />}
      onDelete={askAndDelete}
    />
  )
}

function SharedAlbumHeader({ album }: { album: SharedAlbum }) {
  const { text } = useTexts()
  const viewer = useQuery(libraryTotalsQuery())
  return (
    <>
      <AlbumHead album={album} name={<h1 className={styles.name}>{album.albumName}</h1>} />
      <div className={styles.notes}>
        <AlertBanner kind="info" title={text('shared-albums.over')}>
          {text('shared-albums.over.text')}
        </AlertBanner>
        <Participants album={album} viewerId={viewer.data?.userId} />
      </div>
    </>
  )
}

/** Deleting means something else for the owner than for participants. */
async function askAndDelete(album: SharedAlbum, environment: ActionEnvironment, onDeleted: () => void) {
  const { userId } = await environment.queries.ensureQueryData(libraryTotalsQuery())
  const role = userId === album.ownerId ? 'owner' : 'participant'
  await confirmAndDeleteSharedAlbum(album, role, environment, onDeleted)
}
