import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import { createSelectionDraft } from '#contract/selection-drafts.ts'
import { call } from '#web/platform/http/call.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { RepeatedRequest } from '#web/platform/operations/repeated-request.ts'
import { toasts } from '#web/ui/toasts.ts'
import { draftKeys } from './suggestion-queries.ts'

/**
 * Suggests a selection and opens it. After a failure the same options repeat the request: a lost answer leaves no second
 * draft.
 */
export function useNewDraft() {
  const { text } = useTexts()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [request] = useState(() => new RepeatedRequest())
  return useMutation({
    mutationFn: ({ version, ...body }: NewDraft) =>
      call(createSelectionDraft, { body: { ...body, draftId: request.getId([body, version]) } }),
    onSuccess: ({ draftId, ...draft }) => {
      request.end()
      queries.setQueryData(draftKeys.draft(draftId), { draftId, ...draft })
      return navigate({ to: PATHS.suggestedSelection, params: { draftId } })
    },
    onError: () =>
      void toasts.add({ subject: 'suggestion', text: text('suggest.create-failed'), kind: 'error' }),
  })
}

interface NewDraft extends Omit<Input<typeof createSelectionDraft>['body'], 'draftId'> {
  /** The version of the draft whose photos are kept. */
  version?: number
}
