import Images from 'lucide-react/icons/images'
import type { Album } from '#contract/albums.ts'
import { TilePicture } from '#web/gallery/index.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './album-cover.module.css'

/** An album's cover, or a placeholder (PL-069). Its place is laid out before the picture arrives. */
export function AlbumCover({ album, large, renew, className }: AlbumCoverProps) {
  const { coverPhoto } = album
  return (
    <span className={classes(styles.cover, className)}>
      {coverPhoto ? (
        <TilePicture image={coverPhoto} large={large} renew={renew} month="" index={0} />
      ) : (
        <span className={styles.none} data-no-cover>
          <Icon of={Images} size={40} strokeWidth={1.25} />
        </span>
      )}
    </span>
  )
}

export interface AlbumCoverProps {
  album: Pick<Album, 'coverPhoto'>
  /** The larger variant of the picture. */
  large: boolean
  /** Asks for the album anew, as the address of its cover no longer works (OP-33). */
  renew: () => Promise<void>
  className?: string
}
