import { useSearch } from '@tanstack/react-router'
import { ApiKeyCalls, ApiKeys } from '#web/domains/api-keys/index.ts'
import {
  CallbackLog,
  CallbackSettings,
  CallbacksContent,
  CallbacksLoading,
  EndpointList,
} from '#web/domains/callbacks/index.ts'
import { CustomerContent } from '#web/domains/settings/index.ts'
import { SftpAccess } from '#web/domains/sftp-access/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import type { Search } from '#web/platform/navigation/search.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { AccountPage } from '../account-page.tsx'
import styles from './integration-page.module.css'

/** Served beside the pages of every brand, from the OpenAPI document. */
const API_DOCUMENTATION = '/api/docs'

/** '/integration': how a business sends files, and where it is called back. */
export function IntegrationPage() {
  const { text } = useTexts()
  const tab = useIntegrationTab()
  return (
    <AccountPage title={text('menu.ftp')}>
      <p className={styles.intro}>
        {text('integration.intro')} <a href={API_DOCUMENTATION}>{text('integration.api')}</a>
      </p>
      <div className="ui-above12">
        <IntegrationTabs current={tab} />
      </div>
      {tab === 'keys' && <KeysTab />}
      {tab === 'sftp' && <SftpTab />}
      {tab === 'callbacks' && <CallbacksTab />}
    </AccountPage>
  )
}

function KeysTab() {
  return (
    <CustomerContent fallback={<CallbacksLoading />}>
      {customer => (
        <>
          <ApiKeys isBlocked={customer.status === 'Blocked'} />
          <ApiKeyCalls />
        </>
      )}
    </CustomerContent>
  )
}

function SftpTab() {
  return (
    <CustomerContent fallback={<CallbacksLoading />}>
      {customer => <SftpAccess isBlocked={customer.status === 'Blocked'} />}
    </CustomerContent>
  )
}

function CallbacksTab() {
  return (
    <CallbacksContent>
      {callbacks => (
        <>
          <CustomerContent fallback={<CallbacksLoading />}>
            {customer => (
              <>
                <EndpointList endpoints={callbacks.endpoints} isBlocked={customer.status === 'Blocked'} />
                <CallbackSettings callbacks={callbacks} customer={customer} />
              </>
            )}
          </CustomerContent>
          <CallbackLog endpoints={callbacks.endpoints} />
        </>
      )}
    </CallbacksContent>
  )
}

/** The tabs with their labels. */
const TABS = [
  { id: 'keys', label: 'api-keys.title' },
  { id: 'sftp', label: 'integration.sftp' },
  { id: 'callbacks', label: 'callbacks.title' },
] as const

type TabId = (typeof TABS)[number]['id']

/** Returns the tab that the address names, as `?tab=callbacks` does; the first one by default. */
function useIntegrationTab(): TabId {
  const { tab }: Search = useSearch({ strict: false })
  return (TABS.find(({ id }) => id === tab) ?? TABS[0]).id
}

/** The tabs of '/integration'. */
function IntegrationTabs({ current }: { current: TabId }) {
  const { text } = useTexts()
  return (
    <Tabs
      label={text('menu.ftp')}
      tabs={TABS.map(({ id, label }) => ({
        id,
        label: text(label),
        to: PATHS.integration,
        search: { tab: id },
        current: id === current,
      }))}
    />
  )
}
