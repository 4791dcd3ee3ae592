import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Icon, type IconProps } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { useTooltip } from './tooltip.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * A button. `disabledReason` disables it but keeps it focusable: it ignores presses and gives the reason in a tooltip
 * and to screen readers; or it names the element beside it that shows the reason. `pending` shows a spinner and ignores presses.
 */
export function Button({
  variant = 'quiet',
  size = 'medium',
  icon,
  pending = false,
  disabledReason,
  className,
  children,
  onClick,
  disabled,
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const shownReasonId = typeof disabledReason === 'object' ? disabledReason.elementId : undefined
  const hiddenReason = typeof disabledReason === 'string' ? disabledReason : ''
  const tooltip = useTooltip(hiddenReason, 0)
  const isDisabled = Boolean(disabledReason) || pending
  return (
    <>
      <button
        type="button"
        {...rest}
        {...(hiddenReason ? tooltip.trigger : {})}
        disabled={disabled}
        aria-disabled={isDisabled || undefined}
        aria-busy={pending || undefined}
        aria-describedby={hiddenReason ? reasonId : (shownReasonId ?? rest['aria-describedby'])}
        className={classes(buttonClass(variant, size), className)}
        onClick={event => {
          if (!isDisabled) return onClick?.(event)
          // A disabled submit button must not submit.
          event.preventDefault()
          if (hiddenReason) tooltip.show(event.currentTarget)
        }}
      >
        {pending ? <Spinner size={18} /> : icon && <Icon of={icon} />}
        {children !== undefined && <span className={styles.label}>{children}</span>}
      </button>
      {hiddenReason && (
        <>
          <VisuallyHidden id={reasonId}>{hiddenReason}</VisuallyHidden>
          {tooltip.bubble}
        </>
      )}
    </>
  )
}

/** Returns the class of a Button for other elements, such as a router's link. */
export function buttonClass(variant: ButtonVariant = 'quiet', size: ButtonSize = 'medium'): string {
  return classes(styles.button, styles[variant], styles[size])
}

/** text: in the accent; plain: in ink, for tool rows; bar: on the dark selection bar. */
export type ButtonVariant = 'primary' | 'quiet' | 'line' | 'text' | 'plain' | 'danger' | 'bar'
/** small: 32 px high in a row of text, its target still 44 px; large: 48 px, forms. */
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: IconProps['of']
  pending?: boolean
  disabledReason?: string | false | { elementId: string } | undefined
  children?: ReactNode
}
