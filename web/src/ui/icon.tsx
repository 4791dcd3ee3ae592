import type { LucideIcon } from 'lucide-react'

/**
 * One icon of lucide-react, imported on its own: `import Plus from 'lucide-react/icons/plus'`.
 * Always decorative: the accessible name comes from the control's label.
 */
export function Icon({ of: Drawing, size = 20, strokeWidth = 1.75 }: IconProps) {
  return (
    <Drawing size={size} strokeWidth={strokeWidth} aria-hidden focusable={false} style={{ flex: 'none' }} />
  )
}

export interface IconProps {
  of: LucideIcon
  /** px */
  size?: number
  strokeWidth?: number
}
