import type { FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { Customer } from '../../customers/index.ts'
import { verifyAssertion } from '../passkeys/assertion.ts'
import { getRelyingParty } from '../passkeys/relying-party.ts'
import { toSignInPurpose } from '../passkeys/sign-in-purpose.ts'
import { countAttempt, refundAttempt, WRONG_PASSWORD_LIMIT_PER_IP } from './rate-limits.ts'
import type { Refusal } from './sign-in.ts'

/**
 * Checks the passkey of the sign-in page: the customer is the one of its user handle, whatever address was typed. Refused
 * ones count for the network, as wrong passwords do.
 */
export async function signInWithPasskey(
  ctx: Context,
  request: FastifyRequest,
  { uid, passkey, from }: { uid: string; passkey: string; from: string },
): Promise<Refusal | { customer: Customer; accessEnd: string | null }> {
  const wait = await countAttempt(ctx, WRONG_PASSWORD_LIMIT_PER_IP, from)
  if (wait !== null) return { reason: 'too-many', minutes: wait }
  const party = getRelyingParty(ctx, request)
  const verified = await verifyAssertion(ctx, party, toSignInPurpose(uid), passkey)
  if (!verified) return { reason: 'wrong-passkey' }
  await refundAttempt(ctx, WRONG_PASSWORD_LIMIT_PER_IP, from)
  return { customer: verified.customer, accessEnd: verified.accessEnd }
}
