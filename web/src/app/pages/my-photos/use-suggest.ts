import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { storeSelected } from '#web/domains/photo-suggestions/index.ts'
import type { PhotoTargets } from '#web/gallery/index.ts'
import { PATHS } from '#web/platform/navigation/paths.ts'

/**
 * Returns a stable function that opens 'Suggest a selection' (NX-231): from the selected photos, where there are some, else from
 * `source`, the page's photos.
 */
export function useSuggest(selected: PhotoTargets, source?: string): () => void {
  const navigate = useNavigate()
  const latest = useRef({ selected, source })
  useEffect(() => {
    latest.current = { selected, source }
  })
  const [open] = useState(() => async () => {
    const { selected, source } = latest.current
    const stored = selected.count > 0 && (await storeSelected(selected))
    await navigate({ to: PATHS.suggest, search: { source: stored ? 'selection' : source } })
  })
  return open
}
