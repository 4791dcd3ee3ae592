import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { DiscardDialog } from '../components/discard-dialog.tsx'
import type { Uploads } from '../engine/uploads.ts'
import type { UploadsState } from '../engine/uploads-state.ts'
import styles from './tray-panel.module.css'

/** Asks whether to continue or discard uploads that were neither confirmed nor discarded before a reload (0082). */
export function UnconfirmedUploadsCard({ uploads, state, onContinue }: UnconfirmedUploadsCardProps) {
  const { text } = useTexts()
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <>
      <aside aria-label={text('upload.tray.label')} className={styles.tray} data-tray>
        <div className={styles.text}>
          <h2 className={styles.title}>{text('upload.tray.undecided', { count: state.counts.photos })}</h2>
          <p>{text('upload.tray.undecided.text')}</p>
        </div>
        <div className={styles.actions}>
          <Button size="small" onClick={onContinue}>
            {text('action.continue')}
          </Button>
          <Button size="small" variant="plain" className={styles.cancel} onClick={() => setDiscarding(true)}>
            {text('upload.confirm-close.discard')}
          </Button>
        </div>
      </aside>
      {isDiscarding && (
        <DiscardDialog
          uploads={uploads}
          counts={state.counts}
          onKeep={() => setDiscarding(false)}
          onDiscarded={() => setDiscarding(false)}
        />
      )}
    </>
  )
}

export interface UnconfirmedUploadsCardProps {
  uploads: Uploads
  state: UploadsState
  onContinue: () => void
}
