import { useId } from 'react'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconProps } from '#web/ui/icon.tsx'
import styles from './choice-chips.module.css'

/** One of few, each a chip. */
export function ChoiceChips<T extends string>({ legend, options, value, onChange }: ChoiceChipsProps<T>) {
  const name = useId()
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className="ui-cluster8">
        {options.map(({ id, label, note, icon }) => (
          <label key={id} className={classes('ui-inline-row8 ui-small', styles.chip)}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === value}
              className={classes('ui-cover', styles.input)}
              onChange={() => onChange(id)}
            />
            {icon && <Icon of={icon} size={16} />}
            <span>{label}</span>
            {note && <span className={classes('ui-quiet ui-plain', styles.note)}>{note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ChoiceChipsProps<T extends string> {
  legend: string
  options: readonly { id: T; label: string; note?: string | undefined; icon?: IconProps['of'] }[]
  value: T
  onChange: (id: T) => void
}
