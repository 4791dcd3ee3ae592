import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updatePlaceChoice } from '#contract/places.ts'
import { call } from '#web/platform/http/call.ts'
import { placeChoiceQuery } from './place-choice-query.ts'

/** Turns places on or off. */
export function usePlaceChoice() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => call(updatePlaceChoice, { body: { isOn } }),
    onSuccess: choice => {
      queries.setQueryData(placeChoiceQuery.queryKey, choice)
      void queries.invalidateQueries({ queryKey: ['places'] })
      void queries.invalidateQueries({ queryKey: ['photos'] })
    },
  })
}
