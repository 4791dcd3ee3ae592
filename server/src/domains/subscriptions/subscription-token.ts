import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { isEqualSecret } from '../../platform/signing/signing.ts'

/** Creates a random value from which the token of the mailed link is derived. */
export const createTicket = () => randomBytes(32).toString('base64url')

/**
 * Creates the token of a ticket. It is derived with the server's secret and stored neither in a table nor in the queue.
 */
export const createOptInToken = (ctx: Pick<Context, 'signer'>, ticket: string): string =>
  createTokens(ctx, ticket)[0]!

/** Returns whether the token belongs to the ticket, under the current or the previous secret of the server. */
export const isOptInToken = (ctx: Pick<Context, 'signer'>, ticket: string, token: string): boolean =>
  createTokens(ctx, ticket).some(each => isEqualSecret(token, each))

const createTokens = ({ signer }: Pick<Context, 'signer'>, ticket: string) =>
  signer.macs('subscriptions', ticket).map(mac => mac.toString('base64url'))
