import type { ReactNode } from 'react'

/** How long a toast stays: what just began, and what ended or failed (PL-111). */
export const TOAST_SHORT_MS = 5000
export const TOAST_LONG_MS = 10_000

export interface Toast {
  id: number
  text: ReactNode
  /** progress and error are drawn with their icon; undefined: text only */
  kind?: 'progress' | 'success' | 'error'
  action?: { label: string; onAction: () => void }
  /** null: stays until closed */
  timeoutMs: number | null
}

export type NewToast = Omit<Toast, 'id' | 'timeoutMs'> & { timeoutMs?: number | null }

/** The page's toasts, for use anywhere; a ToastRegion shows them. */
export const toasts = createToasts()

/**
 * A queue of toasts. `add` answers the id for `close`; errors stay 10 s by default, all others 5 s. `pause` stops
 * every clock (someone points at or focuses a toast), `resume` lets each run on for what was left of it.
 */
export function createToasts() {
  let shown: readonly Toast[] = []
  let lastId = 0
  let paused = false
  const clocks = new Map<number, Clock>()
  const listeners = new Set<() => void>()

  const show = (next: readonly Toast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const close = (id: number) => {
    clocks.get(id)?.stop()
    clocks.delete(id)
    show(shown.filter(toast => toast.id !== id))
    // Whoever paused it may be gone with the last toast: its leave event never comes.
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
        const clock = createClock(timeoutMs, () => close(id))
        clocks.set(id, clock)
        if (!paused) clock.run()
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
      for (const clock of clocks.values()) clock.stop()
    },
    resume() {
      paused = false
      for (const clock of clocks.values()) clock.run()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    current: () => shown,
  }
}

export type Toasts = ReturnType<typeof createToasts>

interface Clock {
  run: () => void
  stop: () => void
}

function createClock(ms: number, over: () => void): Clock {
  let left = ms
  let since = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    run() {
      if (timer !== undefined) return
      since = performance.now()
      timer = setTimeout(over, left)
    },
    stop() {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      left -= performance.now() - since
    },
  }
}
