import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import type { Album } from '#contract/albums.ts'
import { MorePages } from '#web/domains/photos/pieces.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { isMobile, useScreenSize } from '#web/ui/screen-size.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { AlbumCover } from '../album-cover.tsx'
import { createdOn } from '../album-facts.ts'
import styles from './albums-page.module.css'

/** 'New album' and the albums (PL-069). */
export function AlbumTiles({ albums, onNew, renew, more }: AlbumTilesProps) {
  const { text } = useTexts()
  const large = !isMobile(useScreenSize())
  return (
    <>
      <ul className={styles.tiles} aria-label={text('albums.list')}>
        <li className={styles.item}>
          <button type="button" className={styles.tile} onClick={onNew}>
            <span className={styles.new}>
              <Icon of={Plus} size={32} strokeWidth={1.5} />
            </span>
            <span className={styles.name}>{text('albums.new')}</span>
          </button>
        </li>
        {albums.map(album => (
          <AlbumTile key={album.albumId} album={album} large={large} renew={renew} />
        ))}
      </ul>
      <MorePages {...more} />
    </>
  )
}

export interface AlbumTilesProps {
  albums: readonly Album[]
  onNew: () => void
  renew: () => Promise<void>
  more: Parameters<typeof MorePages>[0]
}

function AlbumTile({ album, large, renew }: { album: Album; large: boolean; renew: () => Promise<void> }) {
  const texts = useTexts()
  const { timeZone } = useConfig().brand
  return (
    <li className={styles.item}>
      <Link
        // PL-071
        to={(album.isShared ? PATHS.sharedAlbum : PATHS.album) as string}
        params={{ id: album.albumId }}
        className={styles.tile}
      >
        <AlbumCover album={album} large={large} renew={renew} className={styles.cover} />
        <span className={styles.name}>{album.albumName}</span>
        <span className={styles.facts}>
          <span>{texts.text('albums.count', { count: album.photosCount })}</span>
          <span>{createdOn(texts, album, timeZone)}</span>
        </span>
      </Link>
    </li>
  )
}

/** The places of the first albums. */
export function AlbumTilesLoading() {
  const { text } = useTexts()
  return (
    <div className={styles.tiles} role="status">
      <VisuallyHidden>{text('albums.loading')}</VisuallyHidden>
      {Array.from({ length: 10 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={index} className={styles.tile}>
          <Skeleton className={styles.place} />
          <Skeleton width={120} height={18} />
        </div>
      ))}
    </div>
  )
}
