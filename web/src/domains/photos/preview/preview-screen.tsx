import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { PATHS } from '#web/platform/navigation/paths.ts'
import { toasts } from '#web/ui/toasts.ts'
import { PHOTO_ACTIONS } from '../photo-actions.ts'
import { Preview } from './preview.tsx'

/** '/my-photos/photos/preview/$id': the preview over the timeline (PL-006). The address follows the photo shown. */
export function PreviewScreen() {
  const { id = '' } = useParams({ strict: false })
  const { text } = useTexts()
  const navigate = useNavigate()
  const { history } = useRouter()
  const left = useRef(false)
  const leave = useCallback(() => {
    left.current = true
    void navigate({ to: PATHS.photos, replace: true, resetScroll: false })
  }, [navigate])
  const navigation = useMemo(
    () => ({
      leave,
      show: (imageId: string) =>
        void navigate({ to: PATHS.photoPreview, params: { id: imageId }, replace: true, resetScroll: false }),
      failed: () => {
        toasts.add({ text: text('preview.load-failed'), kind: 'error' })
      },
    }),
    [navigate, leave, text],
  )
  /** Back to where it was opened from (PL-067); a page that began here has only the list. */
  const close = useCallback(() => {
    if (left.current) return
    left.current = true
    if (history.canGoBack()) history.back()
    else leave()
  }, [history, leave])
  return <Preview id={id} navigation={navigation} close={close} actions={PHOTO_ACTIONS} />
}
