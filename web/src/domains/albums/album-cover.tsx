import Images from 'lucide-react/icons/images'
import type { Album } from '#contract/albums.ts'
import { TilePicture } from '#web/gallery/index.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './album-cover.module.css'

/** An album's cover, or a placeholder. Its size does not depend on the picture, so loading shifts no layout. */
export function AlbumCover({ album, renew, className }: AlbumCoverProps) {
  const { coverPhoto } = album
  return (
    <span className={classes(styles.cover, className)}>
      {coverPhoto ? (
        <TilePicture image={coverPhoto} renew={renew} month="" index={0} />
      ) : (
        <span className={classes('ui-centered ui-cover ui-faint', styles.none)} data-no-cover>
          <Icon of={Images} size={40} strokeWidth={1.25} />
        </span>
      )}
    </span>
  )
}

export interface AlbumCoverProps {
  album: Pick<Album, 'coverPhoto'>
  /** Refetches the album: the media address of its cover has expired. */
  renew: () => Promise<void>
  className?: string
}
