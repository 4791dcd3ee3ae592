import { Link } from '@tanstack/react-router'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import type { Album } from '#contract/albums.ts'
import { AlbumName, relativeCreationDateText } from '#web/domains/albums/index.ts'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './album-page.module.css'

/** Header of an own album: back link, name and number of photos (PL-077). */
export function AlbumHeader({ album, onAdd }: { album: Album; onAdd?: () => void }) {
  const { text } = useTexts()
  const canAddPhotos = useFlag('PhotoManagementUploadViewEnabled') && onAdd !== undefined
  return (
    <AlbumHead album={album} name={<AlbumName album={album} />}>
      {canAddPhotos && (
        <Button variant="primary" icon={Plus} className={styles.add} onClick={onAdd}>
          {text('photos.add')}
        </Button>
      )}
    </AlbumHead>
  )
}

/** Header of any album: back link, name, facts, and its tools (`children`). */
export function AlbumHead({ album, name, children }: AlbumHeadProps) {
  const texts = useTexts()
  const { text } = texts
  return (
    <header className={styles.header}>
      <Link to={PATHS.albums} className={styles.crumb}>
        <Icon of={ChevronLeft} size={24} />
        <span className={styles.crumbText}>{text('albums.title')}</span>
        <Icon of={ChevronRight} size={18} />
      </Link>
      {name}
      {children}
      <p className={styles.facts}>
        <span>{text('albums.count', { count: album.photosCount })}</span>
        <span>{relativeCreationDateText(texts, album, Date.now())}</span>
      </p>
    </header>
  )
}

export interface AlbumHeadProps {
  album: Pick<Album, 'photosCount' | 'created'>
  name: ReactNode
  children?: ReactNode
}
