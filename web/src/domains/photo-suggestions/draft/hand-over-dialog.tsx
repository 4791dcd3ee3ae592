import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './hand-over-dialog.module.css'

/** 'Use 60 photos': what becomes of the suggested photos. */
export function HandOverDialog({ count, options, tooSmallCount, onChoose, onClose }: HandOverDialogProps) {
  const { text } = useTexts()
  return (
    <Dialog size="small" title={text('suggested.use', { count })} onClose={onClose}>
      <ul className="ui-stack8">
        {options.map(({ id, icon, title, description, disabledReason }) => (
          <li key={id}>
            <button
              type="button"
              className={classes('ui-row16 ui-ink', styles.option)}
              aria-disabled={disabledReason ? true : undefined}
              onClick={() => {
                if (!disabledReason) onChoose(id)
              }}
            >
              <Icon of={icon} size={24} />
              <span className="ui-stack ui-fill">
                <strong className="ui-bold">{title}</strong>
                <span className="ui-small ui-quiet">{disabledReason ?? description}</span>
              </span>
              <Icon of={ChevronRight} />
            </button>
          </li>
        ))}
      </ul>
      <p className="ui-above16 ui-note">
        {text('suggested.use.order')}
        {tooSmallCount > 0 && ` ${text('suggested.use.too-small', { count: tooSmallCount })}`}
      </p>
    </Dialog>
  )
}

export interface HandOverOption {
  id: string
  icon: LucideIcon
  title: string
  description: string
  /** Why it is not possible for these photos. */
  disabledReason?: string | undefined
}

export interface HandOverDialogProps {
  count: number
  options: readonly HandOverOption[]
  /** How many of them are too small for a full page of a product that has pages. */
  tooSmallCount: number
  onChoose: (id: string) => void
  onClose: () => void
}
