import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CallbackEventDetails } from '#contract/callbacks.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { callbackEventQuery, callbacksQuery } from '../callback-queries.ts'
import styles from './event-details.module.css'
import { AttemptResult, EventState } from './event-state.tsx'

/** A test: that it is being sent, then what was sent and answered or why nothing was; a failure to read it has a retry. */
export function TestResult({ id, requestedAt }: { id: string; requestedAt: number }) {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery(callbackEventQuery(id, requestedAt))
  const result = useRef<HTMLDivElement>(null)
  const hasEnded = data !== undefined && data.state !== 'waiting'
  const queries = useQueryClient()
  useEffect(() => {
    if (!hasEnded) return
    // On small screens it is below the button that was pressed.
    result.current?.scrollIntoView({ block: 'nearest' })
    // The log has it, too, and an answer may have turned callbacks off.
    for (const queryKey of [callbacksQuery.queryKey, ['callbacks', 'events']])
      void queries.invalidateQueries({ queryKey })
  }, [hasEnded, queries])
  if (!hasEnded && isError) return <LoadFailed retry={refetch} id="callbacks.load-failed" />
  if (!hasEnded)
    return (
      <p role="status" className="ui-row8 ui-quiet">
        <Spinner size={18} /> {text('callbacks.sending')}
      </p>
    )
  return (
    <div role="status" ref={result} className={styles.test}>
      <EventCard event={data} />
    </div>
  )
}

/** The details of an event of the log, loaded when they are opened. */
export function EventDetails({ id }: { id: string }) {
  const { data, isError, refetch } = useQuery(callbackEventQuery(id))
  if (data) return <EventCard event={data} />
  if (!isError) return <Skeleton width="100%" height={160} />
  return <LoadFailed retry={refetch} id="callbacks.load-failed" />
}

function EventCard({ event }: { event: CallbackEventDetails }) {
  const { texts, text } = useTexts()
  const { tries } = event
  return (
    <div className={styles.card}>
      <div className={classes('ui-row ui-wrap', styles.head)}>
        <EventState state={event.state} />
        <span className="ui-quiet">
          {event.type}{' '}
          <time dateTime={event.createdAt}>{instantLabel(texts, event.createdAt, 'short-day-time')}</time>
        </span>
        {event.lastAttempt && (
          <span className={styles.result}>
            <AttemptResult attempt={event.lastAttempt} />
          </span>
        )}
      </div>
      <VisuallyHidden>
        <h3>{text('callbacks.request')}</h3>
      </VisuallyHidden>
      <pre className={styles.code}>{formatRequest(event)}</pre>
      <ul aria-label={text('callbacks.attempts')}>
        {tries.map(attempt => (
          <li key={attempt.at} className={classes('ui-cluster ui-small', styles.try)}>
            <span>{instantLabel(texts, attempt.at, 'short-day-time')}</span>
            <AttemptResult attempt={attempt} />
            {attempt.answer !== '' && <pre className={styles.answer}>{attempt.answer}</pre>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Returns the request as it was sent at the last attempt; before the first one without the headers that are created for
 * each attempt.
 */
function formatRequest({ id, request }: CallbackEventDetails): string {
  const { address, timestamp, signature, version, contentType } = request
  return [
    // Empty where the address was removed before anything was sent.
    ...(address === '' ? [] : [`POST ${getPath(address)}`]),
    `content-type: ${contentType}`,
    `webhook-id: ${id}`,
    ...(timestamp === null ? [] : [`webhook-timestamp: ${timestamp}`]),
    ...(signature === null ? [] : [`webhook-signature: ${signature}`]),
    ...(version === undefined ? [] : [`keepsake-version: ${version}`]),
    '',
    formatBody(request),
  ].join('\n')
}

function getPath(address: string): string {
  const url = URL.parse(address)
  return url ? url.pathname + url.search : address
}

/** Adds line breaks to JSON; XML has them. */
function formatBody({ contentType, body }: CallbackEventDetails['request']): string {
  return contentType.startsWith('application/json') ? JSON.stringify(JSON.parse(body), null, 2) : body
}
