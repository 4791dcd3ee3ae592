import type { ActionEnvironment, ActionOutcome, PhotoTargets } from '#web/gallery/index.ts'
import { createSelection } from './create-selection.ts'
import { createEditorAddress, type EditorBrand } from './editor-address.ts'
import { handOff, type Prepare } from './hand-off.tsx'
import { type SmallPhotosChoice, SmallPhotosDialog } from './small-photos-dialog.tsx'

/**
 * Hands the photos off to the brand's prints editor (PL-138) under an overlay that can be cancelled (PL-139). If some are
 * too small for every print, the customer decides about them first. A failure closes the overlay and shows a toast; the
 * photos stay selected (PL-140, PL-053).
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
  const { photosCount: count, tooSmallCount = 0 } = outcome
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
