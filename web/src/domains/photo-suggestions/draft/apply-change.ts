import type { Image } from '#contract/photos.ts'
import type { DraftChange, SelectionDraft } from '#contract/selection-drafts.ts'

export type Change = Omit<DraftChange, 'version'>

/** A change that is shown before the service has answered; `image`: the photo that is swapped in. */
export interface RequestedChange {
  change: Change
  image?: Image | undefined
}

/** Returns the draft as it looks at once: a photo swapped or left out. All other changes need the service's answer. */
export function applyChange(draft: SelectionDraft, { change, image }: RequestedChange): SelectionDraft {
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
