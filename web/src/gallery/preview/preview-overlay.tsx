import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { toasts } from '#web/ui/toasts.ts'
import type { PhotoAction } from '../actions/photo-action.ts'
import type { DetailsRow } from './details/details.tsx'
import { Preview } from './preview.tsx'

/** The preview over a page with photos. Updates the URL to the shown photo; `targets` must be memoized. */
export function PreviewOverlay({ id, actions, backLabel, targets, detailsRow }: PreviewOverlayProps) {
  const { text } = useTexts()
  const navigate = useNavigate()
  const { history } = useRouter()
  const isClosed = useRef(false)
  const leave = useCallback(() => {
    isClosed.current = true
    void navigate({ ...targets.list, replace: true, resetScroll: false })
  }, [navigate, targets])
  const navigation = useMemo(
    () => ({
      leave,
      show: (imageId: string) =>
        void navigate({ ...targets.photo(imageId), replace: true, resetScroll: false }),
      onFailed: () => {
        toasts.add({ subject: 'preview', text: text('preview.load-failed'), kind: 'error' })
      },
    }),
    [navigate, leave, text, targets],
  )
  /** Goes back in the history; a page that was loaded with the preview navigates to the list. */
  const close = useCallback(() => {
    if (isClosed.current) return
    isClosed.current = true
    if (history.canGoBack()) history.back()
    else leave()
  }, [history, leave])
  return <Preview {...{ id, navigation, close, actions, backLabel, detailsRow }} />
}

export interface PreviewOverlayProps {
  /** Id of the photo in the URL. */
  id: string
  actions: readonly PhotoAction[]
  backLabel: MessageId
  targets: PreviewTargets
  /** A further row of the photo's details. */
  detailsRow?: DetailsRow | undefined
}

/** Navigation targets: the list below and a photo in the preview. */
export interface PreviewTargets {
  list: NavigationTarget
  photo: (id: string) => NavigationTarget
}

interface NavigationTarget {
  to: string
  params?: Record<string, string>
  /** Of the list that was searched. */
  search?: Record<string, string | string[] | undefined>
}
