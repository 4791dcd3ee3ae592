import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  type CallbackDelivery,
  type CallbackEndpoint,
  type CallbackEvent,
  type CallbackEventDetails,
  replayCallbackEvent,
} from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import {
  callbackEventQuery,
  callbacksQuery,
  isTurnedOff,
  isWaiting,
  nameEndpointOf,
  useShowTurnedOff,
} from '../callback-queries.ts'
import styles from './event-details.module.css'
import { AttemptResult, EventState } from './event-state.tsx'

/** A test: that it is being sent, then what was sent and answered or why nothing was; a failure to read it has a retry. */
export function TestResult({ id, requestedAt }: { id: string; requestedAt: number }) {
  const { text } = useTexts()
  const { data, isError, refetch } = useQuery(callbackEventQuery(id, requestedAt))
  const result = useRef<HTMLDivElement>(null)
  const hasEnded = data !== undefined && !isWaiting(data)
  useRefetchWhenEnded(hasEnded)
  useEffect(() => {
    // On small screens it is below the button that was pressed.
    if (hasEnded) result.current?.scrollIntoView({ block: 'nearest' })
  }, [hasEnded])
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

/** The details of an event of the log, loaded when they are opened: what each endpoint was sent, and sent again. */
export function EventDetails({ id, endpoints }: { id: string; endpoints: readonly CallbackEndpoint[] }) {
  const { text } = useTexts()
  const replay = useReplay(id)
  const { data, isError, refetch } = useQuery(callbackEventQuery(id, replay.replayedAt))
  useRefetchWhenEnded(replay.replayedAt !== undefined && data !== undefined && !isWaiting(data))
  if (data)
    return (
      <EventCard
        event={data}
        renderActions={delivery => (
          <Button
            variant="text"
            icon={RotateCcw}
            pending={replay.isPending}
            aria-label={text('callbacks.replay-of', {
              event: [
                describeEvent(data),
                ...(data.deliveries.length > 1 ? [nameEndpointOf(delivery, endpoints)] : []),
              ].join(', '),
            })}
            onClick={() => replay.send(delivery.endpointId)}
          >
            {text('callbacks.replay')}
          </Button>
        )}
      />
    )
  if (!isError) return <Skeleton width="100%" height={160} />
  return <LoadFailed retry={refetch} id="callbacks.load-failed" />
}

/** Sends an event to an endpoint again; its details are polled until the receiver has answered. */
function useReplay(id: string) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const showTurnedOff = useShowTurnedOff()
  const replay = useMutation({
    mutationFn: (endpoint: string) => call(replayCallbackEvent, { params: { id }, query: { endpoint } }),
    onSuccess: event => {
      queries.setQueryData(callbackEventQuery(id).queryKey, event)
      return queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
    },
    onError: error => {
      if (isTurnedOff(error)) return showTurnedOff()
      const isRateLimited = error instanceof HttpFailure && error.status === 429
      const message = text(isRateLimited ? 'callbacks.too-many' : 'callbacks.send-failed')
      toasts.add({ subject: 'callback-replay', kind: 'error', text: message })
    },
  })
  return {
    isPending: replay.isPending,
    replayedAt: replay.isSuccess ? replay.submittedAt : undefined,
    send: (endpointId: string) => replay.mutate(endpointId),
  }
}

/** Refetches the log, and the state of callbacks, which an answer may have turned off. */
function useRefetchWhenEnded(hasEnded: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!hasEnded) return
    for (const queryKey of [callbacksQuery.queryKey, ['callbacks', 'events']])
      void queries.invalidateQueries({ queryKey })
  }, [hasEnded, queries])
}

/** Names an event by its type and subject. */
export const describeEvent = ({ type, about }: Pick<CallbackEvent, 'type' | 'about'>): string =>
  about === null ? type : `${type} ${about}`

/** A card for each endpoint; without any, the fields of the event. */
function EventCard({ event, renderActions }: EventCardProps) {
  if (event.deliveries.length === 0)
    return (
      <div className={styles.card}>
        <pre className={styles.code}>{JSON.stringify(event.data, null, 2)}</pre>
      </div>
    )
  return event.deliveries.map(delivery => (
    <DeliveryCard key={delivery.endpointId} event={event} delivery={delivery}>
      {renderActions?.(delivery)}
    </DeliveryCard>
  ))
}

interface EventCardProps {
  event: CallbackEventDetails
  renderActions?: (delivery: CallbackDelivery) => ReactNode
}

interface DeliveryCardProps {
  event: CallbackEventDetails
  delivery: CallbackEventDetails['deliveries'][number]
  children: ReactNode
}

function DeliveryCard({ event, delivery, children }: DeliveryCardProps) {
  const { texts, text } = useTexts()
  const { tries, lastAttempt, state } = delivery
  return (
    <div className={styles.card}>
      <div className={classes('ui-row ui-wrap', styles.head)}>
        <EventState state={state} />
        <span className="ui-quiet">
          {event.type}{' '}
          <time dateTime={event.createdAt}>{instantLabel(texts, event.createdAt, 'short-day-time')}</time>
        </span>
        <span className={styles.result}>{lastAttempt && <AttemptResult attempt={lastAttempt} />}</span>
        {children}
      </div>
      <VisuallyHidden>
        <h3>{text('callbacks.request')}</h3>
      </VisuallyHidden>
      <pre className={styles.code}>{formatRequest(event.id, delivery.request)}</pre>
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
function formatRequest(id: string, request: DeliveryRequest): string {
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

type DeliveryRequest = DeliveryCardProps['delivery']['request']

function getPath(address: string): string {
  const url = URL.parse(address)
  return url ? url.pathname + url.search : address
}

/** Adds line breaks to JSON; XML has them. */
function formatBody({ contentType, body }: DeliveryRequest): string {
  return contentType.startsWith('application/json') ? JSON.stringify(JSON.parse(body), null, 2) : body
}
