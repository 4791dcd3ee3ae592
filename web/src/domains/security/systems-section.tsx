import { Link } from '@tanstack/react-router'
import FolderUp from 'lucide-react/icons/folder-up'
import Terminal from 'lucide-react/icons/terminal'
import Webhook from 'lucide-react/icons/webhook'
import type { AccountSecurity } from '#contract/security.ts'
import { formatKeyType } from '#web/domains/sftp-access/index.ts'
import { endsInLabel, lastDayLabel } from '#web/platform/i18n/order-days.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { isRouteEnabled } from '#web/platform/navigation/switched-off-routes.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { IconProps } from '#web/ui/icon.tsx'
import { ListRow, ListRows } from '#web/ui/list-rows.tsx'
import { Section } from './section.tsx'
import styles from './security.module.css'
import { formatWhen } from './when-label.ts'

/** What the systems of a business may do, each with the way to the page that manages it. */
export function SystemsSection({ systems }: { systems: AccountSecurity['systems'] }) {
  const { texts, text } = useTexts()
  const rows = listSystems(texts, systems)
  if (rows.length === 0) return null
  const isManaged = isRouteEnabled(PATHS.integration)
  return (
    <Section
      id="security-systems"
      title={text('security.systems')}
      count={rows.length}
      action={
        isManaged && (
          <Link to={PATHS.integration} className={classes(buttonClass('text'), styles.flush)}>
            {text('menu.ftp')}
          </Link>
        )
      }
    >
      <ListRows>
        {rows.map(({ id, icon, name, facts, endsSoon }) => (
          <ListRow
            key={id}
            icon={icon}
            inline
            name={name}
            facts={facts}
            warningFact={endsSoon}
            end={
              isManaged && (
                <Link
                  to={PATHS.integration}
                  aria-label={`${text('settings.addresses.manage')}, ${name}`}
                  className={classes(buttonClass('text'), styles.flush)}
                >
                  {text('settings.addresses.manage')}
                </Link>
              )
            }
          />
        ))}
      </ListRows>
    </Section>
  )
}

interface SystemRow {
  id: string
  icon: IconProps['of']
  name: string
  facts: (string | false)[]
  /** Its end, if that is near. */
  endsSoon?: string
}

function listSystems(
  texts: Texts,
  { apiKeys, sftpKeys, sftpPassword, callbacks }: AccountSecurity['systems'],
) {
  const { text } = texts
  const rows: SystemRow[] = [
    ...apiKeys.map(key => {
      const endsSoon = endsInLabel(texts, key.expiresAt, Date.now())
      return {
        id: key.id,
        icon: Terminal,
        name: text('security.api-key', { name: key.name }),
        facts: [
          key.scopes.join(', '),
          formatUse(texts, key.lastUsedAt, key.lastUsedFrom),
          !endsSoon && text('security.ends', { date: lastDayLabel(texts, key.expiresAt) }),
        ],
        ...(endsSoon && { endsSoon }),
      }
    }),
    ...sftpKeys.map(key => ({
      id: key.id,
      icon: FolderUp,
      name: text('security.sftp-key', { name: key.name }),
      facts: [formatKeyType(key), formatUse(texts, key.lastUsedAt, key.lastUsedFrom)],
    })),
  ]
  if (sftpPassword)
    rows.push({
      id: sftpPassword.id,
      icon: FolderUp,
      name: text('security.sftp-password'),
      facts: [
        text('security.created', { when: formatWhen(texts, sftpPassword.createdAt) }),
        formatUse(texts, sftpPassword.lastUsedAt, sftpPassword.lastUsedFrom),
      ],
    })
  for (const address of callbacks.addresses)
    rows.push({
      id: address.id,
      icon: Webhook,
      name: text('callbacks.title'),
      facts: [
        URL.parse(address.address)?.host ?? address.address,
        text('security.callbacks.changed', { when: formatWhen(texts, address.createdAt) }),
        text('security.callbacks.secrets', { count: callbacks.secrets.length }),
      ],
    })
  return rows
}

function formatUse(texts: Texts, lastUsedAt: string | null, network: string | null): string {
  if (lastUsedAt === null) return texts.text('security.never-used')
  const when = formatWhen(texts, lastUsedAt)
  return network === null
    ? texts.text('security.used', { when })
    : texts.text('security.used-from', { when, network })
}
