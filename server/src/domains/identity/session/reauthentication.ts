import type { FastifyRequest } from 'fastify'
import {
  REAUTHENTICATION_METHODS,
  type Reauthentication,
  type ReauthenticationMethodName,
} from '#contract/reauthentication.ts'
import { type Context, change } from '#server/context.ts'
import { describeRequest } from '#server/http/describe-request.ts'
import { Failure } from '#server/http/failure.ts'
import { createRequestOptions, PASSKEY_METHODS, verifyAssertion } from '../passkeys/assertion.ts'
import type { ChallengePurpose } from '../passkeys/challenges.ts'
import { getRelyingParty } from '../passkeys/relying-party.ts'
import { listPasskeys } from '../passkeys/store.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { verifyPassword } from '../sign-in/passwords.ts'
import {
  countAttempt,
  countAttemptsLeft,
  REAUTHENTICATION_LIMIT,
  refundAttempt,
  resetAttempts,
} from '../sign-in/rate-limits.ts'
import { findPasswordHash } from '../store/credentials.ts'
import { updateDevice } from '../store/devices.ts'
import { evictCallers } from './caller-cache.ts'
import type { CookieSession } from './cookie-session.ts'
import { endSessions } from './end-sessions.ts'

/** Lists the methods that the account has, with the options of each. */
export async function listReauthenticationMethods(
  ctx: Context,
  request: FastifyRequest,
  { accountId }: CookieSession,
) {
  const methods: ReauthenticationMethodName[] = []
  let passkey: Record<string, unknown> | null = null
  for (const name of REAUTHENTICATION_METHODS) {
    const options = await METHODS[name]?.createOptions(ctx, request, accountId)
    if (options === undefined) continue
    methods.push(name)
    if (name === 'passkey') passkey = options
  }
  return { methods, passkey }
}

/**
 * Renews the time of the session's sign-in when the answer is right; returns it. Throws bad-credentials for a wrong one,
 * with the answers that are left: the fifth in 15 minutes ends the session and is mailed, so that who found an unlocked
 * device cannot guess.
 */
export async function reauthenticate(
  ctx: Context,
  request: FastifyRequest,
  session: CookieSession,
  answer: Reauthentication,
): Promise<Date> {
  const { accountId, grantId } = session
  const method = METHODS[answer.method] as ReauthenticationMethod<ReauthenticationMethodName> | undefined
  if (!method) throw new Failure('not-found', 'The account has no such method')
  const verify = async () => ((await method.verify(ctx, request, accountId, answer)) ? 'right' : 'wrong')
  const attemptsLeft = await countAnswer(ctx, request, session, verify)
  if (attemptsLeft !== null) throw new Failure('bad-credentials', 'This is not right', { attemptsLeft })
  const authTime = ctx.clock.now()
  const values = { auth_time: authTime, methods: JSON.stringify(method.amr), step_up_wanted_until: null }
  await updateDevice(ctx.db, { accountId, grantId }, values)
  evictCallers(ctx, accountId)
  return authTime
}

/**
 * Counts an answer to the question who the customer of the session is, in the dialog and on the sign-in page together: the fifth wrong one in 15
 * minutes ends the session and is mailed. One that is 'neither' does not count. Returns null unless it is wrong or was not checked, because there were
 * too many, else how many are left.
 */
export async function countAnswer(
  ctx: Context,
  request: FastifyRequest,
  session: AskedSession,
  verify: () => Promise<'right' | 'wrong' | 'neither'>,
): Promise<number | null> {
  const { grantId } = session
  // Counted before the answer is checked, so that concurrent guesses are counted exactly.
  const isOver = (await countAttempt(ctx, REAUTHENTICATION_LIMIT, grantId)) !== null
  const outcome = isOver ? 'wrong' : await verify()
  if (outcome === 'right') await resetAttempts(ctx, REAUTHENTICATION_LIMIT, grantId)
  if (outcome === 'neither') await refundAttempt(ctx, REAUTHENTICATION_LIMIT, grantId)
  if (outcome !== 'wrong') return null
  const attemptsLeft = await countAttemptsLeft(ctx, REAUTHENTICATION_LIMIT, grantId)
  // An answer that was not checked is no wrong one: right ones at the same time are counted, too.
  if (attemptsLeft === 0 && !isOver) await endGuessedSession(ctx, request, session)
  return attemptsLeft
}

type AskedSession = Pick<CookieSession, 'accountId' | 'grantId'>

/** Ends the session and tells the owner; once, of concurrent guesses. */
async function endGuessedSession(
  ctx: Context,
  request: FastifyRequest,
  { accountId, grantId }: AskedSession,
): Promise<void> {
  await change(ctx, async tx => {
    const ended = await endSessions(ctx, tx, accountId, [grantId], {
      cause: 'wrong-answers',
      byGrantId: grantId,
    })
    if (ended.length > 0)
      await recordSecurityEvent(ctx, tx, {
        accountId,
        kind: 'reauthentication.failed',
        by: { type: 'device', id: grantId, ...describeRequest(request) },
      })
  })
}

const password: ReauthenticationMethod<'password'> = {
  amr: ['pwd'],
  createOptions: async (ctx, _request, accountId) =>
    (await findPasswordHash(ctx.db, accountId)) === null ? undefined : null,
  verify: async (ctx, _request, accountId, answer) =>
    verifyPassword(answer.password, await findPasswordHash(ctx.db, accountId)),
}

/** A way in which the customer of a session proves again who they are. */
export interface ReauthenticationMethod<Name extends ReauthenticationMethodName> {
  /** What the access token says of it (RFC 8176). */
  amr: readonly string[]
  /** Returns what the browser needs for it, null for nothing; undefined when the account cannot use it. */
  createOptions: (
    ctx: Context,
    request: FastifyRequest,
    accountId: string,
  ) => Promise<Record<string, unknown> | null | undefined>
  /** Whether the answer is right. */
  verify: (
    ctx: Context,
    request: FastifyRequest,
    accountId: string,
    answer: Extract<Reauthentication, { method: Name }>,
  ) => Promise<boolean>
}

/** Asking again by a passkey of the account; undefined options where none of them works at this host. */
const passkeyReauthentication: ReauthenticationMethod<'passkey'> = {
  amr: PASSKEY_METHODS,
  async createOptions(ctx, request, accountId) {
    const party = getRelyingParty(ctx, request)
    const passkeys = await listPasskeys(ctx.db, accountId)
    const rpId = [party.rpId, party.hostRpId].find(id => passkeys.some(({ rp_id }) => rp_id === id))
    if (rpId === undefined) return undefined
    const usable = passkeys.filter(({ rp_id }) => rp_id === rpId)
    return { ...createRequestOptions(ctx, { rpId }, toPurpose(accountId), usable) }
  },
  async verify(ctx, request, accountId, { response }) {
    const verified = await verifyAssertion(ctx, getRelyingParty(ctx, request), toPurpose(accountId), response)
    return verified?.customer.account_id === accountId
  },
}

const toPurpose = (accountId: string): ChallengePurpose => ({
  subject: `reauthentication ${accountId}`,
  seconds: 300,
})

/** The methods of this installation, by name. */
const METHODS: { [Name in ReauthenticationMethodName]?: ReauthenticationMethod<Name> } = {
  password,
  passkey: passkeyReauthentication,
}
