import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Customer, patchCustomer } from '#contract/customers.ts'
import { DeleteAccountCard } from '#web/domains/closures/index.ts'
import { CookiesRow } from '#web/domains/consent/index.ts'
import { customerQuery, useWasSaved } from '#web/domains/customers/index.ts'
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
  SettingsRow,
} from '#web/domains/settings/index.ts'
import { sharedAlbumsSummaryQuery } from '#web/domains/shared-albums/index.ts'
import { NewsletterRow } from '#web/domains/subscriptions/index.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { AccountPage } from '../account-page.tsx'

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

/** Whether members of shared albums see where the customer's photos were taken; nothing without a shared album while it is off. */
function PositionsRow({ customer: { sharesPositions } }: { customer: Customer }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const { data } = useQuery(sharedAlbumsSummaryQuery())
  const save = useMutation({
    // One after the other, so that the last choice is saved last.
    scope: { id: 'positions' },
    mutationFn: (choice: boolean) => call(patchCustomer, { body: { sharesPositions: choice } }),
    onSuccess: customer => queries.setQueryData(customerQuery.queryKey, customer),
  })
  const sharesAlbums = data !== undefined && data.readAlbumsCount + data.grantedAlbumsCount > 0
  if (!sharesAlbums && !sharesPositions && save.isIdle) return null
  return (
    <SettingsRow
      label={text('positions.title')}
      renderAction={labelId => (
        <Switch
          labelId={labelId}
          checked={save.isPending ? save.variables : sharesPositions}
          onChange={choice => save.mutate(choice)}
        />
      )}
    >
      <p>{text('positions.text')}</p>
      {save.isError && <AlertBanner kind="error">{text('settings.save-failed')}</AlertBanner>}
    </SettingsRow>
  )
}
