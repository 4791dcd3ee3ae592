import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SettingsRow } from '../list/settings-row.tsx'

/** The boxes of status and details while they are loading. */
export function BusinessRowsLoading() {
  const { text } = useTexts()
  return (
    <>
      <SettingsRow label={text('business.status')}>
        <Loading id="settings.loading">
          <Skeleton width="40%" height={28} />
        </Loading>
      </SettingsRow>
      <SettingsRow label={text('business.details')}>
        <Skeleton width="60%" height={96} />
      </SettingsRow>
    </>
  )
}
