import type { LibraryPush } from '#contract/push.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { toasts } from '#web/ui/toasts.ts'

/**
 * Reports a change in a toast that offers to undo it for 10 s. The toast closes earlier when there is nothing to undo any
 * more, because the change was reversed or its object deleted, here or on another device (RV-106).
 */
export function showUndoToast(
  { subject, text, undo, isObsoleteAfter }: UndoToast,
  texts: Pick<Texts, 'text'>,
): void {
  const subscription = subscribeLibrary(message => {
    if (isObsoleteAfter(message)) toasts.close(id)
  })
  const id = toasts.add({
    subject,
    text,
    kind: 'success',
    timeoutMs: UNDO_MS,
    action: { label: texts.text('action.undo'), onAction: undo, isUndo: true },
    onClose: () => subscription.close(),
  })
}

const UNDO_MS = 10_000

export interface UndoToast {
  /** Every other toast about the same photos or album has the same subject, so that it replaces this one. */
  subject: string
  text: string
  undo: () => void
  /** Whether nothing is left to undo after this change of the library. */
  isObsoleteAfter: (message: LibraryPush) => boolean
}
