import { useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { MessageId } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { announce } from '#web/ui/announcements.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's name, for the tab's title and the announcement when it opens. */
    title?: MessageId
  }
}

/** Sets the tab's title to the innermost route's, and announces it to screen readers when the screen changes. */
export function useDocumentTitle(): void {
  const { text } = useTexts()
  const title = useMatches({
    select: matches => matches.findLast(match => match.staticData.title)?.staticData.title,
  })
  const isFirstRender = useRef(true)
  useEffect(() => {
    if (!title) return
    document.title = text('app.page-title', { page: text(title) })
    // Screen readers announce the title of a newly loaded page without this.
    if (!isFirstRender.current) announce(text(title))
    isFirstRender.current = false
  }, [title, text])
}
