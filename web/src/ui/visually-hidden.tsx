import type { ReactNode } from 'react'

/** For screen readers only. */
export function VisuallyHidden({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span id={id} className="ui-visually-hidden">
      {children}
    </span>
  )
}
