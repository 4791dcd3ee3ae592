import { useEffect, useRef } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import styles from './more-pages.module.css'

/** Loads the next page when the end scrolls into view; after a failure the button loads it (PL-038). */
export function MorePages({ more, loading, failed, failure, load }: MorePagesProps) {
  const { text } = useTexts()
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const waiting = more && !loading && !failed
  useEffect(() => {
    if (!waiting || !end.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) latest.current()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [waiting])
  if (!more) return null
  return (
    <div ref={end} className={styles.more}>
      {failed && <p role="alert">{text(failure)}</p>}
      <Button pending={loading} onClick={load}>
        {text(failed ? 'action.try-again' : 'photos.load-more')}
      </Button>
    </div>
  )
}

export interface MorePagesProps {
  more: boolean
  loading: boolean
  failed: boolean
  /** Message when the next page could not be loaded. */
  failure: MessageId
  load: () => void
}
