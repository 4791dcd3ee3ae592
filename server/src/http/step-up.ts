import type { FastifyReply, FastifyRequest } from 'fastify'
import { STEP_UP_ERROR } from '#contract/errors.ts'
import type { SessionEnd } from '#contract/push.ts'
import { type Context, memoizePerContext, type Reader } from '../context.ts'
import { BEARER_CHALLENGE } from './bearer-token.ts'
import { Failure } from './failure.ts'
import type { Caller } from './route.ts'

/** What this layer needs of the domain that knows sign-ins. */
export interface SignIns {
  /** Reads anew when the caller last proved who they are; null where that is not known. */
  findAuthTime: (ctx: Context, request: FastifyRequest, caller: Caller) => Promise<Date | null>
  /** Remembers the refusal, so that the next sign-in of this browser asks again. */
  recordRefusal: (ctx: Context, caller: Caller) => Promise<void>
  /** How the session of a refused token has ended; null for one that signed out by itself, or of which nothing is known. */
  findSessionEnd: (ctx: Context, token: string) => Promise<SessionEnd | null>
  /** Whether the running code answers a device that has been signed in for less than 7 days. */
  isNewDevice: (ctx: Context, db: Reader, accountId: string) => Promise<boolean>
  /** Which of these sessions are in force, by their marks (session-addresses.ts). */
  findSessions: (ctx: Context, marks: readonly string[]) => Promise<ReadonlySet<string>>
}

/** Sets the domain that knows sign-ins, when the app is created. */
export function setSignIns(ctx: Context, signIns: SignIns): void {
  getState(ctx).signIns = signIns
}

/**
 * Requires that the customer has proved who they are within STEP_UP_MINUTES: throws step-up-required with the
 * challenge of RFC 9470, 3, and lets the next sign-in of this browser ask again. With 0 minutes a call that would be refused
 * is logged only.
 */
export async function requireRecentSignIn({ ctx, caller, request, reply }: StepUpCall): Promise<void> {
  const seconds = (ctx.config.stepUpMinutes || DEFAULT_MINUTES) * 60
  const isRecent = (authTime: Date | null) =>
    authTime !== null && ctx.clock.now().getTime() - authTime.getTime() <= seconds * 1000
  if (isRecent(caller.authTime)) return
  const { signIns } = getState(ctx)
  // Callers are cached for a second, in which the customer may have been asked, by any process.
  if (signIns && isRecent(await signIns.findAuthTime(ctx, request, caller))) return
  if (ctx.config.stepUpMinutes === 0) {
    ctx.log.info(
      { route: `${request.method} ${request.routeOptions.url}` },
      'a recent sign-in would be needed',
    )
    return
  }
  await signIns?.recordRefusal(ctx, caller)
  reply.header('www-authenticate', createChallenge(seconds))
  throw new Failure(
    'step-up-required',
    'The customer has to prove again who they are, then the call can be repeated',
  )
}

interface StepUpCall {
  ctx: Context
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/** What STEP_UP_MINUTES is by default, and what is logged with 0. */
const DEFAULT_MINUTES = 15

const createChallenge = (seconds: number) =>
  [
    `${BEARER_CHALLENGE}, error="${STEP_UP_ERROR}"`,
    'error_description="The sign-in is too old for this call"',
    `max_age="${seconds}"`,
  ].join(', ')

const getState = memoizePerContext((): { signIns?: SignIns } => ({}))

/** Returns the domain that knows sign-ins; undefined before the app is created. */
export const getSignIns = (ctx: Context): SignIns | undefined => getState(ctx).signIns
