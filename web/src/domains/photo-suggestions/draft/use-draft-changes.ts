import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { Image } from '#contract/photos.ts'
import { changeSelectionDraft, type DraftChange, type SelectionDraft } from '#contract/selection-drafts.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { draftKeys, draftQuery } from '../suggestion-queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The version of a draft that this entry of the history shows. */
    draftVersion?: number
  }
}

/**
 * Changes of a draft, one after the other. Each is an entry of the browser's history with the version that it made:
 * Back, Forward and the toast's 'Undo' restore the version of the entry they lead to. A change that fails is taken back. A draft that
 * was changed in another window is loaded again, and the customer told.
 */
export function useDraftChanges({ draftId, version }: SelectionDraft) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const router = useRouter()
  const entryVersion = useLocation({ select: ({ state }) => state.draftVersion })
  /** The version of the history entry whose content is shown. */
  const shownVersion = useRef<number>(undefined)
  const key = draftKeys.draft(draftId)
  const mutationKey = ['selection-draft', draftId]

  const writeEntry = async (draftVersion: number, replace: boolean) => {
    shownVersion.current = draftVersion
    await router.navigate({ to: '.', search: true, state: { draftVersion }, replace, resetScroll: false })
  }
  /** The draft as the service has it: what is shown may be ahead of it. */
  const answered = useRef<SelectionDraft>(undefined)
  const isShown = () => router.state.location.pathname.endsWith(draftId)

  const mutation = useMutation({
    mutationKey,
    // One after the other: each names the version that the one before it made.
    scope: { id: `selection-draft ${draftId}` },
    // Without a connection a change fails at once, instead of being shown as made until there is one.
    networkMode: 'always',
    mutationFn: async ({ change }: RequestedChange) => {
      const before = queries.getQueryData<SelectionDraft>(key)?.version ?? 1
      const options = { unloggedStatuses: [409] }
      const params = { id: draftId }
      const after = await call(
        changeSelectionDraft,
        { params, body: { ...change, version: before } },
        options,
      )
      return { before, after }
    },
    onMutate: async requested => {
      await queries.cancelQueries({ queryKey: key })
      // With changes before this one the draft is shown ahead of its answers.
      if (queries.isMutating({ mutationKey }) === 1) answered.current = queries.getQueryData(key)
      queries.setQueryData<SelectionDraft>(key, shown => shown && applyChange(shown, requested))
    },
    onSuccess: async ({ before, after }, { change }) => {
      answered.current = after
      queries.setQueryData(key, after)
      void queries.invalidateQueries({ queryKey: draftKeys.parts(draftId) })
      if (!isShown()) return
      if (change.restore !== undefined) {
        toasts.close(toastId.current)
        // Another step may have been taken meanwhile: its entry keeps its version.
        if (router.state.location.state.draftVersion === change.restore) await writeEntry(after.version, true)
        return
      }
      await writeEntry(before, true)
      await writeEntry(after.version, false)
      toastId.current = toasts.add({
        subject: `selection-draft ${draftId}`,
        text: text(findDoneText(change)),
        kind: 'success',
        action: { label: text('action.undo'), onAction: () => router.history.back(), isUndo: true },
      })
    },
    onError: async error => {
      const isConflict = error instanceof HttpFailure && error.status === 409
      if (!isConflict) reportFailure(error)
      toasts.add({
        subject: `selection-draft ${draftId}`,
        text: text(isConflict ? 'suggested.changed-elsewhere' : 'suggested.change-failed'),
        kind: 'error',
      })
      queries.setQueryData(key, answered.current)
      const current = await queries
        .fetchQuery({ ...draftQuery(draftId), staleTime: 0, networkMode: 'always' })
        .catch(() => answered.current)
      if (current && isShown()) await writeEntry(current.version, true)
    },
  })
  const toastId = useRef(0)
  useEffect(() => () => toasts.close(toastId.current), [])

  const { mutate } = mutation
  const followHistory = useEffectEvent((entry: number | undefined) => {
    if (shownVersion.current === undefined) {
      shownVersion.current = version
      // A reload shows what the service has.
      if (entry !== undefined && entry !== version) void writeEntry(version, true)
    } else if (entry !== undefined && entry !== shownVersion.current) {
      shownVersion.current = entry
      mutate({ change: { restore: entry } })
    }
  })
  useEffect(() => followHistory(entryVersion), [entryVersion])

  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as RequestedChange).change,
  })
  const request = useCallback((requested: RequestedChange) => mutate(requested), [mutate])
  return { request, pending }
}

function findDoneText({ swap, add, remove }: RequestedChange['change']): MessageId {
  if (swap) return 'suggested.swapped'
  if (add) return 'suggested.added'
  return remove ? 'suggested.removed' : 'suggested.resized'
}

type Change = Omit<DraftChange, 'version'>

/** A change that is shown before the service has answered; `image`: the photo that is swapped in. */
interface RequestedChange {
  change: Change
  image?: Image | undefined
}

/** Returns the draft as it looks at once: a photo swapped or left out. All other changes need the service's answer. */
function applyChange(draft: SelectionDraft, { change, image }: RequestedChange): SelectionDraft {
  const { swap, remove } = change
  const id = swap?.out ?? remove
  if (!id || (swap && !image)) return draft
  return {
    ...draft,
    events: draft.events.map(event => ({
      ...event,
      choices: event.choices.flatMap(choice => {
        if (choice.image.imageId !== id) return [choice]
        return image ? [{ image, reason: { kind: 'customer' as const } }] : []
      }),
    })),
  }
}
