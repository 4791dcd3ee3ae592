import Check from 'lucide-react/icons/check'
import type { RefObject } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'

/** The open list of a Select. */
export function SelectList({ triggerRef, onClose, label, options, value, onChange }: SelectListProps) {
  return (
    <Popover
      triggerRef={triggerRef}
      aria-label={label}
      isOpen
      onOpenChange={open => !open && onClose()}
      placement="bottom start"
      offset={6}
      className={styles.popover ?? ''}
    >
      <ListBox
        aria-label={label}
        autoFocus
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[value]}
        onSelectionChange={keys => {
          const [id] = keys === 'all' ? [] : keys
          if (id !== undefined) onChange(String(id))
        }}
        onAction={id => id === value && onClose()}
        className={styles.list ?? ''}
      >
        {options.map(option => (
          <ListBoxItem key={option.id} id={option.id} textValue={option.label} className={styles.item ?? ''}>
            <Text slot="label" className={styles.label ?? ''}>
              {option.label}
            </Text>
            <span className={styles.tick}>
              <Icon of={Check} size={18} />
            </span>
          </ListBoxItem>
        ))}
      </ListBox>
    </Popover>
  )
}

export interface SelectOption {
  id: string
  label: string
}

interface SelectListProps {
  triggerRef: RefObject<Element | null>
  onClose: () => void
  label: string
  options: SelectOption[]
  value: string
  onChange: (id: string) => void
}
