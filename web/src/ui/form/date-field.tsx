import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import styles from './date-field.module.css'
import { FieldNotes, useField } from './field.tsx'
import textStyles from './text-field.module.css'

/**
 * The date of a birth inside a Form, which the browser can fill in: day, month and year as numbers in the language's
 * order. Its value is YYYY-MM-DD, '' while all three are empty, and not a valid date while some are.
 */
export function DateField({ name, label, optional, defaultValue }: DateFieldProps) {
  const { text, locale } = useTexts()
  const { pending, field, notes } = useField(name)
  const [year = '', month = '', day = ''] = defaultValue.split('-')
  const [values, setValues] = useState<Record<DatePart, string>>({
    day: trimLeadingZeros(day),
    month: trimLeadingZeros(month),
    year,
  })
  return (
    <fieldset className={`${textStyles.field} ${styles.date}`}>
      <legend className="ui-small ui-medium">
        {label} {optional && <span className="ui-plain ui-faint">{optional}</span>}
      </legend>
      <div className={styles.parts}>
        {listDateParts(locale).map(part => (
          <label key={part} className="ui-stack4 ui-narrow">
            <span className="ui-note">{text(`field.${part}`)}</span>
            <input
              {...field}
              className={`${textStyles.input} ${styles[part]}`}
              data-part={part}
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              maxLength={part === 'year' ? 4 : 2}
              readOnly={pending}
              value={values[part]}
              onChange={({ currentTarget: { value } }) => setValues(before => ({ ...before, [part]: value }))}
            />
          </label>
        ))}
      </div>
      <input type="hidden" name={name} value={formatDate(values)} />
      <FieldNotes {...notes} />
    </fieldset>
  )
}

export interface DateFieldProps {
  name: string
  label: string
  /** The word beside the label of a field that may stay empty. */
  optional?: string
  /** YYYY-MM-DD or ''. */
  defaultValue: string
}

type DatePart = 'day' | 'month' | 'year'

function listDateParts(locale: string): DatePart[] {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  return parts.filter((type): type is DatePart => type === 'day' || type === 'month' || type === 'year')
}

function formatDate({ day, month, year }: Record<DatePart, string>): string {
  const typedParts = [year, month, day].map(part => part.trim())
  if (typedParts.every(part => part === '')) return ''
  return [typedParts[0], ...typedParts.slice(1).map(part => part?.padStart(2, '0'))].join('-')
}

const trimLeadingZeros = (number: string) => number.replace(/^0+/, '')
