import { useQuery } from '@tanstack/react-query'
import EyeOff from 'lucide-react/icons/eye-off'
import Lock from 'lucide-react/icons/lock'
import Undo from 'lucide-react/icons/undo-2'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { placeChoiceQuery } from './place-choice-query.ts'
import styles from './places-dialog.module.css'
import { usePlaceChoice } from './use-place-choice.ts'

/** Asks whether photos may get the names of their towns, with three promises. */
export function PlacesDialog({ onClose }: { onClose: () => void }) {
  const { text } = useTexts()
  const { data } = useQuery(placeChoiceQuery)
  const update = usePlaceChoice()
  return (
    <Dialog
      title={text('places.dialog.title')}
      size="small"
      onClose={onClose}
      closeDisabled={update.isPending}
      alert={update.isError && <AlertBanner kind="error">{text('places.failed')}</AlertBanner>}
      footer={
        <>
          <Button disabled={update.isPending} onClick={onClose}>
            {text('places.dialog.not-now')}
          </Button>
          <Button
            variant="primary"
            pending={update.isPending}
            onClick={() => update.mutate(true, { onSuccess: onClose })}
          >
            {text('places.dialog.turn-on')}
          </Button>
        </>
      }
    >
      <p>
        {data && data.withPosition > 0
          ? text('places.dialog.count', { count: data.withPosition })
          : text('places.dialog.lead')}
      </p>
      <ul className={styles.promises}>
        <li>
          <Icon of={Lock} />
          {text('places.dialog.own-servers')}
        </li>
        <li>
          <Icon of={EyeOff} />
          {text('places.dialog.not-shown')}
        </li>
        <li>
          <Icon of={Undo} />
          {text('places.dialog.turn-off')}
        </li>
      </ul>
    </Dialog>
  )
}
