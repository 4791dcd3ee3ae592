import type { ReactNode } from 'react'

/** Duration of a toast: short for a started operation, long for a finished or failed one (PL-111). */
export const TOAST_SHORT_MS = 5000
export const TOAST_LONG_MS = 10_000

export interface Toast {
  id: number
  text: ReactNode
  /** Gives the toast its icon; undefined: text only */
  kind?: 'progress' | 'success' | 'error'
  action?: { label: string; onAction: () => void }
  /** null: stays until closed */
  timeoutMs: number | null
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
  const listeners = new Set<() => void>()

  const show = (next: readonly Toast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const close = (id: number) => {
    timers.get(id)?.stop()
    timers.delete(id)
    show(shown.filter(toast => toast.id !== id))
    // Resumes without a leave event: the hovered or focused toast may have been removed with the last one.
    if (shown.length === 0) paused = false
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
      show([...shown, { ...toast, id, timeoutMs }])
      return id
    },
    close,
    clear() {
      for (const toast of shown) close(toast.id)
    },
    pause() {
      paused = true
      for (const timer of timers.values()) timer.stop()
    },
    resume() {
      paused = false
      for (const timer of timers.values()) timer.run()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
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
