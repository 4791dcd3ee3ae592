import { type ComponentProps, useId } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconProps } from './icon.tsx'
import styles from './icon-button.module.css'
import { useTooltip } from './tooltip.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/** A round button with an icon; `label` is its accessible name and tooltip. `disabledReason` as in Button. */
export function IconButton({
  icon,
  label,
  tone = 'plain',
  size = 20,
  disabledReason,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const reasonId = useId()
  const tooltip = useTooltip(disabledReason || label)
  return (
    <>
      <button
        type="button"
        {...rest}
        {...tooltip.trigger}
        aria-label={label}
        aria-disabled={disabledReason ? true : undefined}
        aria-describedby={disabledReason ? reasonId : undefined}
        className={classes(styles.button, styles[tone], className)}
        onClick={event => {
          if (!disabledReason) return onClick?.(event)
          event.preventDefault()
          tooltip.show(event.currentTarget)
        }}
      >
        <Icon of={icon} size={size} />
      </button>
      {disabledReason && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
      {tooltip.bubble}
    </>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: IconProps['of']
  label: string
  /** bar: on the selection bar; dark: on photos and in the viewer, the same in both colour schemes. */
  tone?: 'plain' | 'bar' | 'dark'
  /** of the icon, px */
  size?: number
  disabledReason?: string | false
}
