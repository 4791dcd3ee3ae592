import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Image } from '#contract/photos.ts'
import {
  decideGroup,
  separateCopies,
  type TidyUpGroup,
  type TidyUpKind,
  undoDecision,
} from '#contract/tidy-up.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { reloadTidyUp } from './queries.ts'

/** A group that was decided on this page, which is shown as one line. */
export interface Decided {
  /** Undoes it. */
  id: string
  binned: number
  image: Image | undefined
  /** The group that follows it. */
  before: string | undefined
}

/** What the customer has decided on this page, and the calls that do it. */
export function useDecisions(kind: TidyUpKind, groups: readonly TidyUpGroup[]) {
  const queries = useQueryClient()
  const { text } = useTexts()
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const [pendingIds, setPendingIds] = useState<ReadonlySet<string>>(new Set())
  const run = async (id: string, failure: MessageId, work: () => Promise<void>) => {
    setPendingIds(ids => new Set(ids).add(id))
    try {
      await work()
    } catch (error) {
      const isChanged = error instanceof HttpFailure && (error.status === 409 || error.status === 404)
      if (!isChanged) reportFailure(error)
      toasts.add({ subject: 'tidy-up', kind: 'error', text: text(isChanged ? 'tidy-up.changed' : failure) })
    }
    await reloadTidyUp(queries)
    setPendingIds(ids => new Set([...ids].filter(other => other !== id)))
  }
  const add = (item: Omit<Decided, 'before'>, groupId: string) => {
    const place = groups.findIndex(group => group.groupId === groupId)
    const before = groups[place + 1]?.groupId
    setDecided(items => [
      ...items.map(other => (other.before === groupId ? { ...other, before } : other)),
      { ...item, before },
    ])
  }
  return {
    decided,
    /** Groups and decisions for which a call is made. */
    pendingIds,
    /** Moves all photos of a group to the bin except these. */
    decide: (group: TidyUpGroup, keep: readonly string[]) =>
      run(group.groupId, 'tidy-up.failed', async () => {
        const { groupId, version } = group
        const answer = await call(decideGroup, {
          params: { kind, groupId },
          body: { version, keep: [...keep] },
        })
        // Pictures in the bin have other addresses.
        const image = group.members.find(({ image }) => keep.includes(image.imageId))?.image
        add({ id: answer.decisionId, binned: answer.binned, image }, groupId)
      }),
    /** Separates all photos of a group from each other. */
    separate: ({ groupId, members }: TidyUpGroup) =>
      run(groupId, 'tidy-up.failed', async () => {
        const photoIds = members.map(({ image }) => image.imageId)
        await call(separateCopies, { params: { groupId }, body: { photoIds } })
      }),
    undo: (id: string) =>
      run(id, 'tidy-up.undo-failed', async () => {
        await call(undoDecision, { params: { id } })
        setDecided(items => items.filter(item => item.id !== id))
      }),
  }
}

export type Decisions = ReturnType<typeof useDecisions>
