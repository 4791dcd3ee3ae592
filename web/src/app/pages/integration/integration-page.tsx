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

/** Served beside the pages of every brand, from the OpenAPI document. */
const API_DOCUMENTATION = '/api/docs'

/** '/integration': how a business sends files, and where it is called back (AA-108). */
export function IntegrationPage() {
  const { text } = useTexts()
  return (
    <AccountPage title={text('menu.ftp')}>
      <p className={styles.intro}>
        {text('integration.intro')} <a href={API_DOCUMENTATION}>{text('integration.api')}</a>
      </p>
      <CallbacksContent>
        {callbacks => (
          <>
            <CustomerContent fallback={<CallbacksLoading />}>
              {customer => (
                <>
                  <SftpAccess isBlocked={customer.status === 'Blocked'} />
                  <CallbackSettings callbacks={callbacks} customer={customer} />
                </>
              )}
            </CustomerContent>
            <CallbackLog />
          </>
        )}
      </CallbacksContent>
    </AccountPage>
  )
}
