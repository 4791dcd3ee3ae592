import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Images from 'lucide-react/icons/images'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { MorePages, PageFailure, PageTools } from '#web/gallery/index.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/select.tsx'
import { SORT_ICONS } from '#web/ui/sort-icon.ts'
import { albumsQuery } from '../album-queries.ts'
import { type AlbumSort, readAlbumSort, writeAlbumSort } from '../album-sort.ts'
import { AlbumTiles, AlbumTilesLoading } from './album-tiles.tsx'

const CreateAlbumDialog = lazyComponent(
  () => import('../editing/create-album-dialog.tsx'),
  'CreateAlbumDialog',
)

/** All own albums in the chosen order, with the modal of a new one. */
export function OwnAlbums({ isCreating, onCreatingChange }: OwnAlbumsProps) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [sort, setSort] = useState(() => readAlbumSort())
  const albums = useInfiniteQuery(albumsQuery(sort, true))

  const allAlbums = albums.data?.pages.flatMap(page => page.albums) ?? []
  const changeSort = (next: AlbumSort) => {
    writeAlbumSort(next)
    setSort(next)
  }
  const renderContent = (): ReactNode => {
    if (albums.isPending) return <AlbumTilesLoading />
    if (albums.isError && !albums.data) return <PageFailure id="albums.list-failed" retry={albums.refetch} />
    if (allAlbums.length === 0)
      return (
        <EmptyState
          icon={Images}
          title={text('albums.none')}
          text={text('albums.none.text')}
          action={
            <Button variant="primary" icon={Plus} onClick={() => onCreatingChange(true)}>
              {text('albums.new')}
            </Button>
          }
        />
      )
    return (
      <>
        <AlbumTiles
          albums={allAlbums}
          onNew={() => onCreatingChange(true)}
          renew={() =>
            queries.refetchQueries({ queryKey: albumsQuery(sort, true).queryKey }, KEEP_RUNNING_FETCH)
          }
        />
        <MorePages query={albums} failure="albums.list-failed" />
      </>
    )
  }
  return (
    <>
      <PageTools
        sort={
          <Select
            label={text('photos.sort.label')}
            icon={SORT_ICONS[sort.order]}
            options={SORTS.map(({ id, label }) => ({ id, label: text(label) }))}
            value={`${sort.key}-${sort.order}`}
            onChange={id => changeSort(SORTS.find(option => option.id === id)!.sort)}
          />
        }
      />
      {renderContent()}
      {isCreating && (
        <CreateAlbumDialog
          onCancel={() => onCreatingChange(false)}
          onDone={({ id }) => void navigate({ to: PATHS.album, params: { id } })}
        />
      )}
    </>
  )
}

export interface OwnAlbumsProps {
  /** Whether the modal of a new album is open; the page owns the state. */
  isCreating: boolean
  onCreatingChange: (isCreating: boolean) => void
}

const KEEP_RUNNING_FETCH = { cancelRefetch: false }

const SORTS: { id: string; label: MessageId; sort: AlbumSort }[] = [
  { id: 'created-desc', label: 'albums.sort.created-desc', sort: { key: 'created', order: 'desc' } },
  { id: 'created-asc', label: 'albums.sort.created-asc', sort: { key: 'created', order: 'asc' } },
  { id: 'updated-desc', label: 'albums.sort.updated-desc', sort: { key: 'updated', order: 'desc' } },
  { id: 'albumName-asc', label: 'albums.sort.name-asc', sort: { key: 'albumName', order: 'asc' } },
  { id: 'albumName-desc', label: 'albums.sort.name-desc', sort: { key: 'albumName', order: 'desc' } },
]
