import FileArchive from 'lucide-react/icons/file-archive'
import { type ReactNode, useState } from 'react'
import { useFlag } from '#web/platform/flags/flags.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { lazyComponent } from '#web/platform/lazy/lazy-component.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'

const ExportModal = lazyComponent(() => import('./export-modal.tsx'), 'ExportModal')

/** Returns the modal 'Export photos': render `modal`, call `open` to show it. */
export function useExportModal(onClose: () => void = () => {}): { open: () => void; modal: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return {
    open: () => setOpen(true),
    modal: isOpen && <ExportModal onClose={close} />,
  }
}

/** 'Export photos'; renders nothing while the flag is off. */
export function ExportButton({ onPress, ...look }: ExportButtonProps) {
  const { text } = useTexts()
  if (!useFlag('PhotoManagementPhotoExportEnabled')) return null
  return (
    <Button icon={FileArchive} {...look} onClick={onPress}>
      {text('export.title')}
    </Button>
  )
}

export interface ExportButtonProps extends Pick<ButtonProps, 'variant' | 'className'> {
  onPress: () => void
}
