import { millisecondsInDay } from 'date-fns/constants'
import type { FastifyInstance } from 'fastify'
import type { CallbackEventType, CallbackVersion } from '#contract/callback-payload.ts'
import * as contract from '#contract/callbacks.ts'
import {
  CALLBACK_LOG_DAYS,
  type CallbackEvent,
  type CallbackEventDetails,
  type CallbackProblem,
  type Callbacks,
  type getCallbackEvents,
} from '#contract/callbacks.ts'
import { type Answer, SERVICES } from '#contract/endpoint.ts'
import { type Context, change } from '../../context.ts'
import { readPage } from '../../http/cursor.ts'
import { notFound, requireFound } from '../../http/failure.ts'
import { type Route, route } from '../../http/route.ts'
import { findActiveCustomer, findCustomer } from '../customers/index.ts'
import { toWebhookTimestamp } from './delivery/send-event.ts'
import { findAddressProblem } from './delivery/target.ts'
import { findEndpoint, getLockedEndpoint } from './endpoint.ts'
import { renderBody } from './payload/payload.ts'
import { renderXmlSchema1, renderXmlSchema2 } from './payload/xml-schema.ts'
import { endSecret, replaceSecret } from './replace-secret.ts'
import { requestReplay, requestTest } from './requests.ts'
import { presentSecret } from './signing-secrets.ts'
import { type CallbacksRow, updateCallbacks } from './store/callbacks.ts'
import type { CallbackAttemptRow } from './store/events.ts'
import {
  countEvents,
  findEventWithAttempts,
  hasFailedSince,
  type LoggedEvent,
  listLoggedEvents,
} from './store/log.ts'
import { listSecrets, type SigningSecret } from './store/secrets.ts'

/** Maximum number of attempts that are shown of an event. */
const MAX_SHOWN_ATTEMPTS = 50

export const callbackRoutes: readonly Route[] = [
  route(contract.getCallbacks, ({ ctx, caller }) => readCallbacks(ctx, caller.accountId)),
  route(contract.putCallbackSettings, async ({ ctx, caller, body }) => {
    await setEventSettings(ctx, caller.accountId, body)
    return readCallbacks(ctx, caller.accountId)
  }),
  route(contract.createSecret, async ({ ctx, caller, body }) => {
    const { secret, previousValidUntil } = await replaceSecret(ctx, caller, body)
    return { secret, previousValidUntil: previousValidUntil?.toISOString() ?? null }
  }),
  route(contract.endSecret, ({ ctx, caller, params }) => endSecret(ctx, caller.accountId, params.id)),
  route(contract.getCallbackEvents, ({ ctx, caller, query }) => readLog(ctx, caller.accountId, query)),
  route(contract.getCallbackEvent, ({ ctx, caller, params }) => readEvent(ctx, caller.accountId, params.id)),
  route(contract.replayCallbackEvent, async ({ ctx, caller, params }) =>
    presentEvent(await requestReplay(ctx, caller.accountId, params.id)),
  ),
  route(contract.sendTest, async ({ ctx, caller }) =>
    presentEvent({ event: await requestTest(ctx, caller.accountId), attempts: 0, lastAttempt: undefined }),
  ),
]

/** Publishes the schemas of callbacks in XML, by version; their addresses are part of the documentation. */
export function serveXmlSchemas(app: FastifyInstance): void {
  const schemas = { 'callback.xsd': renderXmlSchema1(), 'callback-2.xsd': renderXmlSchema2() }
  for (const [name, schema] of Object.entries(schemas))
    app.get(`${SERVICES.callbacks}/${name}`, { config: { policy: 'public' } }, async (_request, reply) =>
      reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(schema),
    )
}

async function readCallbacks(ctx: Context, accountId: string): Promise<contract.Callbacks> {
  const customer = requireFound(await findActiveCustomer(ctx.db, accountId), 'Customer')
  const endpoint = await change(ctx, async tx => {
    const row = await findEndpoint(ctx, tx, customer)
    if (!row) return null
    return presentEndpoint(row, {
      problem: findAddressProblem(ctx, customer),
      secrets: await listSecrets(tx.db, [accountId], ctx.clock.now()),
      hasRecentFailures: await hasFailedSince(
        tx.db,
        accountId,
        new Date(ctx.clock.now().getTime() - millisecondsInDay),
      ),
    })
  })
  return { endpoint }
}

/**
 * Sets the version of later events and the types that are told; null: all, also those of later releases. Events from before
 * keep their version. Throws conflict for a blocked account, not-found without an address.
 */
async function setEventSettings(
  ctx: Context,
  accountId: string,
  { version, events }: { version: CallbackVersion; events: readonly CallbackEventType[] | null },
): Promise<void> {
  await change(ctx, async tx => {
    await getLockedEndpoint(ctx, tx, accountId)
    await updateCallbacks(tx, accountId, {
      version,
      events: events && JSON.stringify([...new Set(events)]),
    })
  })
}

/** Reads a page of the account's log, newest first. */
export async function readLog(
  ctx: Context,
  accountId: string,
  query: { cursor?: string | undefined; limit: number; state?: 'failed' | undefined },
): Promise<Answer<typeof getCallbackEvents>> {
  const since = new Date(ctx.clock.now().getTime() - CALLBACK_LOG_DAYS * millisecondsInDay)
  const failedOnly = query.state === 'failed'
  const [{ rows, next }, counts] = await Promise.all([
    readPage(
      ['callbacks', accountId, query.state ?? ''],
      query,
      (after, limit) => listLoggedEvents(ctx.db, { accountId, since, failedOnly, after, limit }),
      ({ event }) => ({ at: event.created_at, id: event.event_id }),
    ),
    countEvents(ctx.db, accountId, since),
  ])
  return { events: rows.map(presentEvent), ...counts, next }
}

/** Reads an event of the account with its body and attempts; throws not-found for an unknown or foreign event. */
export async function readEvent(
  ctx: Context,
  accountId: string,
  eventId: string,
): Promise<CallbackEventDetails> {
  const eventWithAttempts = await findEventWithAttempts(ctx.db, accountId, eventId, MAX_SHOWN_ATTEMPTS)
  const customer = await findCustomer(ctx.db, accountId)
  if (!eventWithAttempts || !customer) throw notFound('Callback')
  const { event, attempts } = eventWithAttempts
  const [lastAttempt] = attempts
  const { body, contentType } = renderBody(event, lastAttempt?.format ?? customer.callback_format ?? 'JSON')
  return {
    ...presentEvent({ event, attempts: lastAttempt?.n ?? 0, lastAttempt }),
    request: {
      address: lastAttempt?.address ?? customer.callback_url ?? '',
      timestamp: lastAttempt?.signature ? toWebhookTimestamp(lastAttempt.attempted_at) : null,
      signature: lastAttempt?.signature ?? null,
      version: event.version,
      contentType,
      body,
    },
    tries: attempts.map(attempt => ({ ...presentAttempt(attempt), answer: attempt.answer })),
  }
}

function presentEvent({ event, attempts, lastAttempt }: LoggedEvent): CallbackEvent {
  return {
    id: event.event_id,
    type: event.type,
    about: event.about,
    createdAt: event.created_at.toISOString(),
    state: event.state,
    attempts,
    lastAttempt: lastAttempt ? presentAttempt(lastAttempt) : null,
    nextAttemptAt: event.next_attempt_at?.toISOString() ?? null,
  }
}

function presentAttempt(attempt: CallbackAttemptRow): NonNullable<CallbackEvent['lastAttempt']> {
  return {
    at: attempt.attempted_at.toISOString(),
    status: attempt.status,
    problem: attempt.problem,
    durationMs: attempt.duration_ms,
  }
}

/** Presents the endpoint. `problem`: why the address cannot be called. `secrets`: those that sign, the newest first. */
function presentEndpoint(
  row: CallbacksRow,
  {
    problem,
    secrets,
    hasRecentFailures,
  }: { problem: CallbackProblem | null; secrets: readonly SigningSecret[]; hasRecentFailures: boolean },
): NonNullable<Callbacks['endpoint']> {
  return {
    state: row.state,
    offReason: row.off_reason,
    offAt: row.off_at?.toISOString() ?? null,
    problem,
    version: row.version,
    events: row.events,
    hasRecentFailures,
    secrets: secrets.map(secret => ({ ...presentSecret(secret), shown: secret.shown })),
  }
}
