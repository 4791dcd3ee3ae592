import { useNavigate } from '@tanstack/react-router'
import { storeSelected } from '#web/domains/photo-suggestions/index.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'

/**
 * Returns a function that opens 'Suggest a selection' (NX-231): from the selected photos, where there are some, else from
 * `source`, the page's photos.
 */
export function useSuggest(selected: PhotoTargets, source?: string): () => void {
  const navigate = useNavigate()
  const open = async () => {
    const isStored = selected.count > 0 && (await storeSelected(selected))
    await navigate({ to: PATHS.suggest, search: { source: isStored ? 'selection' : source } })
  }
  return () => void open()
}
