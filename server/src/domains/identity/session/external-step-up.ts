import type { FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { canonicalAccountId } from '#contract/id.ts'
import { STEP_UP_HEADER, type STEP_UP_REFUSALS } from '#contract/reauthentication.ts'
import type { Context } from '#server/context.ts'
import { Failure } from '#server/http/failure.ts'
import { readSession } from './session-cookies.ts'
import type { Tokens } from './tokens.ts'

/** Returns the account of this browser's session at an external provider; undefined without one. */
export function findExternalAccount(request: FastifyRequest): string | undefined {
  const { idToken } = readSession(request)
  const { sub } = idToken ? decodeJwt(idToken) : {}
  return sub === undefined ? undefined : canonicalAccountId(sub)
}

/**
 * Creates the ticket of a sign-in in which the provider was to ask again. Throws bad-request, with its reason, when
 * the id token does not prove that: providers may ignore `max_age` (OpenID Connect Core, 3.1.2.1).
 */
export function createStepUpTicket(ctx: Context, { authTime, claims }: Tokens): string {
  const now = ctx.clock.now()
  if (authTime === null) throw refuse('no-auth-time')
  if (now.getTime() - authTime.getTime() > AUTH_AGE_MS) throw refuse('not-asked')
  return ctx.signer.sign(`${SCOPE}${authTime.getTime()}:${claims.sub}`, now, TICKET_LIFETIME)
}

/** Reads when the account was asked last from the request's ticket; null without a valid one of the account. */
export function readStepUpTicket(ctx: Context, request: FastifyRequest, accountId: string): Date | null {
  const ticket = request.headers[STEP_UP_HEADER]
  const verified = typeof ticket === 'string' ? ctx.signer.verify(ticket, ctx.clock.now()) : null
  if (!verified?.scope.startsWith(SCOPE)) return null
  const [time = '', ...sub] = verified.scope.slice(SCOPE.length).split(':')
  return sub.join(':') === accountId ? new Date(Number(time)) : null
}

const refuse = (reason: (typeof STEP_UP_REFUSALS)[number]) =>
  new Failure('bad-request', 'The identity provider has not asked the customer again', { reason })

/** A prefix no other signed scope has. */
const SCOPE = 'step-up:'

/** How old the proof may be, of a provider that has just asked. */
const AUTH_AGE_MS = 60_000
/** The age of the proof counts; this bounds it for longer settings of STEP_UP_MINUTES. */
const TICKET_LIFETIME = { seconds: 15 * 60, window: 60 }
