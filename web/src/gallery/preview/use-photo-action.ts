import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import type { Ask, PhotoAction } from '../actions/photo-action.ts'
import type { useShownPhoto } from './use-shown-photo.ts'

/** Performs actions on the shown photo; after one that removes it, its neighbour is shown (PL-065). */
export function usePhotoAction(ask: Ask, photo: ReturnType<typeof useShownPhoto>) {
  const texts = useTexts()
  const queries = useQueryClient()
  const [running, setRunning] = useState<string | null>(null)
  const perform = async (action: PhotoAction) => {
    const imageId = photo.shown?.image.imageId
    if (!imageId || running !== null || action.disabledReason?.(1, texts)) return
    setRunning(action.id)
    photo.setBusy(true)
    try {
      const targets = { count: 1, ids: async () => [imageId] }
      const outcome = await action.perform(targets, { texts, queries, ask })
      if (action.danger && outcome === 'done') await photo.replaceRemoved(imageId)
    } finally {
      photo.setBusy(false)
      setRunning(null)
    }
  }
  return { running, perform }
}
