import type { PhotoSelection } from '#contract/photo-selection.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { createStoredValue } from '#web/platform/storage/storage.ts'

/** The photos that were selected when 'Suggest a selection' was pressed; they are too many for the address. */
export interface SelectedSource {
  selection: PhotoSelection
  count: number
}

/** Keeps the selected photos for the page of this tab. Throws if they could not be listed or stored. */
export async function storeSelected(targets: PhotoTargets): Promise<void> {
  const selection = targets.rule?.() ?? { photoIds: await targets.ids() }
  if (!stored.write({ selection, count: targets.count }))
    throw new Error('The selected photos could not be stored')
}

export const readSelection = (): SelectedSource | undefined => stored.read()

const isSelectedSource = (value: unknown): value is SelectedSource =>
  typeof value === 'object' && value !== null && 'selection' in value && 'count' in value

const stored = createStoredValue('suggestion-selection', isSelectedSource, () => sessionStorage)
