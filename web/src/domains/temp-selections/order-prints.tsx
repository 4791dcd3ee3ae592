import type { EditorProduct } from '#contract/brands.ts'
import type { ActionEnvironment, ActionOutcome, PhotoTargets } from '#web/gallery/index.ts'
import { createSelection } from './create-selection.ts'
import { createEditorAddress, createProductEditorAddress, type EditorBrand } from './editor-address.ts'
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

/** Hands the photos off to the brand's editor of a product as to the prints editor (NX-235); it marks those that are too small. */
export async function orderProduct(
  brand: EditorBrand,
  product: EditorProduct,
  targets: PhotoTargets,
  environment: ActionEnvironment,
): Promise<ActionOutcome> {
  const outcome = await handOff(brand, environment, {
    amount: targets.count,
    prepare: signal => createSelection(targets, signal),
    getAddress: id => createProductEditorAddress(brand, product, id),
  })
  return typeof outcome === 'string' ? outcome : 'failed'
}
