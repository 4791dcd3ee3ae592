import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Input } from '#contract/endpoint.ts'
import {
  getDraftAlternatives,
  getDraftLeftOut,
  getSelectionDraft,
  type LeftOutKind,
  type SelectionDraft,
  summarizeSuggestionSource,
} from '#contract/selection-drafts.ts'
import { photoKeys } from '#web/domains/photos/index.ts'
import { getAddressStaleTime } from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { callQuery } from '#web/platform/query/call-query.ts'

export type SuggestionInput = Input<typeof summarizeSuggestionSource>['body']

/** Keys of suggestions. They start with the key of photos: deleted photos leave a draft that is shown. */
export const draftKeys = {
  draft: (id: string) => [...photoKeys.all, 'selection-draft', id] as const,
  /** What depends on the choices of a draft. */
  parts: (id: string) => [...photoKeys.all, 'selection-draft-parts', id] as const,
}

/** What a selection would be suggested from ; the last answer stays until the next one is there. */
export const sourceQuery = (input: SuggestionInput) =>
  callQuery([...photoKeys.all, 'suggestion-source', input], summarizeSuggestionSource, {
    body: input,
    placeholderData: keepPreviousData,
  })

/** A suggested selection with its changes. */
export const draftQuery = (id: string) =>
  callQuery(draftKeys.draft(id), getSelectionDraft, { params: { id }, staleTime: getAddressStaleTime })

/** The next best photos in place of a chosen one. */
export function alternativesQuery(
  { draftId, version }: Pick<SelectionDraft, 'draftId' | 'version'>,
  photoId: string,
) {
  return callQuery([...draftKeys.parts(draftId), 'alternatives', photoId, version], getDraftAlternatives, {
    params: { id: draftId, photoId },
    staleTime: getAddressStaleTime,
  })
}

/** Photos that a draft leaves out for one reason, page by page. */
export const leftOutQuery = (draftId: string, kind: LeftOutKind) =>
  infiniteQueryOptions({
    queryKey: [...draftKeys.parts(draftId), 'left-out', kind] as const,
    queryFn: ({ pageParam: cursor, signal }) =>
      call(getDraftLeftOut, { params: { id: draftId, kind }, query: { cursor } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: getAddressStaleTime,
  })
