import { Link, useSearch } from '@tanstack/react-router'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { Search } from '#web/platform/navigation/search.ts'
import { Tabs } from '#web/ui/tabs.tsx'

/** The tabs with their labels. */
const TABS = [
  { id: 'keys', label: 'api-keys.title' },
  { id: 'sftp', label: 'integration.sftp' },
  { id: 'callbacks', label: 'callbacks.title' },
] as const
type TabId = (typeof TABS)[number]['id']

/** Returns the tab that the address names, as `?tab=callbacks` does; the first one by default. */
export function useIntegrationTab(): TabId {
  const { tab }: Search = useSearch({ strict: false })
  return (TABS.find(({ id }) => id === tab) ?? TABS[0]).id
}

/** The tabs of '/integration'. */
export function IntegrationTabs({ current }: { current: TabId }) {
  const { text } = useTexts()
  return (
    <Tabs
      label={text('menu.ftp')}
      tabs={TABS.map(({ id, label }) => ({ id, label: text(label), href: id, current: id === current }))}
      renderLink={({ href, ...link }) => <Link to={PATHS.integration} search={{ tab: href }} {...link} />}
    />
  )
}
