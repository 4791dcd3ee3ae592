import type { FastifyRequest } from 'fastify'
import { type CreationOptions, KNOWN_PASSKEY, registrationResponse } from '#contract/passkeys.ts'
import type { Context, Tx } from '#server/context.ts'
import { describeRequest } from '#server/http/describe-request.ts'
import { Failure } from '#server/http/failure.ts'
import { parseJson } from '#server/platform/json.ts'
import { hashSecret } from '../hash.ts'
import type { ChallengePurpose } from './challenges.ts'
import { createHandle } from './handles.ts'
import { createCreationOptions, verifyRegistration } from './registration.ts'
import { getRelyingParty } from './relying-party.ts'
import { insertHandle, insertPasskey } from './store.ts'

/** The mailed link of a sign-up, whose account does not exist yet. */
interface SignUpLink {
  token: string
  accountId: string
  email: string
}

/** Stores the passkey in the transaction that creates its account. */
export type StorePasskey = (tx: Tx) => Promise<void>

/** Creates the options of a passkey instead of a first password; the challenge is bound to the user handle. */
export function createSignUpOptions(
  ctx: Context,
  request: FastifyRequest,
  { token, email }: Pick<SignUpLink, 'token' | 'email'>,
): CreationOptions {
  const handle = createHandle()
  const party = getRelyingParty(ctx, request)
  return createCreationOptions(ctx, party, toPurpose(token, handle), { handle, email, passkeys: [] })
}

/** Verifies the text of the browser's response to these options; null when it is refused. */
export async function verifySignUpPasskey(
  ctx: Context,
  request: FastifyRequest,
  { token, accountId }: SignUpLink,
  submitted: { passkey: string; handle: string },
): Promise<StorePasskey | null> {
  const { handle } = submitted
  const { data: response } = registrationResponse.safeParse(parseJson(submitted.passkey))
  if (!response) return null
  const row = await verifyRegistration(ctx, getRelyingParty(ctx, request), toPurpose(token, handle), {
    accountId,
    response,
    device: describeRequest(request).deviceName,
  })
  if (!row) return null
  return async tx => {
    await insertHandle(tx.db, accountId, handle)
    if (!(await insertPasskey(tx, row)))
      throw new Failure('conflict', 'The passkey is known', { reason: KNOWN_PASSKEY })
  }
}

/** An open page can be used for an hour; the link itself works longer. */
const toPurpose = (token: string, handle: string): ChallengePurpose => ({
  subject: `sign-up ${hashSecret(token)} ${handle}`,
  seconds: 3600,
})
