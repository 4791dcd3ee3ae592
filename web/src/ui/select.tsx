import { useRef, useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import type { IconProps } from './icon.tsx'
import { LazySelectList } from './lazy-components.ts'
import type { SelectOption } from './select-list.tsx'

/** A select: a button that shows the chosen option and opens the list. Loads the list on demand. */
export function Select<T extends string>({
  label,
  options,
  value,
  onChange,
  icon,
  variant = 'plain',
  shortLabel,
  className,
}: SelectProps<T>) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const selectedLabel = options.find(option => option.id === value)?.label ?? ''
  return (
    <>
      <Button
        ref={trigger}
        icon={icon}
        variant={variant}
        className={className}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={`${label}: ${selectedLabel}`}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {shortLabel ?? selectedLabel}
      </Button>
      {open && (
        <LazySelectList
          triggerRef={trigger}
          onClose={() => setOpen(false)}
          label={label}
          options={options}
          value={value}
          onChange={id => {
            setOpen(false)
            // The list contains only ids of `options`.
            if (id !== value) onChange(id as T)
          }}
        />
      )}
    </>
  )
}

export interface SelectProps<T extends string> {
  label: string
  options: (SelectOption & { id: T })[]
  value: T
  onChange: (value: T) => void
  icon?: IconProps['of']
  variant?: ButtonVariant
  className?: string
  /** Shorter text of the button for the chosen option; its name has the whole label. */
  shortLabel?: string
}
