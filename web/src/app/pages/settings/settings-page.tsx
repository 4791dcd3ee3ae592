import { DeleteAccountCard } from '#web/domains/closures/index.ts'
import { CookiesRow } from '#web/domains/consent/index.ts'
import { useWasSaved } from '#web/domains/customers/index.ts'
import { LazyPlacesRow } from '#web/domains/places/index.ts'
import { SecurityRow } from '#web/domains/security/index.ts'
import {
  AddressesRow,
  CustomerContent,
  EmailRow,
  LazyBusinessRows,
  PaymentMethodRow,
  PersonalDetailsRow,
  SettingsList,
  SettingsLoading,
} from '#web/domains/settings/index.ts'
import { NewsletterRow } from '#web/domains/subscriptions/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { AccountPage } from '../account-page.tsx'
import { PositionsRow } from './positions-row.tsx'

/** '/settings', and '/settings/b2b' of a business customer. */
export function SettingsPage() {
  const { text } = useTexts()
  const business = isBusiness(useClaims())
  return (
    <AccountPage title={text('menu.settings')}>
      {useWasSaved('details') && (
        <div className="ui-below16">
          <AlertBanner kind="success">{text('settings.saved')}</AlertBanner>
        </div>
      )}
      <CustomerContent fallback={<SettingsLoading />}>
        {customer => (
          <SettingsList>
            {business && <LazyBusinessRows customer={customer} />}
            <PersonalDetailsRow customer={customer} />
            <EmailRow customer={customer} />
            <SecurityRow />
            <AddressesRow customer={customer} />
            <PaymentMethodRow customer={customer} />
            <NewsletterRow />
            <CookiesRow />
            <LazyPlacesRow />
            <PositionsRow customer={customer} />
          </SettingsList>
        )}
      </CustomerContent>
      <DeleteAccountCard />
    </AccountPage>
  )
}
