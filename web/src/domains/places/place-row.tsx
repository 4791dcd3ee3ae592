import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Image } from '#contract/photos.ts'
import { getPhotoPlace, removePhotoPlace } from '#contract/places.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { callQuery } from '#web/platform/query/call-query.ts'
import { Button } from '#web/ui/button.tsx'
import { formatTown } from './format-town.ts'
import { townsQuery } from './towns-query.ts'

/** The town of a photo in its details, and the button that removes it for good; nothing without one. */
export function PlaceRow({ image }: { image: Pick<Image, 'imageId'> }) {
  const { text, locale } = useTexts()
  const queries = useQueryClient()
  const queryKey = ['places', 'photo', image.imageId]
  const params = { id: image.imageId }
  const { data } = useQuery(callQuery(queryKey, getPhotoPlace, { params, query: { locale } }))
  const remove = useMutation({
    mutationFn: () => call(removePhotoPlace, { params }),
    onSuccess: () => {
      queries.setQueryData(queryKey, {})
      void queries.invalidateQueries({ queryKey: ['photos'] })
      void queries.invalidateQueries({ queryKey: townsQuery(locale).queryKey })
    },
  })
  if (!data?.town) return null
  return (
    <div>
      <dt>{text('places.row')}</dt>
      <dd>
        {formatTown(data.town, locale)}
        <span className="ui-note ui-block">
          {text(remove.isError ? 'places.remove.failed' : 'places.only-you')}
        </span>
        <Button variant="text" size="small" pending={remove.isPending} onClick={() => remove.mutate()}>
          {text('places.remove')}
        </Button>
      </dd>
    </div>
  )
}
