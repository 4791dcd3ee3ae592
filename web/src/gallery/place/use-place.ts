import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { type Place, readPlace, writePlace } from './stored-places.ts'

/**
 * Remembers the place of a page of photos in its history entry: going back and a reload find it again, a new visit begins
 * at the top. Returns the place the page was left at; undefined on a new visit. `read` is called when the page is left.
 */
export function usePlace(list: string, read: () => Place): Place | undefined {
  const { history } = useRouter()
  const [entries] = useState(() => trackEntry(history))
  const [place] = useState(() => {
    const entry = entries.current()
    return entry === undefined ? undefined : readPlace(entry, list)
  })
  const save = useEffectEvent(() => {
    const entry = entries.current()
    if (entry !== undefined) writePlace(entry, read())
  })
  useLayoutEffect(() => {
    // The router leaves the scroll position of these pages alone.
    if (!place?.photo) scrollTo({ top: 0, behavior: 'instant' })
    const stop = entries.follow()
    addEventListener('pagehide', save)
    return () => {
      save()
      stop()
      removeEventListener('pagehide', save)
    }
  }, [entries, place])
  return place
}

/** Tracks the history entry of the page, or of its preview above it: the last one that is not of another page. */
function trackEntry(history: RouterHistory) {
  const page = withoutPreview(history.location.pathname)
  let entry = readKey(history.location)
  return {
    current: () => entry,
    follow: () =>
      history.subscribe(({ location }) => {
        if (withoutPreview(location.pathname) === page) entry = readKey(location)
      }),
  }
}

const withoutPreview = (pathname: string) => pathname.replace(/\/preview\/[^/]+$/, '')

const readKey = ({ state }: RouterHistory['location']): string | undefined => state.__TSR_key
