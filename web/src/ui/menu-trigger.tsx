import { type ReactNode, useRef, useState } from 'react'
import { Button, type ButtonSize } from './button.tsx'
import type { IconProps } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { LazyMenu } from './lazy-components.ts'
import type { MenuEntry, MenuProps } from './menu.tsx'

/** A button that opens a menu; `label` names both. Without children it is an IconButton. Loads the menu on demand. */
export function MenuTrigger({ label, icon, children, items, placement, size }: MenuTriggerProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const triggerProps = {
    ref: trigger,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
  }
  return (
    <>
      {children === undefined && icon ? (
        <IconButton {...triggerProps} icon={icon} label={label} />
      ) : (
        <Button {...triggerProps} icon={icon} variant="plain" size={size} aria-label={label}>
          {children}
        </Button>
      )}
      {open && (
        <LazyMenu
          triggerRef={trigger}
          onClose={() => setOpen(false)}
          label={label}
          items={items}
          placement={placement}
        />
      )}
    </>
  )
}

export interface MenuTriggerProps {
  label: string
  icon?: IconProps['of']
  /** Content of the button; without it only the icon is shown. */
  children?: ReactNode
  items: MenuEntry[]
  placement?: MenuProps['placement']
  size?: ButtonSize
}
