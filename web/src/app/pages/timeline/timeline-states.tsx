import { PageFailure, PageLoading } from '#web/gallery/index.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'

/** Skeleton of the first month while the counts load (PL-026). */
export function TimelineLoading() {
  const { text } = useTexts()
  return <PageLoading label={text('photos.loading')} heading={{ width: 180, height: 24 }} tiles={18} />
}

/** PL-027. */
export function TimelineFailure({ onRetry }: { onRetry: () => void }) {
  const { text } = useTexts()
  return <PageFailure text={text('photos.load-failed')} onRetry={onRetry} />
}
