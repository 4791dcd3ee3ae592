import { millisecondsInDay } from 'date-fns/constants'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '#contract/endpoint.ts'
import { errorAnswer } from '#contract/errors.ts'
import { type getRefusals, REFUSALS_MAX } from '#contract/retailer-refusals.ts'
import type { Context } from '../../context.ts'
import type { CaseLine } from '../../domain.ts'
import { describeCallPath } from '../../http/call-path.ts'
import type { ServiceCaller } from '../../http/route.ts'
import { deleteRows, lessThan } from '../../platform/db/rows.ts'
import { parseJson } from '../../platform/json.ts'
import { listRefusals, listRefusalsOf, upsertRefusal } from './store.ts'

/** Days for which a refusal is stored. */
const STORED_DAYS = 30

/**
 * Reads from the answer of a service's call why it was refused: an error of the sender, or a state with problems. Reads,
 * dry runs, previews and wrong tokens are none.
 */
export function readRefusal(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
  const { service, method, query } = request
  const isDryRun = (query as { dryRun?: string } | undefined)?.dryRun === 'true'
  const isPreview = request.routeOptions.config.endpoint?.sendsFile !== undefined
  if (!service || method === 'GET' || method === 'HEAD' || isDryRun || isPreview) return
  const { statusCode: status } = reply
  if (status >= 400 && status < 500 && typeof payload === 'string') {
    const { data } = errorAnswer.safeParse(parseJson(payload))
    if (data) request.refusal = { status, code: data.code, message: data.message, fields: data.fields ?? {} }
  }
}

/** Stores the refusal of a call, for the lists of the retailer (`listRetailerRefusals`). */
export async function recordRefusal(ctx: Context, request: FastifyRequest): Promise<void> {
  const { refusal, service, method } = request
  if (!refusal || !service) return
  const { name, vendors } = service
  await upsertRefusal(ctx.db, {
    service: name,
    method,
    path: describeCallPath(request),
    vendors: vendors === null ? null : [...vendors],
    ...refusal,
    last_at: ctx.clock.now(),
  })
}

/** Lists what was refused of the calls of the service's vendors, the newest first. */
export async function listRetailerRefusals(
  ctx: Context,
  { vendors }: ServiceCaller,
  since: string | undefined,
): Promise<Answer<typeof getRefusals>> {
  const rows = await listRefusals(ctx.db, {
    vendors,
    since: since === undefined ? undefined : new Date(since),
    limit: REFUSALS_MAX,
  })
  const items = rows.map(({ vendors: _, first_at, last_at, ...row }) => ({
    ...row,
    firstAt: first_at.toISOString(),
    lastAt: last_at.toISOString(),
  }))
  return { items }
}

export const deleteOldRefusals = (ctx: Context): Promise<unknown> =>
  deleteRows(ctx.db, 'retailer_refusals', {
    last_at: lessThan(new Date(ctx.clock.now().getTime() - STORED_DAYS * millisecondsInDay)),
  })

/** Lists what was refused of calls about these codes, for customer care. */
export async function listRefusalLines(
  { db }: Context,
  codes: readonly string[],
  since: Date,
): Promise<CaseLine[]> {
  return (await listRefusalsOf(db, codes, since)).map(
    ({ service, method, path, status, code, fields, count, ...row }) => ({
      at: row.last_at,
      who: 'service',
      by: service,
      what: `refused ${method} ${path}, ${[status, code, ...Object.keys(fields)].join(' ')}, ${count} times since ${row.first_at.toISOString()}; nothing was changed, ${service} must send it again`,
    }),
  )
}
