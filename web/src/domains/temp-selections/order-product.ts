import type { EditorProduct } from '#contract/brands.ts'
import type { ActionEnvironment, ActionOutcome, PhotoTargets } from '#web/gallery/index.ts'
import { createSelection } from './create-selection.ts'
import { createProductEditorAddress, type EditorBrand } from './editor-address.ts'
import { handOff } from './hand-off.tsx'

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
