import { DeleteAccountCard } from '#web/domains/closures/index.ts'
import { CookiesRow } from '#web/domains/consent/index.ts'
import { useChanged } from '#web/domains/customers/index.ts'
import {
  AddressesRow,
  CustomerContent,
  EmailRow,
  PaymentMethodRow,
  PersonalDetailsRow,
  SettingsList,
  SettingsLoading,
} from '#web/domains/settings/index.ts'
import { NewsletterRow } from '#web/domains/subscriptions/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { AccountPage } from '../account-page.tsx'
import styles from './settings-page.module.css'

/** '/settings', and '/settings/b2b' of a business customer (AA-104). */
export function SettingsPage() {
  const { text } = useTexts()
  return (
    <AccountPage title={text('menu.settings')}>
      {useChanged('details') && (
        <div className={styles.notice}>
          <AlertBanner kind="success">{text('settings.saved')}</AlertBanner>
        </div>
      )}
      <CustomerContent loading={<SettingsLoading />}>
        {customer => (
          <SettingsList>
            <PersonalDetailsRow customer={customer} />
            <EmailRow customer={customer} />
            <AddressesRow customer={customer} />
            <PaymentMethodRow customer={customer} />
            <NewsletterRow />
            <CookiesRow />
          </SettingsList>
        )}
      </CustomerContent>
      <DeleteAccountCard />
    </AccountPage>
  )
}
