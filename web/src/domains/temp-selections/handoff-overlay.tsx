import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { PRINTS_OVERLAY_MS } from '#contract/temp-selections.ts'
import { type ActionPicture, listActionPictures } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import flyingPrintsStyles from './flying-prints.module.css'
import styles from './handoff-overlay.module.css'

/**
 * 'Adding {amount} photos to editor...' over the whole page for at least 3 s, then the browser navigates to the
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

/**
 * The chosen photos as a fan of prints: each flies there from its place on the page, with reduced motion it is
 * there at once. Blank prints stand for photos that are not on the screen.
 */
function FlyingPrints() {
  const [pictures] = useState(() => listActionPictures(PRINTS_MAX))
  const fan = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const flights = [...(fan.current?.children ?? [])].flatMap((print, index) => {
      const picture = pictures[index]
      return picture && 'animate' in print ? [fly(print as HTMLElement, picture, index)] : []
    })
    return () => {
      for (const flight of flights) flight.cancel()
    }
  }, [pictures])
  const prints = pictures.length > 0 ? pictures.map(({ url }) => url) : BLANKS
  return (
    <span ref={fan} aria-hidden className={flyingPrintsStyles.fan}>
      {prints.map((url, index) => (
        <span
          // The list does not change.
          key={index.toString()}
          className={flyingPrintsStyles.print}
          style={{ '--place': index - (prints.length - 1) / 2 } as CSSProperties}
        >
          {url && <img src={url} alt="" draggable={false} decoding="sync" />}
        </span>
      ))}
    </span>
  )
}

const PRINTS_MAX = 5

const BLANKS = [null, null, null]

const FLIGHT_MS = 520

/** Between two prints. */
const STAGGER_MS = 70

/** Animates a print from the place of its picture to its own. */
function fly(print: HTMLElement, { box }: ActionPicture, index: number): Animation {
  // The middle of a rotated box is its own middle.
  const printBox = print.getBoundingClientRect()
  const x = box.left + box.width / 2 - (printBox.left + printBox.width / 2)
  const y = box.top + box.height / 2 - (printBox.top + printBox.height / 2)
  const scale = Math.max(box.width / print.offsetWidth, box.height / print.offsetHeight)
  return print.animate(
    [
      { translate: `${x}px ${y}px`, scale: `${scale}`, rotate: '0deg' },
      { translate: '0px 0px', scale: '1', rotate: getComputedStyle(print).rotate },
    ],
    {
      duration: FLIGHT_MS,
      delay: index * STAGGER_MS,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
      fill: 'backwards',
    },
  )
}
