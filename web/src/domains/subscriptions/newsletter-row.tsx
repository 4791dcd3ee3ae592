import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  getSubscription,
  requestSubscription,
  type Subscription,
  withdrawSubscription,
} from '#contract/subscriptions.ts'
import { SettingsNote, SettingsRow } from '#web/domains/settings/index.ts'
import { call } from '#web/platform/http/call.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { callQuery } from '#web/platform/query/call-query.ts'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import styles from './newsletter-row.module.css'

/**
 * The newsletter of the brand: off, waiting for the confirmation by a mailed link, or on. Switching it on mails that link,
 * switching it off takes effect at once.
 */
export function NewsletterRow() {
  const { texts, text } = useTexts()
  const subscription = useQuery(subscriptionQuery)
  const { choice, hasFailed, choose } = useSubscriptionChoice()
  const { data } = subscription
  const isWaiting = data?.state === 'requested' && choice !== false
  return (
    <SettingsRow
      label={text('newsletter.title')}
      renderAction={labelId =>
        data &&
        !isWaiting && (
          <Switch labelId={labelId} checked={choice ?? data.state === 'confirmed'} onChange={choose} />
        )
      }
    >
      <p>{text('newsletter.text')}</p>
      {data && <SettingsNote>{getNote(texts, data)}</SettingsNote>}
      {isWaiting && (
        <div className={classes('ui-cluster8', styles.buttons)}>
          <Button variant="text" size="small" pending={choice === true} onClick={() => choose(true)}>
            {text('settings.email.send-again')}
          </Button>
          <Button variant="text" size="small" onClick={() => choose(false)}>
            {text('action.cancel')}
          </Button>
        </div>
      )}
      {subscription.isPending && <Skeleton width="50%" height="1.45em" />}
      {subscription.isError && !data && (
        <LoadFailed retry={subscription.refetch} id="newsletter.load-failed" />
      )}
      {hasFailed && <AlertBanner kind="error">{text('newsletter.failed')}</AlertBanner>}
    </SettingsRow>
  )
}

function getNote(texts: Texts, { state, since }: Subscription): string {
  const { text } = texts
  if (state === 'requested') return text('settings.confirmation-sent')
  if (state !== 'confirmed' || !since) return text('newsletter.off')
  return text('newsletter.since', { date: instantDayLabel(texts, since) })
}

/**
 * Saves the last choice of several that are made while one is being saved: choices between are not sent, so that a
 * switch pressed back and forth mails at most one link. `choice` is set until it is saved and shown.
 */
function useSubscriptionChoice() {
  const queries = useQueryClient()
  const [choice, setChoice] = useState<boolean>()
  const [hasFailed, setFailed] = useState(false)
  const lastChoice = useRef<boolean>(undefined)
  const isSaving = useRef(false)
  const save = async () => {
    isSaving.current = true
    try {
      for (let saved: boolean | undefined; saved !== lastChoice.current; ) {
        saved = lastChoice.current
        await call(saved ? requestSubscription : withdrawSubscription)
      }
    } catch (error) {
      reportFailure(error)
      setFailed(true)
    }
    isSaving.current = false
    await queries.invalidateQueries(subscriptionQuery)
    if (!isSaving.current) setChoice(undefined)
  }
  const choose = (isOn: boolean) => {
    lastChoice.current = isOn
    setChoice(isOn)
    setFailed(false)
    if (!isSaving.current) void save()
  }
  return { choice, hasFailed, choose }
}

/** Whether the customer receives the newsletter; read again at each visit, because it changes by a link in a mail. */
const subscriptionQuery = callQuery(['subscriptions', 'me'], getSubscription, { staleTime: 0 })
