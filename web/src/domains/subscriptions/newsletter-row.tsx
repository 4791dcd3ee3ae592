import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { requestSubscription, type Subscription, withdrawSubscription } from '#contract/subscriptions.ts'
import { SettingsNote, SettingsRow } from '#web/domains/settings/index.ts'
import { call } from '#web/platform/http/call.ts'
import { instantDayLabel } from '#web/platform/i18n/dates.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { reportFailure } from '#web/platform/reporting/reporting.ts'
import { AlertBanner } from '#web/ui/alert-banner.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { subscriptionQuery } from './subscription-query.ts'

/**
 * The newsletter of the brand: switching it on mails a link that confirms it, switching it off takes effect at once.
 */
export function NewsletterRow() {
  const texts = useTexts()
  const { text } = texts
  const subscription = useQuery(subscriptionQuery)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (isOn: boolean) => call(isOn ? requestSubscription : withdrawSubscription),
    onSuccess: () => queries.invalidateQueries(subscriptionQuery),
    onError: error => reportFailure(error),
  })
  const { data } = subscription
  return (
    <SettingsRow
      label={text('newsletter.title')}
      renderAction={labelId =>
        data && (
          <Switch
            labelId={labelId}
            checked={isSubscribed(data)}
            pending={change.isPending}
            onChange={isOn => change.mutate(isOn)}
          />
        )
      }
    >
      <p>{text('newsletter.text')}</p>
      {data && <SettingsNote>{getNote(texts, data)}</SettingsNote>}
      {subscription.isPending && <Skeleton width="50%" height="1.45em" />}
      {subscription.isError && !data && (
        <AlertBanner kind="error" onRetry={() => void subscription.refetch()}>
          {text('newsletter.load-failed')}
        </AlertBanner>
      )}
      {change.isError && <AlertBanner kind="error">{text('newsletter.failed')}</AlertBanner>}
    </SettingsRow>
  )
}

const isSubscribed = ({ state }: Subscription) => state === 'requested' || state === 'confirmed'

function getNote(texts: Texts, { state, since }: Subscription): string {
  const { text } = texts
  if (state === 'requested') return text('newsletter.requested')
  if (state !== 'confirmed' || !since) return text('newsletter.off')
  return text('newsletter.since', { date: instantDayLabel(texts, since) })
}
