import { millisecondsInDay } from 'date-fns/constants'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getRefusals } from '#contract/retailer-refusals.ts'
import { type Context, memoizePerContext } from '../../context.ts'
import { defineDomain, eraseRows } from '../../domain.ts'
import { readBearerToken } from '../../http/bearer-token.ts'
import { Failure } from '../../http/failure.ts'
import { type Guard, route, type ServiceCaller } from '../../http/route.ts'
import { findConfiguredService } from '../../http/service-tokens.ts'
import { deleteRows, lessThan } from '../../platform/db/rows.ts'
import { defineJob, handleJob } from '../../platform/jobs/jobs.ts'
import { hashMachineToken, isMachineToken } from '../../platform/machine-tokens/machine-tokens.ts'
import { defineGauge } from '../../platform/metrics/definitions.ts'
import { DATABASE_FRESH_MS, type MetricsSource } from '../../platform/metrics/sources.ts'
import { deleteOldRefusals, listRetailerRefusals, readRefusal, recordRefusal } from './refusals.ts'
import {
  addOriginalReads,
  findValidToken,
  listEndsOfServices,
  type ReadsOfService,
  setLastUse,
  sumOriginalReads,
} from './store.ts'
import { serviceTables } from './tables.ts'
import { serviceTokenCommand } from './tokens/command.ts'
import { warnOfTokenEnds } from './tokens/warnings.ts'

/** Days of which the mean is what a service usually reads. */
const USUAL_DAYS = 28

/** The least that counts as usual a day, so that a new service may start. */
const USUAL_MIN = 100

/** Days for which the numbers are stored. */
const STORED_DAYS = 90

const getDay = ({ clock }: Context, daysAgo = 0) =>
  new Date(clock.now().getTime() - daysAgo * millisecondsInDay).toISOString().slice(0, 10)

export { listRefusalLines } from './refusals.ts'
export { answerState, answerStates, type DescribeStates } from './states/read-states.ts'
export {
  adoptState,
  type IncomingVersion,
  isSameContent,
  receiveVersion,
  type VersionedFeed,
  type VersionResult,
} from './states/receive-version.ts'
export { deleteStates } from './store.ts'

/** How often the last use of a token is written at most, by each process. */
const WRITE_MS = 60_000

const getWriteTimes = memoizePerContext(() => new Map<string, Date>())

const tokenEnd = defineGauge(
  'service_token_end_seconds',
  "Time until the last token of a retailer's service ends; negative for a week after it",
  { labels: ['service'] },
)

const originalReads = defineGauge(
  'service_original_reads',
  "Originals whose addresses a retailer's service got today (UTC)",
  { labels: ['service'] },
)

const usualOriginalReads = defineGauge(
  'service_usual_original_reads',
  "Originals whose addresses a retailer's service usually gets in a day, at least 100",
  { labels: ['service'] },
)

const ENDED_DAYS = 7

const serviceSource = (ctx: Context): MetricsSource => ({
  name: 'services',
  gauges: [tokenEnd, originalReads, usualOriginalReads],
  freshMs: DATABASE_FRESH_MS,
  async read(clear) {
    const now = ctx.clock.now().getTime()
    const ends = await listEndsOfServices(ctx.db, new Date(now - ENDED_DAYS * millisecondsInDay))
    const reads = await readOriginalReads(ctx)
    clear()
    for (const { name: service, end } of ends)
      ctx.metrics.get(tokenEnd).set({ service }, (end.getTime() - now) / 1000)
    for (const { service, today, mean } of reads) {
      ctx.metrics.get(originalReads).set({ service }, today)
      ctx.metrics.get(usualOriginalReads).set({ service }, mean)
    }
  },
})

/**
 * Lets calls of the retailer's services pass whose token has the endpoint's scope. Tokens of SERVICE_TOKENS, which
 * tests and demos have, are for all scopes and vendors.
 */
const serviceGuard: Guard = async (ctx, request) => {
  request.service = await findService(ctx, request)
  if (!request.service) throw new Failure('unauthorized', 'A valid service token is needed')
  const { scopes } = request.service
  const { endpoint } = request.routeOptions.config
  const scope = endpoint?.serviceScope
  if (scopes !== null && !(scope && scopes.includes(scope)))
    throw new Failure('insufficient-scope', `The token lacks the scope ${scope}`)
}

/** Logs tokens that end soon, and deletes old records. */
export const watchServices = defineJob<Record<string, never>>('services.watch', { schedule: '35 * * * *' })

/** The retailer's services: their tokens, what they read, and what they sent. */
export const services = defineDomain({
  name: 'services',
  dependsOn: [],
  tables: serviceTables,
  routes: [
    route(getRefusals, ({ ctx, query, request }) => listRetailerRefusals(ctx, request.service!, query.since)),
  ],
  guards: { service: serviceGuard },
  mount: recordAfterResponse,
  jobs: [
    handleJob(watchServices, async ctx => {
      await warnOfTokenEnds(ctx)
      await deleteRows(ctx.db, 'service_reads', { day: lessThan(getDay(ctx, STORED_DAYS)) })
      await deleteOldRefusals(ctx)
    }),
  ],
  commands: [serviceTokenCommand],
  metrics: { sources: ctx => [serviceSource(ctx)] },
  eraseAccount: eraseRows(serviceTables),
})

/** Records the last use of tokens, and refusals, after the answers, so that no call waits for it. */
function recordAfterResponse(app: FastifyInstance, ctx: Context): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    readRefusal(request, reply, payload)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    done()
    const { service } = request
    if (!service) return
    Promise.all([recordLastUse(ctx, service), recordRefusal(ctx, request)]).catch(error =>
      ctx.log.warn({ err: error, service: service.name }, 'a call of a service was not recorded'),
    )
  })
}

async function findService(ctx: Context, request: FastifyRequest): Promise<ServiceCaller | null> {
  const token = readBearerToken(request)
  if (token === null) return null
  if (isMachineToken('kss', token)) {
    const row = await findValidToken(ctx.db, hashMachineToken(token), ctx.clock.now())
    if (row) {
      const { name, token_id: tokenId, vendors, scopes } = row
      return { name, tokenId, vendors, scopes }
    }
  }
  const name = findConfiguredService(ctx.config, request)
  return name === null ? null : { name, tokenId: null, vendors: null, scopes: null }
}

/** Records the last use of a token, outside of the request's time. */
async function recordLastUse(ctx: Context, { tokenId }: ServiceCaller): Promise<void> {
  if (tokenId === null) return
  const now = ctx.clock.now()
  const writtenAt = getWriteTimes(ctx).get(tokenId)
  if (writtenAt && Math.abs(now.getTime() - writtenAt.getTime()) < WRITE_MS) return
  getWriteTimes(ctx).set(tokenId, now)
  await setLastUse(ctx.db, tokenId, now)
}

/** Counts originals whose addresses are answered to a service; before the answer, so that none is missed. */
export async function countOriginalReads(
  ctx: Context,
  { name, tokenId }: ServiceCaller,
  count: number,
): Promise<void> {
  if (count > 0)
    await addOriginalReads(ctx.db, { token: tokenId ?? name, service: name, day: getDay(ctx), count })
}

/** Reads for each service how many originals it read today (UTC), and how many it usually reads in a day. */
async function readOriginalReads(ctx: Context): Promise<ReadsOfService[]> {
  const reads = await sumOriginalReads(ctx.db, { day: getDay(ctx), since: getDay(ctx, USUAL_DAYS) })
  return reads.map(each => ({ ...each, mean: Math.max(each.mean, USUAL_MIN) }))
}
