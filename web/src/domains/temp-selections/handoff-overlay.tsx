import { useEffect, useEffectEvent } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { PRINTS_OVERLAY_MS } from '#contract/temp-selections.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { FlyingPrints } from './flying-prints.tsx'
import styles from './handoff-overlay.module.css'

/**
 * 'Adding {amount} photos to editor...' over the whole page for at least 3 s (PL-139), then the browser navigates to the
 * address that `prepare` resolves with, if it does. Stays open until the page is hidden. Escape and Cancel abort the handoff.
 */
export function HandoffOverlay({ amount, prepare, onLeave, onCancel, onFailed }: Props) {
  const { text } = useTexts()
  const handleLeave = useEffectEvent(onLeave)
  const handleFailed = useEffectEvent(onFailed)
  const start = useEffectEvent(prepare)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const run = async () => {
      const [address] = await Promise.all([start(signal), delay(PRINTS_OVERLAY_MS)])
      if (signal.aborted || address === undefined) return
      // The page may stay in the back-forward cache: it is shown again on Back.
      addEventListener('pagehide', handleLeave, { signal, once: true })
      location.assign(address)
    }
    run().catch(error => {
      if (!signal.aborted) handleFailed(error)
    })
    return () => controller.abort()
  }, [])
  return (
    <ModalOverlay
      isOpen
      isDismissable={false}
      onOpenChange={open => !open && onCancel()}
      data-covers-page
      className={styles.overlay ?? ''}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog role="alertdialog" className={styles.content ?? ''}>
          <FlyingPrints />
          <Heading slot="title" className={styles.title ?? ''} aria-live="polite">
            {text('prints.transferring', { amount })}
          </Heading>
          <Button variant="quiet" onClick={onCancel}>
            {text('action.cancel')}
          </Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface Props {
  amount: number
  /** Resolves with the address of the editor, or undefined when it has closed the overlay; rejects if the handoff failed. */
  prepare: (signal: AbortSignal) => Promise<string | undefined>
  /** The page is being left. */
  onLeave: () => void
  onCancel: () => void
  onFailed: (error: unknown) => void
}

const delay = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
