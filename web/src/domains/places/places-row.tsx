import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlaceChoice } from '#contract/places.ts'
import { SettingsNote, SettingsRow } from '#web/domains/settings/index.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { placeChoiceQuery } from './place-choice-query.ts'
import { PlacesDialog } from './places-dialog.tsx'
import { usePlaceChoice } from './use-place-choice.ts'

/** Names of towns for photos: off, or on with the number of named photos. Turning it on asks first. */
export function PlacesRow() {
  const { texts, text } = useTexts()
  const [isAsking, setAsking] = useState(false)
  const choice = useQuery(placeChoiceQuery)
  const update = usePlaceChoice()
  const { data } = choice
  const choose = (isOn: boolean) => (isOn ? setAsking(true) : update.mutate(false))
  return (
    <SettingsRow
      label={text('places.title')}
      renderAction={labelId =>
        data && (
          <Switch
            labelId={labelId}
            checked={update.isPending ? update.variables : data.isOn}
            onChange={choose}
          />
        )
      }
    >
      <p>{text('places.text')}</p>
      {data && <SettingsNote>{getNote(texts, data)}</SettingsNote>}
      {data?.isOn && <SettingsNote>{text('places.attribution')}</SettingsNote>}
      {choice.isPending && <Skeleton width="50%" height="1.45em" />}
      {choice.isError && !data && <LoadFailed retry={choice.refetch} id="places.load-failed" />}
      {update.isError && <AlertBanner kind="error">{text('places.failed')}</AlertBanner>}
      {isAsking && <PlacesDialog onClose={() => setAsking(false)} />}
    </SettingsRow>
  )
}

function getNote({ text }: Texts, { isOn, state, withTown }: PlaceChoice): string {
  if (state === 'working') return text(isOn ? 'places.finding' : 'places.deleting', { count: withTown })
  return isOn ? text('places.named', { count: withTown }) : text('places.off')
}
