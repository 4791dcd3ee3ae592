import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { TRACKED, type TrackedEvent, track } from '#web/platform/tracking/tracking.ts'
import { loadScript } from './load-script.ts'

/** Analytics while it is allowed (AA-038): page views by route, without ids, query and anything about the customer. */
export function Analytics({ provider }: { provider: { script: string; key: string } }) {
  const { locale } = useTexts()
  const { script, key } = provider
  useEffect(() => startAnalytics(script, { key, locale }), [script, key, locale])
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath })
  useEffect(() => {
    if (page) track({ name: 'page-viewed', page })
  }, [page])
  return null
}

/**
 * Runs the script in a hidden frame, whose removal ends its timers, listeners and requests at once, which no call could
 * do to a script of the page itself. The frame's document receives the events of the page. Returns a function that
 * removes the frame.
 */
export function startAnalytics(script: string, data: Record<string, string>): () => void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.srcdoc = '<!doctype html><title></title>'
  // Events before the script is loaded; undefined afterwards.
  let queuedEvents: TrackedEvent[] | undefined = []
  const send = (detail: TrackedEvent) =>
    frame.contentDocument?.dispatchEvent(new CustomEvent(TRACKED, { detail }))
  const onTracked = (event: Event) => {
    const { detail } = event as CustomEvent<TrackedEvent>
    if (queuedEvents) queuedEvents.push(detail)
    else send(detail)
  }
  document.addEventListener(TRACKED, onTracked)
  frame.addEventListener('load', () => {
    const head = frame.contentDocument?.head
    if (!head) return
    loadScript(script, data, head).then(() => {
      const events = queuedEvents ?? []
      queuedEvents = undefined
      for (const event of events) send(event)
    }, reportFailure)
  })
  document.body.append(frame)
  return () => {
    document.removeEventListener(TRACKED, onTracked)
    frame.remove()
  }
}
