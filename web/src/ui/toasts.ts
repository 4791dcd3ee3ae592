import type { ReactNode } from 'react'
import { createListeners } from '#web/platform/listeners/listeners.ts'

/** Duration of a toast: short for a started operation, long for a finished or failed one (PL-111). */
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
  /** top: centred over the header (PL-111); default: at the bottom, above the bars of the page */
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
 * A queue of toasts. `add` returns the id for `close`; errors stay 10 s by default, all others 5 s. `pause` stops all
 * timers (hover or focus), `resume` continues them with their remaining time.
 */
export function createToasts() {
  let shown: readonly Toast[] = []
  let lastId = 0
  let paused = false
  const timers = new Map<number, PausableTimer>()
  const listeners = createListeners()

  const show = (next: readonly Toast[]) => {
    const closed = shown.filter(toast => !next.includes(toast))
    shown = next
    for (const { id } of closed) {
      timers.get(id)?.stop()
      timers.delete(id)
    }
    // Resumes without a leave event: the hovered or focused toast may have been removed with the last one.
    if (shown.length === 0) paused = false
    listeners.notify()
    for (const { onClose } of closed) onClose?.()
  }
  const close = (id: number) => show(shown.filter(toast => toast.id !== id))
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
        if (!paused) timer.run()
      }
      const others = shown.filter(({ subject }) => subject !== toast.subject)
      // Toasts without a timeout are evicted last.
      const oldest = others.find(other => other.timeoutMs !== null) ?? others[0]
      const staying = others.length < TOASTS_MAX ? others : others.filter(other => other !== oldest)
      show([...staying, { ...toast, id, timeoutMs }])
      return id
    },
    close,
    /** Closes the toast and runs its action. */
    run,
    /** Runs the action of the last toast that offers to undo something; false if there is none. */
    undo(): boolean {
      const last = shown.findLast(({ action }) => action?.isUndo)
      if (last) run(last)
      return last !== undefined
    },
    clear: () => show([]),
    pause() {
      paused = true
      for (const timer of timers.values()) timer.stop()
    },
    resume() {
      paused = false
      for (const timer of timers.values()) timer.run()
    },
    subscribe: listeners.subscribe,
    current: () => shown,
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
