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
export function QuickLinks({ photos }: { photos: boolean }) {
  const { text } = useTexts()
  const { contact } = useConfig().brand.addresses
  const albums = useFlag('PhotoManagementAlbumViewEnabled') && photos
  const mayExport = useFlag('PhotoManagementPhotoExportEnabled')
  const links: { to: string; label: string; icon: IconProps['of']; shown: boolean }[] = [
    { to: PATHS.albums, label: text('albums.title'), icon: Images, shown: albums },
    { to: PATHS.downloads, label: text('storage.export'), icon: FileArchive, shown: mayExport },
    { to: PATHS.addresses, label: text('overview.addresses'), icon: MapPin, shown: true },
  ]
  return (
    <nav aria-labelledby="overview-links" className={styles.links}>
      <h2 id="overview-links" className={styles.title}>
        {text('overview.quick-links')}
      </h2>
      {links
        .filter(({ shown }) => shown)
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
