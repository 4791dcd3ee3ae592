import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { SettingsRow } from '../list/settings-row.tsx'

/** The boxes of status and details while they are loading. */
export function BusinessRowsLoading() {
  const { text } = useTexts()
  return (
    <>
      <SettingsRow label={text('business.status')}>
        <div role="status">
          <VisuallyHidden>{text('settings.loading')}</VisuallyHidden>
          <Skeleton width="40%" height={28} />
        </div>
      </SettingsRow>
      <SettingsRow label={text('business.details')}>
        <Skeleton width="60%" height={96} />
      </SettingsRow>
    </>
  )
}
