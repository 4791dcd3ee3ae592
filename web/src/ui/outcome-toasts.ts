import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { type NewToast, toasts } from './toasts.ts'

/** How long a deletion can be undone. */
const UNDO_MS = 8000

/** Subject of the toasts, so that they replace each other, and their position. */
type ToastSubject = Pick<NewToast, 'subject' | 'place'>

/** Shows a deletion that has begun, and offers to undo it. Resolves with whether it succeeded; a failure is shown. */
export async function showDeletion(toastSubject: ToastSubject, deletion: Deletion): Promise<boolean> {
  const { deleting, restore, kind, texts } = deletion
  const undo = async () => {
    await deleting
    await restore()
    toasts.add({ ...toastSubject, text: texts.restored, kind: 'success' })
  }
  toasts.add({
    ...toastSubject,
    text: texts.deleted,
    kind,
    timeoutMs: UNDO_MS,
    action: {
      label: texts.undo,
      isUndo: true,
      onAction: () => void showFailure(toastSubject, undo(), texts.restoreFailed),
    },
  })
  return showFailure(toastSubject, deleting, texts.deleteFailed)
}

interface Deletion {
  deleting: Promise<void>
  restore: () => Promise<unknown>
  kind?: 'success'
  texts: Record<'deleted' | 'undo' | 'restored' | 'deleteFailed' | 'restoreFailed', string>
}

/** Reports a failure of `work`, and shows it with this text. Resolves with whether it succeeded. */
export async function showFailure(
  toastSubject: ToastSubject,
  work: Promise<unknown>,
  text: string,
): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    reportFailure(error)
    toasts.add({ ...toastSubject, text, kind: 'error' })
    return false
  }
}
