import { useQueryClient } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Plus from 'lucide-react/icons/plus'
import Webhook from 'lucide-react/icons/webhook'
import { useState } from 'react'
import { type CallbackEndpoint, deleteEndpoint, ENDPOINTS_MAX, patchEndpoint } from '#contract/callbacks.ts'
import { call } from '#web/platform/http/call.ts'
import { instantLabel } from '#web/platform/i18n/instants.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'
import { useTexts } from '#web/platform/i18n/texts-provider.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ListRow, ListRows } from '#web/ui/list-rows.tsx'
import { MenuTrigger } from '#web/ui/menu-trigger.tsx'
import { OperationDialog } from '#web/ui/operation-dialog.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { callbacksQuery, nameEndpoint } from '../callback-queries.ts'
import { SigningSecrets } from '../settings/signing-secrets.tsx'
import { CatchUpDialog } from './catch-up-dialog.tsx'
import { EndpointDialog } from './endpoint-dialog.tsx'

/** Where the business is called: each endpoint with what waits for it, and what it missed. */
export function EndpointList({ endpoints, isBlocked }: EndpointListProps) {
  const { text } = useTexts()
  const [isAdding, setAdding] = useState(false)
  const others = endpoints.filter(({ id }) => id !== 'default').length
  return (
    <section className="ui-stack12 ui-above32" aria-labelledby="endpoints">
      <SectionHeading
        id="endpoints"
        title={text('callbacks.endpoints')}
        count={
          endpoints.length === 0
            ? undefined
            : text('callbacks.endpoints.count', {
                count: String(endpoints.length),
                max: String(ENDPOINTS_MAX),
              })
        }
        action={
          <Button
            icon={Plus}
            disabled={isBlocked || others >= ENDPOINTS_MAX - 1}
            onClick={() => setAdding(true)}
          >
            {text('callbacks.endpoint.add')}
          </Button>
        }
      />
      {endpoints.length > 0 && (
        <ListRows>
          {endpoints.map(endpoint => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} isBlocked={isBlocked} />
          ))}
        </ListRows>
      )}
      {isAdding && <EndpointDialog onClose={() => setAdding(false)} />}
    </section>
  )
}

interface EndpointListProps {
  endpoints: readonly CallbackEndpoint[]
  isBlocked: boolean
}

function EndpointRow({ endpoint, isBlocked }: { endpoint: CallbackEndpoint; isBlocked: boolean }) {
  const texts = useTexts()
  const { text } = texts
  const [open, setOpen] = useState<'settings' | 'secrets' | 'turn-off' | 'remove' | 'catch-up'>()
  const close = () => setOpen(undefined)
  const name = nameEndpoint(endpoint)
  const blocked = isBlocked && text('callbacks.blocked')
  const menu = [
    { id: 'settings' as const, label: text('callbacks.endpoint.settings'), disabledReason: blocked },
    { id: 'secrets' as const, label: text('callbacks.secrets') },
    ...(endpoint.state === 'on'
      ? [{ id: 'turn-off' as const, label: text('callbacks.turn-off'), disabledReason: blocked }]
      : []),
    {
      id: 'remove' as const,
      label: text('callbacks.endpoint.remove'),
      danger: true,
      disabledReason: blocked,
    },
  ]
  return (
    <ListRow
      icon={Webhook}
      critical={endpoint.state === 'off'}
      name={name}
      facts={[
        getHost(endpoint),
        `${endpoint.version}, ${endpoint.format}`,
        endpoint.events ? endpoint.events.join(', ') : text('callbacks.endpoint.all-events'),
      ]}
      warningFact={describeState(texts, endpoint)}
      end={
        <div className="ui-row8">
          {(endpoint.missed > 0 || (endpoint.state === 'off' && endpoint.id !== 'default')) && (
            <Button variant="line" disabled={isBlocked} onClick={() => setOpen('catch-up')}>
              {text('callbacks.catch-up')}
            </Button>
          )}
          {endpoint.id !== 'default' && (
            <MenuTrigger
              label={text('action.menu-of', { name })}
              icon={Ellipsis}
              items={menu.map(item => ({ ...item, onAction: () => setOpen(item.id) }))}
            />
          )}
          {open === 'catch-up' && <CatchUpDialog endpoint={endpoint} onClose={close} />}
          {open === 'settings' && <EndpointDialog endpoint={endpoint} onClose={close} />}
          {open === 'secrets' && (
            <Dialog title={name} onClose={close}>
              <SigningSecrets endpoint={endpoint} isBlocked={isBlocked} />
            </Dialog>
          )}
          {(open === 'turn-off' || open === 'remove') && (
            <EndDialog endpoint={endpoint} action={open} onClose={close} />
          )}
        </div>
      }
    />
  )
}

/** Why it is off, which the page says of the first one below, and how much it missed; or when it starts, and how much waits for it. */
function describeState(
  texts: Texts,
  { id, state, offReason, offAt, missed, waiting, startsAt }: CallbackEndpoint,
): string | undefined {
  const { text } = texts
  if (state === 'on') {
    const start =
      startsAt !== null &&
      text('callbacks.endpoint.starts', { date: instantLabel(texts, startsAt, 'short-day-time') })
    const amount = waiting > 0 && text('callbacks.endpoint.waiting', { count: waiting })
    return [start, amount].filter(Boolean).join(' ') || undefined
  }
  const date = offAt === null ? '' : instantLabel(texts, offAt, 'day')
  const reason = id !== 'default' && text(`callbacks.endpoint.off.${offReason ?? 'owner'}`, { date })
  const lost = missed > 0 && text('callbacks.endpoint.missed', { count: missed })
  return [reason, lost].filter(Boolean).join(' ')
}

const getHost = ({ url }: CallbackEndpoint) => URL.parse(url)?.host ?? url

/** Asks whether an endpoint is turned off or removed. */
function EndDialog({
  endpoint,
  action,
  onClose,
}: {
  endpoint: CallbackEndpoint
  action: 'turn-off' | 'remove'
  onClose: () => void
}) {
  const { text } = useTexts()
  const queries = useQueryClient()
  const params = { id: endpoint.id }
  const isRemoval = action === 'remove'
  return (
    <OperationDialog
      danger
      title={nameEndpoint(endpoint)}
      confirmLabel={text(isRemoval ? 'callbacks.endpoint.remove' : 'callbacks.turn-off')}
      run={async () => {
        if (isRemoval) await call(deleteEndpoint, { params })
        else await call(patchEndpoint, { params, body: { state: 'off' } })
        await queries.invalidateQueries({ queryKey: callbacksQuery.queryKey })
      }}
      onDone={onClose}
      onCancel={onClose}
      failure={text('settings.save-failed')}
    >
      <p>{text(isRemoval ? 'callbacks.endpoint.remove.text' : 'callbacks.turn-off.text')}</p>
    </OperationDialog>
  )
}
