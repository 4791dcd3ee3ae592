import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Download from 'lucide-react/icons/download'
import X from 'lucide-react/icons/x'
import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import styles from './toast-region.module.css'
import { toasts as pageToasts, type Toast, type Toasts } from './toasts.ts'

/**
 * Shows the toasts, top-center and dark in both colour schemes (PL-111). Mount it once at start: screen readers
 * announce only changes of a region that exists. Timers are paused while it is hovered or focused.
 */
export function ToastRegion({ label, closeLabel, toasts = pageToasts }: ToastRegionProps) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  return (
    // React Aria hides everything outside an open dialog unless it is marked like this.
    <section
      aria-label={label}
      data-react-aria-top-layer="true"
      className={styles.region}
      onPointerEnter={toasts.pause}
      onPointerLeave={toasts.resume}
      onFocus={toasts.pause}
      onBlur={toasts.resume}
    >
      <div role="status" aria-live="polite" aria-atomic="false">
        {shown.map(toast => (
          <ToastCard
            key={toast.id}
            toast={toast}
            closeLabel={closeLabel}
            close={() => toasts.close(toast.id)}
          />
        ))}
      </div>
    </section>
  )
}

export interface ToastRegionProps {
  label: string
  closeLabel: string
  /** Default: the queue of the page. */
  toasts?: Toasts
}

function ToastCard({ toast, closeLabel, close }: { toast: Toast; closeLabel: string; close: () => void }) {
  const { action } = toast
  return (
    <div className={styles.toast}>
      {toast.kind && <Icon of={ICONS[toast.kind]} />}
      <div className={styles.text}>{toast.text}</div>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            close()
            action.onAction()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label={closeLabel} onClick={close}>
        <Icon of={X} size={18} />
      </button>
    </div>
  )
}

const ICONS = { progress: Download, success: CircleCheck, error: CircleAlert }
