import { Link } from '@tanstack/react-router'
import CircleHelp from 'lucide-react/icons/circle-help'
import FileArchive from 'lucide-react/icons/file-archive'
import Images from 'lucide-react/icons/images'
import MapPin from 'lucide-react/icons/map-pin'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import styles from './quick-links.module.css'

/** Screens that are not in the first rows of the menu, and customer care (OP-46). */
export function QuickLinks({ hasPhotos }: { hasPhotos: boolean }) {
  const { text } = useTexts()
  const { contact } = useConfig().brand.addresses
  const hasAlbums = useFlag('PhotoManagementAlbumViewEnabled') && hasPhotos
  const canExport = useFlag('PhotoManagementPhotoExportEnabled')
  const links: { to: string; label: string; icon: IconProps['of']; isShown: boolean }[] = [
    { to: PATHS.albums, label: text('albums.title'), icon: Images, isShown: hasAlbums },
    { to: PATHS.downloads, label: text('storage.export'), icon: FileArchive, isShown: canExport },
    { to: PATHS.addresses, label: text('overview.addresses'), icon: MapPin, isShown: true },
  ]
  return (
    <nav aria-labelledby="overview-links" className={styles.links}>
      <h2 id="overview-links" className={styles.title}>
        {text('overview.quick-links')}
      </h2>
      {links
        .filter(({ isShown }) => isShown)
        .map(({ to, label, icon }) => (
          <Link key={to} to={to} className={buttonClass('quiet', 'small')}>
            <Icon of={icon} size={18} />
            {label}
          </Link>
        ))}
      <a href={contact} rel="noreferrer" className={buttonClass('quiet', 'small')}>
        <Icon of={CircleHelp} size={18} />
        {text('app.customer-care')}
      </a>
    </nav>
  )
}
