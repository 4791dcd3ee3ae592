import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useChildMatches, useParams } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import type { Album } from '#contract/albums.ts'
import type { SharedAlbum } from '#contract/shared-albums.ts'
import {
  AlbumName,
  albumQuery,
  confirmAndDeleteAlbum,
  confirmAndDeleteSharedAlbum,
  createOwnAlbumList,
  relativeCreationDateText,
} from '#web/domains/albums/index.ts'
import { libraryTotalsQuery } from '#web/domains/photos/index.ts'
import { createSharedAlbumList, Participants, sharedAlbumQuery } from '#web/domains/shared-albums/index.ts'
import type { ActionEnvironment } from '#web/gallery/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Redirect } from '#web/platform/navigation/redirect.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { usePhotoImport } from '../my-photos/use-photo-import.tsx'
import { useAlbumActions, useSharedAlbumActions } from './album-actions.ts'
import albumPageStyles from './album-page.module.css'
import { AlbumScreen } from './album-screen.tsx'
import styles from './shared-album-page.module.css'

/**
 * The own album and the shared one, and suggested selections, in one file: they share most of their code, and each file on demand
 * makes the start larger.
 */
export { SuggestPage } from '../suggest/suggest-page.tsx'
export { SuggestedPage } from '../suggest/suggested-page.tsx'

/** One shared album by the id in the URL, for its owner and participants. Keyed by id. */
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
      <div className={classes('ui-stack16', styles.notes)}>
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

/** Header of an own album: back link, name and number of photos. */
function AlbumHeader({ album, onAdd }: { album: Album; onAdd?: () => void }) {
  const { text } = useTexts()
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled') && onAdd !== undefined
  return (
    <AlbumHead album={album} name={<AlbumName album={album} />}>
      {canAddPhotos && (
        <Button variant="primary" icon={Plus} className={albumPageStyles.add} onClick={onAdd}>
          {text('photos.add')}
        </Button>
      )}
    </AlbumHead>
  )
}

/** Header of any album: back link, name, facts, and its tools (`children`). */
function AlbumHead({ album, name, children }: AlbumHeadProps) {
  const { texts, text } = useTexts()
  return (
    <header className={albumPageStyles.header}>
      <Link to={PATHS.albums} className={classes('ui-inline-row8 ui-quiet', albumPageStyles.crumb)}>
        <Icon of={ChevronLeft} size={24} />
        <span className={albumPageStyles.crumbText}>{text('albums.title')}</span>
        <Icon of={ChevronRight} size={18} />
      </Link>
      {name}
      {children}
      <p className={classes('ui-row ui-wrap', albumPageStyles.facts)}>
        <span>{text('photos.count', { count: album.photosCount })}</span>
        <span>{relativeCreationDateText(texts, album, Date.now())}</span>
      </p>
    </header>
  )
}

interface AlbumHeadProps {
  album: Pick<Album, 'photosCount' | 'created'>
  name: ReactNode
  children?: ReactNode
}
