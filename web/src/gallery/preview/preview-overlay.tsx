import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toasts } from '#web/ui/toasts.ts'
import type { PhotoAction } from '../actions/photo-action.ts'
import { Preview } from './preview.tsx'

/** The preview over a page with photos. The address follows the photo shown; `places` must not change by itself. */
export function PreviewOverlay({ id, actions, backLabel, places }: PreviewOverlayProps) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const { history } = useRouter()
  const left = useRef(false)
  const leave = useCallback(() => {
    left.current = true
    void navigate({ ...places.list, replace: true, resetScroll: false })
  }, [navigate, places])
  const navigation = useMemo(
    () => ({
      leave,
      show: (imageId: string) =>
        void navigate({ ...places.photo(imageId), replace: true, resetScroll: false }),
      failed: () => {
        toasts.add({ text: text('preview.load-failed'), kind: 'error' })
      },
    }),
    [navigate, leave, text, places],
  )
  /** Back to where it was opened from (PL-067); a page that began here has only the list. */
  const close = useCallback(() => {
    if (left.current) return
    left.current = true
    if (history.canGoBack()) history.back()
    else leave()
  }, [history, leave])
  return <Preview {...{ id, navigation, close, actions, backLabel }} />
}

export interface PreviewOverlayProps {
  /** Of the photo the address names. */
  id: string
  actions: readonly PhotoAction[]
  backLabel: MessageId
  places: PreviewPlaces
}

/** The list below (PL-066), and a photo in the preview. */
export interface PreviewPlaces {
  list: Place
  photo: (id: string) => Place
}

interface Place {
  to: string
  params?: Record<string, string>
}
