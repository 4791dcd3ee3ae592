import { useInfiniteQuery } from '@tanstack/react-query'
import { AlbumTile, AlbumTileList } from '#web/domains/albums/index.ts'
import { MorePages, PageFailure } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { sharedWithMeQuery } from './shared-album-queries.ts'
import styles from './shared-albums.module.css'

/**
 * Albums that others share with the customer; renders nothing without any. A failure affects this section only.
 */
export function SharedWithYou() {
  const { text } = useTexts()
  const list = useInfiniteQuery(sharedWithMeQuery)
  const albums = list.data?.pages.flatMap(page => page.albums) ?? []
  if (albums.length === 0 && !list.isError) return null
  return (
    <section aria-labelledby="shared-with-you" className={styles.section}>
      <h2 id="shared-with-you" className={styles.heading}>
        {text('shared-albums.with-you')}
      </h2>
      {list.isError && !list.data ? (
        <PageFailure id="albums.shared-failed" retry={list.refetch} />
      ) : (
        <AlbumTileList aria-labelledby="shared-with-you">
          {albums.map(album => (
            <AlbumTile
              key={album.albumId}
              album={album}
              marked={false}
              renew={async () => void (await list.refetch({ cancelRefetch: false }))}
            />
          ))}
        </AlbumTileList>
      )}
      <MorePages query={list} failure="albums.shared-failed" />
    </section>
  )
}
