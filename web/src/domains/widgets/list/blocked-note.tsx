import Ban from 'lucide-react/icons/ban'
import type { Widget } from '#contract/widgets.ts'
import { useConfig } from '#web/platform/config/config-context.tsx'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './blocked-note.module.css'

/** Says that the widget of a blocked order is not shown to anyone. */
export function BlockedNote({ widget: { title, orderCode } }: { widget: Widget }) {
  const { text } = useTexts()
  const { contact } = useConfig().brand.addresses
  return (
    <div className={classes('ui-line12 ui-quiet ui-edge-in-contrast', styles.note)}>
      <Icon of={Ban} />
      <p>
        <strong>{text('widgets.blocked', { title })}</strong>{' '}
        {text('widgets.blocked.order', { order: orderCode })}{' '}
        <a href={contact} rel="noreferrer">
          {text('widgets.blocked.contact')}
        </a>
      </p>
    </div>
  )
}
