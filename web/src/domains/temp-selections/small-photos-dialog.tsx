import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export type SmallPhotosChoice = 'all' | 'large-enough' | 'cancelled'

/** Asks what to do with photos that have too few pixels for every print, before the editor is opened. */
export function SmallPhotosDialog({ count, tooSmallCount, onChoose }: SmallPhotosDialogProps) {
  const { text } = useTexts()
  const areAllTooSmall = tooSmallCount === count
  return (
    <Dialog
      title={text('prints.too-small.title', { count: tooSmallCount, total: count })}
      role="alertdialog"
      onClose={() => onChoose('cancelled')}
      footer={
        <>
          <Button onClick={() => onChoose('cancelled')}>{text('action.cancel')}</Button>
          <Button variant={areAllTooSmall ? 'primary' : 'line'} onClick={() => onChoose('all')}>
            {text('prints.too-small.order-all', { total: count })}
          </Button>
          {!areAllTooSmall && (
            <Button variant="primary" onClick={() => onChoose('large-enough')}>
              {text('prints.too-small.remove')}
            </Button>
          )}
        </>
      }
    >
      <p>{text('prints.too-small.text', { count: tooSmallCount })}</p>
    </Dialog>
  )
}

interface SmallPhotosDialogProps {
  /** Photos that were chosen. */
  count: number
  tooSmallCount: number
  onChoose: (choice: SmallPhotosChoice) => void
}
