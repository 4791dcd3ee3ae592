import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { isEqualSecret } from '../../platform/signing/signing.ts'

/** Creates a random value from which the token of the mailed link is derived. */
export const createTicket = () => randomBytes(32).toString('base64url')

/**
 * Creates the token of a ticket that is mailed to an address. It is derived with the server's secret and stored neither in a
 * table nor in the queue.
 */
export function createOptInToken(ctx: Signing, { ticket, email }: { ticket: string; email: string }): string {
  const proof = createProofs(ctx, ticket)[0]!
  return createTokens(ctx, email, proof)[0]!
}

/** Returns whether the token was created for the address, even if nothing of its ticket is stored any more. */
export const wasMailed = (ctx: Signing, email: string, token: string): boolean =>
  createTokens(ctx, email, getProof(token)).some(each => isEqualSecret(token, each))

/** Returns whether the token belongs to the ticket, under the current or the previous secret of the server. */
export const isOptInToken = (ctx: Signing, ticket: string, token: string): boolean =>
  createProofs(ctx, ticket).some(each => isEqualSecret(getProof(token), each))

type Signing = Pick<Context, 'signer'>

const getProof = (token: string) => token.split('.', 1)[0]!

const createTokens = (ctx: Signing, email: string, proof: string) =>
  createProofs(ctx, `${email} ${proof}`).map(seal => `${proof}.${seal}`)

const createProofs = ({ signer }: Signing, text: string) =>
  signer.macs('subscriptions', text).map(mac => mac.toString('base64url'))
