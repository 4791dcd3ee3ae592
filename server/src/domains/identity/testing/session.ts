import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns/addDays'
import { importJWK, SignJWT } from 'jose'
import type { Context } from '#server/context.ts'
import { AUDIENCE, CLIENT_ID, getIssuer, LIFETIMES } from '../provider/client.ts'
import { createGrant, getProvider, toClaims } from '../provider/provider.ts'
import { recordSignIn } from '../provider/sign-ins.ts'
import { getSigningKeys, SIGNING_ALGORITHM } from '../provider/signing-key.ts'
import { updateDevice } from '../store/devices.ts'

/**
 * Starts a session as a sign-in with the password does, with its grant and device, and returns its access token. Costs a
 * tenth of the CPU of the sign-in over HTTP; there is no browser whose cookies could refresh the token. The device of a business
 * is 8 days old: callback addresses that it saves start at once.
 */
export async function createSession(
  ctx: Context,
  origin: string,
  { accountId, email, business }: { accountId: string; email: string; business: boolean },
): Promise<string> {
  const grant = await createGrant(await getProvider(ctx, origin), { clientId: CLIENT_ID, accountId })
  const grantId = grant.jti
  const seconds = Math.floor(ctx.clock.now().getTime() / 1000)
  const signIn = { authTime: new Date(seconds * 1000), methods: ['pwd'] }
  const device = { deviceName: null, network: '127.0.0.x' }
  await recordSignIn(ctx, { ...signIn, ...device, accountId, grantId, clientId: CLIENT_ID })
  if (business)
    await updateDevice(ctx.db, { accountId, grantId }, { created_at: addDays(ctx.clock.now(), -8) })
  const [key] = await getSigningKeys(ctx)
  const claims = toClaims({ account_id: accountId, email, business }, signIn)
  return new SignJWT({ ...claims, gid: grantId, client_id: CLIENT_ID, scope: 'api' })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key!.kid })
    .setIssuer(getIssuer(origin))
    .setSubject(accountId)
    .setAudience(AUDIENCE)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIMES.accessToken)
    .sign(await importJWK(key!.private, SIGNING_ALGORITHM))
}
