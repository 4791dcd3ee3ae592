import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { useUnsavedWork } from '#web/platform/unsaved-work/unsaved-work.ts'
import { classes } from './classes.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

/**
 * A modal; below 1024 px a bottom sheet. Open while it is rendered with `isOpen`; traps and restores focus, locks page
 * scroll, and stacks: Escape closes the topmost. `closeDisabled` disables every way to close it; `coversPage` hides the page. `alert` is
 * shown above the body and does not scroll. Load it lazily, because it imports React Aria.
 */
export function Dialog({
  title,
  onClose,
  closeDisabled = false,
  isOpen = true,
  coversPage = false,
  size = 'medium',
  role = 'dialog',
  alert,
  footer,
  children,
}: DialogProps) {
  const { text } = useTexts()
  // A question, typed text or a running operation.
  useUnsavedWork(isOpen)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={open => !open && onClose()}
      isDismissable={!closeDisabled && role === 'dialog'}
      isKeyboardDismissDisabled={closeDisabled}
      data-covers-page
      className={classes(styles.scrim, coversPage && styles.cover)}
    >
      <Modal className={classes('ui-edge-in-contrast', styles.modal, styles[size])}>
        <AriaDialog role={role} className={styles.dialog ?? ''}>
          <header className={styles.header}>
            <Heading slot="title" className={styles.title ?? ''}>
              {title}
            </Heading>
            <IconButton icon={X} label={text('action.close')} disabled={closeDisabled} onClick={onClose} />
          </header>
          {alert && <div className={styles.alert}>{alert}</div>}
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface DialogProps {
  title: string
  onClose: () => void
  closeDisabled?: boolean
  isOpen?: boolean
  /** Nothing of the page can be read, printed or searched: it is not for who sees it now. */
  coversPage?: boolean
  /** 460, 720 or 960 px wide */
  size?: 'small' | 'medium' | 'large'
  /** alertdialog: a question that must be answered; a press outside does not close it. */
  role?: 'dialog' | 'alertdialog'
  alert?: ReactNode
  /** Buttons, the primary one last; a first child with `margin-inline-end: auto` is aligned to the other side. */
  footer?: ReactNode
  children: ReactNode
}
