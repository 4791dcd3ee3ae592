import { useId, useState } from 'react'
import { classes } from '../classes.ts'
import { FieldNotes, useField } from './field.tsx'
import styles from './text-area-field.module.css'
import textStyles from './text-field.module.css'

/** A labelled field for several lines of text inside a Form, with its error, its hint and its length below. */
export function TextAreaField({
  name,
  label,
  optional,
  defaultValue = '',
  rows = 4,
  hint,
  count,
  isCode = false,
  onChange,
}: TextAreaFieldProps) {
  const id = useId()
  const { pending, field, notes } = useField(name, hint)
  const [length, setLength] = useState(defaultValue.trim().length)
  return (
    <div className={textStyles.field}>
      <label htmlFor={id} className="ui-small ui-medium">
        {label} {optional && <span className="ui-plain ui-faint">{optional}</span>}
      </label>
      <textarea
        {...field}
        id={id}
        name={name}
        rows={rows}
        readOnly={pending}
        defaultValue={defaultValue}
        onChange={({ currentTarget: { value } }) => {
          setLength(value.trim().length)
          onChange?.(value)
        }}
        autoCapitalize={isCode ? 'off' : undefined}
        autoComplete={isCode ? 'off' : undefined}
        spellCheck={isCode ? false : undefined}
        className={classes(textStyles.input, styles.area, isCode && styles.code)}
      />
      <div className={classes('ui-cluster', styles.notes)}>
        <FieldNotes {...notes} />
        {count && <span className={classes('ui-note', styles.count)}>{count(length)}</span>}
      </div>
    </div>
  )
}

export interface TextAreaFieldProps {
  name: string
  label: string
  /** The word beside the label of a field that may stay empty. */
  optional?: string
  defaultValue?: string
  rows?: number
  hint?: string
  /** The text that says how long it is, such as '71 of 500'. */
  count?: (length: number) => string
  /** Text for machines, such as a key. */
  isCode?: boolean
  onChange?: (value: string) => void
}
