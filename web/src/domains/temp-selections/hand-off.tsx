import { type ActionEnvironment, type ActionOutcome, removeLastSelection } from '#web/gallery/index.ts'
import { addCheckoutTicket } from '#web/platform/links/checkout-ticket.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { toasts } from '#web/ui/toasts.ts'
import type { TempSelection } from './create-selection.ts'
import type { EditorBrand } from './editor-address.ts'
import { HandoffOverlay } from './handoff-overlay.tsx'

/**
 * Opens an editor of the brand with a temporary selection under an overlay that can be cancelled (PL-139). A failure closes
 * the overlay and shows a toast (PL-140). Resolves with the outcome, or with what `prepare` has closed the overlay with.
 */
export async function handOff(
  brand: EditorBrand,
  { ask, texts }: Pick<ActionEnvironment, 'ask' | 'texts'>,
  { amount, prepare, getAddress }: Handoff,
): Promise<ActionOutcome | TempSelection> {
  const outcome = await ask<ActionOutcome | TempSelection>(close => (
    <HandoffOverlay
      amount={amount}
      prepare={async signal => {
        const selection = await prepare(signal, close)
        return selection && addCheckoutTicket(getAddress(selection.tempSelectionId), brand)
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

interface Handoff {
  amount: number
  prepare: Prepare
  getAddress: (tempSelectionId: string) => string
}

/** Resolves with the selection to open; with undefined after it has closed the overlay with one that is not opened yet. */
export type Prepare = (
  signal: AbortSignal,
  close: (selection: TempSelection) => void,
) => Promise<TempSelection | undefined>
