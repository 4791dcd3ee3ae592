import {
  type ActionEnvironment,
  type ActionOutcome,
  type PhotoTargets,
  removeLastSelection,
} from '#web/gallery/index.ts'
import { addCheckoutTicket } from '#web/platform/links/checkout-ticket.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import { createSelection, type TempSelection } from './create-selection.ts'
import { createEditorAddress, type EditorBrand } from './editor-address.ts'
import { HandoffOverlay } from './handoff-overlay.tsx'
import { type SmallPhotosChoice, SmallPhotosDialog } from './small-photos-dialog.tsx'

/**
 * Hands the photos off to the brand's prints editor (PL-138) under an overlay that can be cancelled (PL-139). If some are
 * too small for every print, the customer decides about them first. A failure closes the overlay and shows a toast; the
 * photos stay selected (PL-140, PL-053).
 */
export async function orderPrints(
  brand: EditorBrand,
  targets: PhotoTargets,
  { ask, texts }: ActionEnvironment,
): Promise<ActionOutcome> {
  const handOff = async (amount: number, prepare: Prepare): Promise<ActionOutcome | TempSelection> => {
    const outcome = await ask<ActionOutcome | TempSelection>(close => (
      <HandoffOverlay
        amount={amount}
        prepare={async signal => {
          const selection = await prepare(signal, close)
          if (!selection) return undefined
          return addCheckoutTicket(createEditorAddress(brand, selection.tempSelectionId), brand)
        }}
        onLeave={() => {
          // The page has been stored as it was, and is not rendered again.
          removeLastSelection()
          close('done')
        }}
        onCancel={() => close('cancelled')}
        onFailed={error => {
          reportFailure(error)
          close('failed')
        }}
      />
    ))
    if (outcome === 'failed')
      toasts.add({ subject: 'prints', text: texts.text('prints.failed'), kind: 'error' })
    return outcome ?? 'cancelled'
  }

  const outcome = await handOff(targets.count, async (signal, close) => {
    const selection = await createSelection(targets, signal)
    if (!selection.tooSmallCount) return selection
    close(selection)
    return undefined
  })
  if (typeof outcome === 'string') return outcome
  const { photosCount: count, tooSmallCount = 0 } = outcome
  const choice = await ask<SmallPhotosChoice>(close => (
    <SmallPhotosDialog count={count} tooSmallCount={tooSmallCount} onChoose={close} />
  ))
  if (choice !== 'all' && choice !== 'large-enough') return 'cancelled'
  const nextOutcome =
    choice === 'all'
      ? await handOff(count, async () => outcome)
      : await handOff(count - tooSmallCount, signal =>
          createSelection(targets, signal, { exceptTooSmall: true }),
        )
  return typeof nextOutcome === 'string' ? nextOutcome : 'failed'
}

/** Resolves with the selection to open; with undefined after it has closed the overlay with one that is not opened yet. */
type Prepare = (
  signal: AbortSignal,
  close: (selection: TempSelection) => void,
) => Promise<TempSelection | undefined>
