import { Link } from '@tanstack/react-router'
import CircleHelp from 'lucide-react/icons/circle-help'
import LogOut from 'lucide-react/icons/log-out'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuLink } from './menu-link.tsx'
import styles from './menu-list.module.css'
import { useMenu } from './use-menu.ts'

/** The whole menu as one list: at the side of wide screens, in the sheet and on the landing page of mobile screens. */
export function MenuList({ look = 'side', label, notes, onSelect }: MenuListProps) {
  const { text } = useTexts()
  const { entries, side } = useMenu()
  const visibleEntries = look === 'rows' ? entries.filter(entry => entry.path !== PATHS.overview) : entries
  return (
    <nav aria-label={label ?? text('menu.label')} className={styles[look]}>
      <ul className={styles.list}>
        {visibleEntries.map(entry => (
          <li key={entry.id} className={classes(entry.nested && styles.nested)}>
            <MenuLink entry={entry} className={styles.entry} onClick={onSelect}>
              <span className={styles.label}>{entry.text}</span>
              {notes?.[entry.id] && (
                <span className={classes('ui-note ui-plain', styles.note)}>{notes[entry.id]}</span>
              )}
            </MenuLink>
          </li>
        ))}
      </ul>
      <ul className={styles.list}>
        {side.map(link => (
          <li key={link.id}>
            <a className={styles.entry} href={link.href} rel="noreferrer">
              <Icon of={CircleHelp} />
              <span className={styles.label}>{link.label}</span>
            </a>
          </li>
        ))}
        <li>
          <Link to={PATHS.logout} preload={false} className={styles.entry} onClick={onSelect}>
            <Icon of={LogOut} />
            <span className={styles.label}>{text('menu.sign-out')}</span>
          </Link>
        </li>
      </ul>
    </nav>
  )
}

export interface MenuListProps {
  look?: 'side' | 'rows'
  /** Accessible name, needed when another menu of the page has the default one. */
  label?: string
  /** Shown at the end of entries, by their ids. */
  notes?: Record<string, string | undefined>
  onSelect?: () => void
}
