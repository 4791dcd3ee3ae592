import { classes } from '../classes.ts'
import { FieldNotes, useField } from './field.tsx'
import styles from './radio-field.module.css'

/** A choice of one of few, all of them visible, inside a Form. */
export function RadioField({ name, label, hint, options, defaultValue, inCards = false }: RadioFieldProps) {
  const { pending, field, notes } = useField(name, hint)
  return (
    <fieldset className={classes('ui-stack8', styles.group)} {...field}>
      <legend className="ui-small ui-medium">{label}</legend>
      <div className={classes('ui-stack', inCards && styles.cards)}>
        {options.map(option => (
          <label key={option.id} className={classes('ui-row12', styles.option)}>
            <input
              type="radio"
              name={name}
              value={option.id}
              defaultChecked={option.id === defaultValue}
              onClick={event => pending && event.preventDefault()}
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNotes {...notes} />
    </fieldset>
  )
}

export interface RadioFieldProps {
  name: string
  label: string
  hint?: string
  options: readonly { id: string; label: string }[]
  defaultValue: string
  /** Side by side, each in a box. */
  inCards?: boolean
}
