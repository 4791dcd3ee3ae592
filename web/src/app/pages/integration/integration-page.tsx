import { ApiKeyCalls, ApiKeys } from '#web/domains/api-keys/index.ts'
import {
  CallbackLog,
  CallbackSettings,
  CallbacksContent,
  CallbacksLoading,
} from '#web/domains/callbacks/index.ts'
import { CustomerContent } from '#web/domains/settings/index.ts'
import { SftpAccess } from '#web/domains/sftp-access/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AccountPage } from '../account-page.tsx'
import styles from './integration-page.module.css'
import { IntegrationTabs, useIntegrationTab } from './integration-tabs.tsx'

/** Served beside the pages of every brand, from the OpenAPI document. */
const API_DOCUMENTATION = '/api/docs'

/** '/integration': how a business sends files, and where it is called back (AA-108). */
export function IntegrationPage() {
  const { text } = useTexts()
  const tab = useIntegrationTab()
  return (
    <AccountPage title={text('menu.ftp')}>
      <p className={styles.intro}>
        {text('integration.intro')} <a href={API_DOCUMENTATION}>{text('integration.api')}</a>
      </p>
      <div className={styles.tabs}>
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
            {customer => <CallbackSettings callbacks={callbacks} customer={customer} />}
          </CustomerContent>
          <CallbackLog />
        </>
      )}
    </CallbacksContent>
  )
}
