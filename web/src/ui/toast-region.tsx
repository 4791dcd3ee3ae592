import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import { useSyncExternalStore } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './toast-region.module.css'
import { toasts as pageToasts, type Toast, type Toasts } from './toasts.ts'
import { UNDO_KEY, useUndoKey } from './use-undo-key.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * Shows the toasts, dark in both colour schemes: those of downloads top-center, all others at the bottom.
 * Mount it once at start: screen readers announce only changes of a region that exists. Timers are paused
 * while it is hovered or focused. Ctrl or Cmd + Z undoes what the last toast reports.
 */
export function ToastRegion({ label, closeLabel, undoHint, toasts = pageToasts }: ToastRegionProps) {
  const visibleToasts = useSyncExternalStore(toasts.subscribe, toasts.current)
  useUndoKey(toasts.undo)
  const cards = (place: Toast['place']) =>
    visibleToasts
      .filter(toast => toast.place === place)
      .map(toast => (
        <ToastCard
          key={toast.id}
          toast={toast}
          closeLabel={closeLabel}
          undoHint={undoHint}
          run={() => toasts.run(toast)}
          close={() => toasts.close(toast.id)}
        />
      ))
  return (
    // React Aria hides everything outside an open dialog unless it is marked like this.
    <section
      aria-label={label}
      data-react-aria-top-layer="true"
      onPointerEnter={toasts.pause}
      onPointerLeave={toasts.resume}
      onFocus={toasts.pause}
      onBlur={toasts.resume}
    >
      <div role="status" aria-live="polite" aria-atomic="false" className={styles.region}>
        <div>{cards('top')}</div>
        <div>{cards(undefined)}</div>
      </div>
    </section>
  )
}

export interface ToastRegionProps {
  label: string
  closeLabel: string
  /** Tells screen readers the key that undoes. */
  undoHint: string
  /** Default: the queue of the page. */
  toasts?: Toasts
}

function ToastCard({ toast, closeLabel, undoHint, run, close }: ToastCardProps) {
  const { action } = toast
  return (
    <div className={classes('ui-row12 ui-medium ui-edge-in-contrast', styles.toast)}>
      {toast.kind && <Icon of={ICONS[toast.kind]} />}
      <div className={classes('ui-fill', styles.text)}>{toast.text}</div>
      {action?.isUndo && <VisuallyHidden>{undoHint}</VisuallyHidden>}
      {action && (
        <button
          type="button"
          className={styles.action}
          aria-keyshortcuts={action.isUndo ? UNDO_KEY : undefined}
          onClick={run}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={classes('ui-fixed ui-centered', styles.close)}
        aria-label={closeLabel}
        onClick={close}
      >
        <Icon of={X} size={18} />
      </button>
    </div>
  )
}

interface ToastCardProps extends Pick<ToastRegionProps, 'closeLabel' | 'undoHint'> {
  toast: Toast
  run: () => void
  close: () => void
}

const ICONS = { progress: Download, success: CircleCheck, error: CircleAlert }
