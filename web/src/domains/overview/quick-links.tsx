import { Link } from '@tanstack/react-router'
import BookImage from 'lucide-react/icons/book-image'
import Download from 'lucide-react/icons/download'
import Images from 'lucide-react/icons/images'
import Trash2 from 'lucide-react/icons/trash-2'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import styles from './quick-links.module.css'

/** Links to the most visited screens. */
export function QuickLinks({ photos, albums }: { photos: boolean; albums: boolean }) {
  const { text } = useTexts()
  return (
    <ul className={styles.links}>
      {LINKS.filter(link => (photos || !link.photos) && (albums || link.to !== PATHS.albums)).map(link => (
        <li key={link.to}>
          <Link to={link.to} className={styles.link}>
            <span className={styles.icon}>
              <Icon of={link.icon} size={22} />
            </span>
            {text(link.label)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const LINKS: { to: string; label: MessageId; icon: IconProps['of']; photos: boolean }[] = [
  { to: PATHS.photos, label: 'photos.title', icon: Images, photos: true },
  { to: PATHS.albums, label: 'albums.title', icon: BookImage, photos: true },
  { to: PATHS.downloads, label: 'menu.downloads', icon: Download, photos: false },
  { to: PATHS.deletedPhotos, label: 'bin.title', icon: Trash2, photos: true },
]
