import type { ReactNode } from 'react'
import { createListeners } from '#web/platform/listeners/listeners.ts'

/** Duration of a toast: short for a started operation, long for a finished or failed one. */
export const TOAST_SHORT_MS = 5000
export const TOAST_LONG_MS = 10_000
/** Number of toasts shown together; for a further one the oldest closes. */
const TOASTS_MAX = 2

export interface Toast {
  id: number
  /** Subject, such as one download: a newer toast of the same subject replaces it. */
  subject: string
  text: ReactNode
  /** Gives the toast its icon; undefined: text only */
  kind?: 'progress' | 'success' | 'error'
  action?: ToastAction
  /** top: centred over the header; default: at the bottom, above the bars of the page */
  place?: 'top'
  /** null: stays until closed */
  timeoutMs: number | null
  /** Called once when it closes for any reason. */
  onClose?: () => void
}

export interface ToastAction {
  label: string
  onAction: () => void
  /** It undoes what the toast reports: Ctrl or Cmd + Z runs it too. */
  isUndo?: boolean
}

export type NewToast = Omit<Toast, 'id' | 'timeoutMs'> & { timeoutMs?: number | null }

/** The page's toasts, for use anywhere; a ToastRegion shows them. */
export const toasts = createToasts()

/**
 * Creates a queue of toasts. `add` returns the id for `close`; errors stay 10 s by default, all others 5 s. `pause`
 * stops all timers (hover or focus), `resume` continues them with their remaining time.
 */
export function createToasts() {
  let visibleToasts: readonly Toast[] = []
  let lastId = 0
  let isPaused = false
  const timers = new Map<number, PausableTimer>()
  const listeners = createListeners()

  const show = (nextToasts: readonly Toast[]) => {
    const closedToasts = visibleToasts.filter(toast => !nextToasts.includes(toast))
    visibleToasts = nextToasts
    for (const { id } of closedToasts) {
      timers.get(id)?.stop()
      timers.delete(id)
    }
    // Resumes without a leave event: the hovered or focused toast may have been removed with the last one.
    if (visibleToasts.length === 0) isPaused = false
    listeners.notify()
    for (const { onClose } of closedToasts) onClose?.()
  }
  const close = (id: number) => show(visibleToasts.filter(toast => toast.id !== id))
  const run = (toast: Toast) => {
    close(toast.id)
    toast.action?.onAction()
  }
  return {
    add(toast: NewToast): number {
      const id = ++lastId
      const timeoutMs =
        toast.timeoutMs === undefined
          ? toast.kind === 'error'
            ? TOAST_LONG_MS
            : TOAST_SHORT_MS
          : toast.timeoutMs
      if (timeoutMs !== null) {
        const timer = createPausableTimer(timeoutMs, () => close(id))
        timers.set(id, timer)
        if (!isPaused) timer.run()
      }
      const otherToasts = visibleToasts.filter(({ subject }) => subject !== toast.subject)
      // Toasts without a timeout are evicted last.
      const oldestToast = otherToasts.find(other => other.timeoutMs !== null) ?? otherToasts[0]
      const remainingToasts =
        otherToasts.length < TOASTS_MAX ? otherToasts : otherToasts.filter(other => other !== oldestToast)
      show([...remainingToasts, { ...toast, id, timeoutMs }])
      return id
    },
    close,
    /** Closes the toast and runs its action. */
    run,
    /** Runs the action of the last toast that offers to undo something; false if there is none. */
    undo(): boolean {
      const lastUndoToast = visibleToasts.findLast(({ action }) => action?.isUndo)
      if (lastUndoToast) run(lastUndoToast)
      return lastUndoToast !== undefined
    },
    clear: () => show([]),
    pause() {
      isPaused = true
      for (const timer of timers.values()) timer.stop()
    },
    resume() {
      isPaused = false
      for (const timer of timers.values()) timer.run()
    },
    subscribe: listeners.subscribe,
    current: () => visibleToasts,
  }
}

export type Toasts = ReturnType<typeof createToasts>

interface PausableTimer {
  run: () => void
  stop: () => void
}

function createPausableTimer(ms: number, onTimeout: () => void): PausableTimer {
  let remaining = ms
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    run() {
      if (timer !== undefined) return
      startedAt = performance.now()
      timer = setTimeout(onTimeout, remaining)
    },
    stop() {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      remaining -= performance.now() - startedAt
    },
  }
}
