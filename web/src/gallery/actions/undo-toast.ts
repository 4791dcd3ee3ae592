import type { LibraryPush } from '#contract/push.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { subscribeLibrary } from '#web/platform/push/library.ts'
import { TOAST_LONG_MS, toasts } from '#web/ui/toasts.ts'

/**
 * Reports a change in a toast that offers to undo it for 10 s, if it can be undone. The toast closes earlier when there
 * is nothing to undo any more, because the change was reversed or its object deleted, here or on another device.
 */
export function showUndoToast(
  { subject, text, undo, isObsoleteAfter }: UndoToast,
  texts: Pick<Texts, 'text'>,
): void {
  const toast = { subject, text, kind: 'success', timeoutMs: TOAST_LONG_MS } as const
  if (!undo) return void toasts.add(toast)
  const subscription = subscribeLibrary(message => {
    if (isObsoleteAfter(message)) toasts.close(id)
  })
  const id = toasts.add({
    ...toast,
    action: { label: texts.text('action.undo'), onAction: undo, isUndo: true },
    onClose: () => subscription.close(),
  })
}

export interface UndoToast {
  /** Every other toast about the same photos or album has the same subject, so that it replaces this one. */
  subject: string
  text: string
  /** Undefined if it cannot be undone. */
  undo: (() => void) | undefined
  /** Whether nothing is left to undo after this change of the library. */
  isObsoleteAfter: (message: LibraryPush) => boolean
}
