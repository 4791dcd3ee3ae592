import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Album } from '#contract/albums.ts'
import { useOrderPrints } from '#web/domains/temp-selections/index.ts'
import type { ActionEnvironment } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** Album data needed to order its prints. */
export type PrintableAlbum = Pick<Album, 'albumId' | 'photosCount' | 'isShared'>

/** 'Order prints' of all photos of an album (PL-079); undefined if it is not offered or the album is empty. */
export function usePrintAlbum(album: PrintableAlbum, ask: ActionEnvironment['ask']) {
  const texts = useTexts()
  const queries = useQueryClient()
  const action = useOrderPrints()
  const [isRunning, setRunning] = useState(false)
  const { albumId, photosCount: count, isShared } = album
  if (!action || count === 0) return undefined
  const start = async () => {
    if (isRunning) return
    setRunning(true)
    const rule = () => ({ albums: [{ albumId, except: [] }] })
    try {
      // The rule covers the whole album: no ids have to be fetched.
      await action.perform({ count, rule, ids: async () => [] }, { texts, queries, ask })
    } finally {
      setRunning(false)
    }
  }
  const disabledReason = isShared
    ? texts.text('selection.unavailable-for-shared')
    : action.disabledReason?.(count, texts)
  return { name: action.name, icon: action.icon, isRunning, disabledReason, start: () => void start() }
}
