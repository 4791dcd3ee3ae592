import Check from 'lucide-react/icons/check'
import Trash2 from 'lucide-react/icons/trash-2'
import { useId } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './keep-or-bin.module.css'

/** 'Keep' or 'Bin' for a photo, as two radio buttons. */
export function KeepOrBin({ label, name, isKept, onChoose }: KeepOrBinProps) {
  const { text } = useTexts()
  const group = `${useId()} ${name}`
  const options = [
    { keep: true, icon: Check, label: text('tidy-up.keep') },
    { keep: false, icon: Trash2, label: text('tidy-up.bin') },
  ]
  return (
    <fieldset className={classes('ui-stack ui-above8 ui-small ui-medium', styles.choice)}>
      <legend className="ui-visually-hidden">{label}</legend>
      {options.map(option => (
        <label
          key={option.label}
          className={classes(
            'ui-row ui-quiet',
            styles.option,
            option.keep === isKept && styles.chosen,
            !option.keep && styles.danger,
          )}
        >
          <input
            type="radio"
            name={group}
            checked={option.keep === isKept}
            className={classes('ui-cover', styles.input)}
            onChange={() => onChoose(option.keep)}
          />
          <Icon of={option.icon} size={16} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

interface KeepOrBinProps {
  /** The photo. */
  label: string
  name: string
  isKept: boolean
  onChoose: (keep: boolean) => void
}
