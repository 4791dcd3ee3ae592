import { SettingsRow } from '#web/domains/settings/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The row of places while its code or the choice is loading, as high as the row itself. */
export function PlacesRowLoading() {
  const { text } = useTexts()
  return (
    <SettingsRow label={text('places.title')}>
      <p>{text('places.text')}</p>
      <Skeleton width="50%" height="1.45em" />
    </SettingsRow>
  )
}
