import type { FastifyRequest } from 'fastify'
import type { Reauthentication, ReauthenticationMethodName } from '#contract/reauthentication.ts'
import type { Context } from '#server/context.ts'

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
