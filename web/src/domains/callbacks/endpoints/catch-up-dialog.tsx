import { useQuery, useQueryClient } from '@tanstack/react-query'
import { subDays } from 'date-fns/subDays'
import { useState } from 'react'
import {
  CALLBACK_LOG_DAYS,
  type CallbackEndpoint,
  enableEndpoint,
  recoverEndpoint,
} from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { HttpFailure } from '#web/platform/http/http-failure.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toasts } from '#web/ui/toasts.ts'
import { callbacksQuery, nameEndpoint } from '../callback-queries.ts'

/** Says how many events an endpoint missed, and sends the last state of each subject; turns it on first. */
export function CatchUpDialog({ endpoint, onClose }: { endpoint: CallbackEndpoint; onClose: () => void }) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const { id, state, offAt } = endpoint
  const [openedAt] = useState(() => new Date())
  const isOff = state === 'off'
  const [period, setPeriod] = useState<Period>(isOff && offAt !== null ? 'off' : '30')
  const since = period === 'off' && offAt !== null ? offAt : findStart(openedAt, Number(period))
  const { data, isError, refetch } = useQuery({
    queryKey: ['callbacks', 'missed', id, since],
    queryFn: () => call(recoverEndpoint, { params: { id }, body: { since, dryRun: true } }),
    staleTime: 0,
  })
  const run = async () => {
    if (isOff) await call(enableEndpoint, { params: { id } })
    const { deliveries } = await call(recoverEndpoint, { params: { id }, body: { since } })
    await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
    await queries.invalidateQueries({ queryKey: ['callbacks', 'events'] })
    toasts.add({
      subject: `catch-up ${id}`,
      kind: 'success',
      text: text('callbacks.catch-up.started', { count: deliveries }),
    })
  }
  const count = data?.deliveries ?? 0
  return (
    <OperationDialog
      role="dialog"
      title={text('callbacks.catch-up.title', { name: nameEndpoint(endpoint) })}
      confirmLabel={text(isOff ? 'callbacks.catch-up.turn-on' : 'callbacks.catch-up.send', { count })}
      disabled={!data || (count === 0 && !isOff)}
      run={run}
      onDone={onClose}
      onCancel={onClose}
      failure={error => text(isRateLimited(error) ? 'callbacks.too-many' : 'callbacks.send-failed')}
    >
      <div className="ui-stack24 ui-ink">
        <p>{text('callbacks.catch-up.text')}</p>
        <SelectField
          name="since"
          label={text('callbacks.catch-up.since')}
          options={[
            ...(isOff && offAt !== null
              ? [{ id: 'off' as const, label: text('callbacks.catch-up.since.off') }]
              : []),
            ...PERIODS.map(days => ({
              id: days,
              label: text('callbacks.catch-up.since.days', { count: Number(days) }),
            })),
          ]}
          value={period}
          onChange={value => setPeriod(value as Period)}
        />
        {data && (
          <p role="status" className="ui-medium">
            {count === 0
              ? text('callbacks.catch-up.nothing')
              : text('callbacks.catch-up.found', { events: data.events, count })}
          </p>
        )}
        {!data && !isError && <Skeleton width="100%" height={24} />}
        {!data && isError && <LoadFailed retry={refetch} id="callbacks.load-failed" />}
      </div>
    </OperationDialog>
  )
}

/** Days, or since it was turned off. */
const PERIODS = ['1', '7', '30'] as const
type Period = (typeof PERIODS)[number] | 'off'

/** Events are kept for CALLBACK_LOG_DAYS: a minute less, so that the start is kept while the dialog is open. */
const findStart = (openedAt: Date, days: number): string =>
  new Date(subDays(openedAt, days).getTime() + (days === CALLBACK_LOG_DAYS ? 10 * 60_000 : 0)).toISOString()

const isRateLimited = (error: unknown) => error instanceof HttpFailure && error.status === 429
