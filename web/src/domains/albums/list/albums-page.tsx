import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import Images from 'lucide-react/icons/images'
import Plus from 'lucide-react/icons/plus'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { PageTabs, PageTitle, pageStyles, useLibraryChanges } from '#web/domains/photos/pieces.ts'
import { ImportModal, useAddPhotos } from '#web/domains/uploads/index.ts'
import { useFileDrop } from '#web/gallery/index.ts'
import type { PickedFile } from '#web/platform/files/dropped-files.ts'
import { useFlag, useStripped } from '#web/platform/flags/flags.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { albumsQuery } from '../album-queries.ts'
import { type AlbumSort, readAlbumSort, writeAlbumSort } from '../album-sort.ts'
import { AlbumTiles, AlbumTilesLoading } from './album-tiles.tsx'
import styles from './albums-page.module.css'

const CreateAlbumDialog = lazy(() =>
  import('../editing/create-album-dialog.tsx').then(module => ({ default: module.CreateAlbumDialog })),
)

/** The tab 'Albums' of 'My photos': all own albums, and a new one (PL-069, PL-072); below them `more`. */
export function AlbumsPage({ more }: { more?: ReactNode }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const stripped = useStripped()
  const [sort, setSort] = useState(() => readAlbumSort())
  const [creating, setCreating] = useState(false)
  const [importing, setImporting] = useState<{ files?: PickedFile[] } | null>(null)
  const albums = useInfiniteQuery(albumsQuery(sort, true))
  const mayAdd = useFlag('PhotoManagementUploadViewEnabled')
  const dropping = useFileDrop(mayAdd && !creating && importing === null, files => setImporting({ files }))
  const add = useAddPhotos(useCallback(() => setImporting({}), []))
  useLibraryChanges(NOTHING_TO_FORGET)

  const all = albums.data?.pages.flatMap(page => page.albums) ?? []
  const changeSort = (next: AlbumSort) => {
    writeAlbumSort(next)
    setSort(next)
  }
  const content = (): ReactNode => {
    if (albums.isPending) return <AlbumTilesLoading />
    if (albums.isError && !albums.data) return <Failed retry={() => void albums.refetch()} />
    if (all.length === 0)
      return (
        <EmptyState
          icon={Images}
          title={text('albums.none')}
          text={text('albums.none.text')}
          action={
            <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
              {text('albums.new')}
            </Button>
          }
        />
      )
    return (
      <AlbumTiles
        albums={all}
        onNew={() => setCreating(true)}
        renew={() => queries.refetchQueries({ queryKey: albumsQuery(sort, true).queryKey }, QUIETLY)}
        more={{
          more: albums.hasNextPage,
          loading: albums.isFetchingNextPage,
          failed: albums.isFetchNextPageError,
          failure: 'albums.list-failed',
          load: () => void albums.fetchNextPage(),
        }}
      />
    )
  }
  return (
    <div className={classes(pageStyles.page, styles.page, stripped && pageStyles.bare)}>
      <PageTitle onAdd={add} />
      <PageTabs current="albums" />
      <div className={pageStyles.tools}>
        <Select
          label={text('photos.sort.label')}
          icon={ArrowDownWideNarrow}
          options={SORTS.map(({ id, label }) => ({ id, label: text(label) }))}
          value={`${sort.key}-${sort.order}`}
          onChange={id => changeSort(SORTS.find(option => option.id === id)!.sort)}
        />
      </div>
      {content()}
      {more}
      {dropping && <div className={pageStyles.drop}>{text('photos.drop')}</div>}
      {creating && (
        <Suspense>
          <CreateAlbumDialog
            onClose={() => setCreating(false)}
            onCreated={id => void navigate({ to: PATHS.album, params: { id } })}
          />
        </Suspense>
      )}
      {importing && (
        <Suspense>
          <ImportModal droppedFiles={importing.files} onClose={() => setImporting(null)} />
        </Suspense>
      )}
    </div>
  )
}

/** PL-076. */
function Failed({ retry }: { retry: () => void }) {
  const { text } = useTexts()
  return (
    <div className={pageStyles.state}>
      <AlertBanner kind="error" retry={{ label: text('action.try-again'), onPress: retry }}>
        {text('albums.list-failed')}
      </AlertBanner>
    </div>
  )
}

const NOTHING_TO_FORGET = () => {}
const QUIETLY = { cancelRefetch: false }

const SORTS: { id: string; label: MessageId; sort: AlbumSort }[] = [
  { id: 'created-desc', label: 'albums.sort.created-desc', sort: { key: 'created', order: 'desc' } },
  { id: 'created-asc', label: 'albums.sort.created-asc', sort: { key: 'created', order: 'asc' } },
  { id: 'updated-desc', label: 'albums.sort.updated-desc', sort: { key: 'updated', order: 'desc' } },
  { id: 'albumName-asc', label: 'albums.sort.name-asc', sort: { key: 'albumName', order: 'asc' } },
  { id: 'albumName-desc', label: 'albums.sort.name-desc', sort: { key: 'albumName', order: 'desc' } },
]
