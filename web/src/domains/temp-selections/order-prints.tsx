import type { EditorProduct } from '#contract/brands.ts'
import type { Answer, Input } from '#contract/endpoint.ts'
import { createTempSelection } from '#contract/temp-selections.ts'
import {
  type ActionEnvironment,
  type ActionOutcome,
  type PhotoTargets,
  removeLastSelection,
} from '#web/gallery/index.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { addCheckoutTicket } from '#web/platform/links/checkout-ticket.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { createEditorAddress, type EditorBrand, fillAddress } from './editor-address.ts'
import { HandoffOverlay } from './handoff-overlay.tsx'

/**
 * Hands the photos off to the brand's prints editor under an overlay that can be cancelled. If some are
 * too small for every print, the customer decides about them first. A failure closes the overlay and shows a toast; the
 * photos stay selected.
 */
export async function orderPrints(
  brand: EditorBrand,
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const open = (amount: number, prepare: Prepare) =>
    handOff(brand, environment, { amount, prepare, getAddress: id => createEditorAddress(brand, id) })

  const outcome = await open(targets.count, async (signal, close) => {
    const selection = await createSelection(targets, signal)
    if (!selection.tooSmallCount) return selection
    close(selection)
    return undefined
  })
  if (typeof outcome === 'string') return outcome
  const { photosCount: count, tooSmallCount } = outcome
  const choice = await environment.ask<SmallPhotosChoice>(close => (
    <SmallPhotosDialog count={count} tooSmallCount={tooSmallCount} onChoose={close} />
  ))
  if (choice !== 'all' && choice !== 'large-enough') return 'cancelled'
  const nextOutcome =
    choice === 'all'
      ? await open(count, async () => outcome)
      : await open(count - tooSmallCount, signal =>
          createSelection(targets, signal, { exceptTooSmall: true }),
        )
  return typeof nextOutcome === 'string' ? nextOutcome : 'failed'
}

/** Hands the photos off to the brand's editor of a product as to the prints editor; it marks those that are too small. */
export async function orderProduct(
  brand: EditorBrand,
  product: EditorProduct,
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const outcome = await handOff(brand, environment, {
    amount: targets.count,
    prepare: signal => createSelection(targets, signal),
    getAddress: id => fillAddress(brand, brand.productEditors?.[product] ?? '', { tempSelectionId: id }),
  })
  return typeof outcome === 'string' ? outcome : 'failed'
}

type SmallPhotosChoice = 'all' | 'large-enough' | 'cancelled'

/** Asks what to do with photos that have too few pixels for every print, before the editor is opened. */
function SmallPhotosDialog({ count, tooSmallCount, onChoose }: SmallPhotosDialogProps) {
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

/**
 * Opens an editor of the brand with a temporary selection under an overlay that can be cancelled. A failure closes
 * the overlay and shows a toast. Resolves with the outcome, or with what `prepare` has closed the overlay with.
 */
async function handOff(
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
type Prepare = (
  signal: AbortSignal,
  close: (selection: TempSelection) => void,
) => Promise<TempSelection | undefined>

type TempSelection = Answer<typeof createTempSelection>

/**
 * Creates a temporary selection of the photos, with `exceptTooSmall` without those that are too small for every print. A
 * selection by rule is sent as a rule, independent of what is loaded. Retries once after no answer or a 5xx status; the
 * request id makes the call idempotent.
 */
async function createSelection(
  targets: PhotoTargets,
  signal: AbortSignal,
  { exceptTooSmall = false } = {},
): Promise<TempSelection> {
  const selection = targets.rule?.()
  const photos = selection ? { selection } : { photoIds: await targets.ids() }
  const body = { ...photos, requestId: crypto.randomUUID(), ...(exceptTooSmall && { exceptTooSmall }) }
  return createWithRetry(body, signal)
}

async function createWithRetry(body: Input<typeof createTempSelection>['body'], signal: AbortSignal) {
  const create = () => call(createTempSelection, { body }, { signal })
  try {
    return await create()
  } catch (error) {
    const isRetryable = error instanceof HttpFailure && (error.status === 0 || error.status >= 500)
    if (!isRetryable || signal.aborted) throw error
    return create()
  }
}
