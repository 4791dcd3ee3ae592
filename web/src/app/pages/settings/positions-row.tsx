import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Customer, patchCustomer } from '#contract/customers.ts'
import { customerQuery } from '#web/domains/customers/index.ts'
import { SettingsRow } from '#web/domains/settings/index.ts'
import { sharedAlbumsSummaryQuery } from '#web/domains/shared-albums/index.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** Whether members of shared albums see where the customer's photos were taken; nothing without a shared album while it is off. */
export function PositionsRow({ customer: { sharesPositions } }: { customer: Customer }) {
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
