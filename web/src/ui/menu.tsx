import { type FocusEvent, type RefObject, useId } from 'react'
import { Menu as AriaMenu, MenuItem as AriaMenuItem } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { classes } from './classes.ts'
import { Icon, type IconProps } from './icon.tsx'
import styles from './menu.module.css'

/** An open menu at `triggerRef`. Use MenuTrigger, which loads it on demand. */
export function Menu({ triggerRef, onClose, label, items, placement = 'bottom end' }: MenuProps) {
  const id = useId()
  return (
    <Popover
      triggerRef={triggerRef}
      aria-label={label}
      isOpen
      onOpenChange={open => !open && onClose()}
      placement={placement}
      offset={6}
      className={styles.popover ?? ''}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only observes the focus of the menu. */}
      <div onFocus={focusItem}>
        <AriaMenu
          id={id}
          aria-label={label}
          autoFocus="first"
          onClose={onClose}
          className={styles.list ?? ''}
        >
          {items.map(item => (
            <AriaMenuItem
              key={item.id}
              id={item.id}
              textValue={item.label}
              href={item.href}
              onAction={item.onAction}
              isDisabled={Boolean(item.disabledReason)}
              className={classes(styles.item, item.danger && styles.danger)}
            >
              {item.icon && <Icon of={item.icon} />}
              <Text slot="label" className={styles.label ?? ''}>
                {item.label}
              </Text>
              {(item.disabledReason || item.description) && (
                <Text slot="description" className={styles.description ?? ''}>
                  {item.disabledReason || item.description}
                </Text>
              )}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </div>
    </Popover>
  )
}

/**
 * Moves the focus from the menu to its first item. A click by the keyboard counts as one of a screen reader: then react-aria
 * may leave the focus on the menu itself, where Enter does nothing.
 */
function focusItem({ target }: FocusEvent) {
  if (target.role === 'menu')
    target.querySelector<HTMLElement>('[role=menuitem]:not([aria-disabled=true])')?.focus()
}

export interface MenuProps {
  triggerRef: RefObject<Element | null>
  onClose: () => void
  label: string
  items: MenuEntry[]
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end'
}

export interface MenuEntry {
  id: string
  label: string
  description?: string
  icon?: IconProps['of']
  /** Either `href` or `onAction`. */
  href?: string
  onAction?: () => void
  danger?: boolean
  disabledReason?: string | false
}
