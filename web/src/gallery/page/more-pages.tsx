import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './more-pages.module.css'

/**
 * Loads the next page when the end scrolls into view; after a failure, shown as `failure`, the button loads it.
 */
export function MorePages({ query, failure }: MorePagesProps) {
  const { text } = useTexts()
  const { hasNextPage: hasMore, isFetchingNextPage: loading, isFetchNextPageError: failed } = query
  const end = useRef<HTMLDivElement>(null)
  const load = () => void query.fetchNextPage()
  const loadNext = useEffectEvent(load)
  const canLoad = hasMore && !loading && !failed
  useEffect(() => {
    if (!canLoad || !end.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) loadNext()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [canLoad])
  if (!hasMore) return null
  return (
    <div ref={end} className={classes('ui-stack12', styles.more)}>
      {failed && <p role="alert">{text(failure)}</p>}
      <Button pending={loading} onClick={load}>
        {text(failed ? 'action.try-again' : 'photos.load-more')}
      </Button>
    </div>
  )
}

interface MorePagesProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  failure: MessageId
}
