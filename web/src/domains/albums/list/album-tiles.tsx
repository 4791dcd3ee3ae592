import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import type { ComponentProps } from 'react'
import type { Album } from '#contract/albums.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton, SkeletonGroups } from '#web/ui/skeleton.tsx'
import { AlbumCover } from '../album-cover.tsx'
import { creationDateText } from '../creation-date.ts'
import styles from './album-tiles.module.css'

/** The 'New album' tile and the albums. */
export function AlbumTiles({ albums, onNew, renew }: AlbumTilesProps) {
  const { text } = useTexts()
  return (
    <AlbumTileList aria-label={text('albums.list')}>
      <li className={styles.item}>
        <button type="button" className={classes('ui-line4', styles.tile)} onClick={onNew}>
          <span className={classes('ui-centered ui-accent', styles.new)}>
            <Icon of={Plus} size={32} strokeWidth={1.5} />
          </span>
          <span className={classes('ui-ellipsis', styles.name)}>{text('albums.new')}</span>
        </button>
      </li>
      {albums.map(album => (
        <AlbumTile key={album.albumId} album={album} renew={renew} />
      ))}
    </AlbumTileList>
  )
}

export interface AlbumTilesProps {
  albums: readonly Album[]
  onNew: () => void
  renew: () => Promise<void>
}

/** The list element of AlbumTile items. */
export function AlbumTileList(props: ComponentProps<'ul'>) {
  return <ul className={styles.tiles} {...props} />
}

/** An album in a list; a shared one is marked and links to the page of shared albums. */
export function AlbumTile({ album, renew, marked = album.isShared }: AlbumTileProps) {
  const texts = useTexts()
  return (
    <li className={styles.item}>
      <Link
        to={album.isShared ? PATHS.sharedAlbum : PATHS.album}
        params={{ id: album.albumId }}
        className={classes('ui-line4', styles.tile)}
      >
        <AlbumCover album={album} renew={renew} className={styles.cover} />
        <span className={classes('ui-ellipsis', styles.name)}>{album.albumName}</span>
        <span className={classes('ui-cluster ui-note', styles.facts)}>
          <span>{texts.text('photos.count', { count: album.photosCount })}</span>
          <span>{creationDateText(texts, album)}</span>
          {marked && (
            <span className={classes('ui-inline-row', styles.shared)}>
              <Icon of={Users} size={14} />
              {texts.text('shared-albums.mark')}
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

export interface AlbumTileProps {
  album: Pick<Album, 'albumId' | 'albumName' | 'coverPhoto' | 'photosCount' | 'created' | 'isShared'>
  renew: () => Promise<void>
  /** Shows the mark of shared albums; false in a list where all are shared. */
  marked?: boolean
}

/** Placeholders while the first page is loading. */
export function AlbumTilesLoading() {
  return (
    <Loading id="albums.loading" className={styles.tiles}>
      <SkeletonGroups count={10} className={classes('ui-line4', styles.tile)}>
        <Skeleton className={styles.place} />
        <Skeleton width={120} height={18} />
      </SkeletonGroups>
    </Loading>
  )
}
