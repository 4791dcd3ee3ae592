import { Chip } from '../chip.tsx'
import { classes } from '../classes.ts'
import { Icon, type IconProps } from '../icon.tsx'
import styles from './radio-cards.module.css'

/** A choice of one of few, each a card with a title and a line of text. */
export function RadioCards({ label, name, options, value, disabled = false, onChange }: RadioCardsProps) {
  return (
    <fieldset className="ui-stack12" aria-label={label}>
      {options.map(({ id, title, text, icon, chip }) => (
        <label key={id} className={classes('ui-row12', styles.card)}>
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === value}
            disabled={disabled}
            className={styles.input}
            onChange={() => onChange(id)}
          />
          <span className="ui-stack ui-fill">
            <strong className="ui-ink ui-breaks">{title}</strong>
            {text && <span className="ui-note ui-breaks">{text}</span>}
          </span>
          {icon && <Icon of={icon} />}
          {chip && <Chip small>{chip}</Chip>}
        </label>
      ))}
    </fieldset>
  )
}

export interface RadioCardsProps {
  /** The chosen value. */
  label: string
  name: string
  options: readonly {
    id: string
    title: string
    text?: string | undefined
    icon?: IconProps['of']
    chip?: string | undefined
  }[]
  /** Undefined while none is chosen. */
  value: string | undefined
  disabled?: boolean
  onChange: (id: string) => void
}
