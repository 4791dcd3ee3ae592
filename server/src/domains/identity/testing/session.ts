import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { BUSINESS } from '#contract/customers.ts'
import type { Context } from '#server/context.ts'
import { AUDIENCE, CLIENT_ID, getIssuer, SCOPE } from '../provider/client.ts'
import { createRecordAdapter } from '../provider/record-adapter.ts'
import { recordSignIn } from '../provider/sign-ins.ts'
import { getSigningKeys, SIGNING_ALGORITHM } from '../provider/signing-key.ts'

const ACCESS_TOKEN_SECONDS = 600
const GRANT_SECONDS = 30 * 86_400

/**
 * Starts a session as a sign-in with the password does, with its grant and device, and returns its access token. Costs a
 * tenth of the CPU of the sign-in over HTTP, which has its own tests; there is no browser whose cookies could refresh the token.
 */
export async function createSession(
  ctx: Context,
  origin: string,
  { accountId, email, business }: { accountId: string; email: string; business: boolean },
): Promise<string> {
  const grantId = randomUUID()
  const seconds = Math.floor(ctx.clock.now().getTime() / 1000)
  await createRecordAdapter(ctx, 'Grant').upsert(
    grantId,
    { jti: grantId, kind: 'Grant', accountId, clientId: CLIENT_ID },
    GRANT_SECONDS,
  )
  await recordSignIn(ctx, {
    accountId,
    grantId,
    clientId: CLIENT_ID,
    authTime: new Date(seconds * 1000),
    methods: ['pwd'],
    deviceName: null,
    network: '127.0.0.x',
  })
  const [key] = await getSigningKeys(ctx)
  return new SignJWT({
    email,
    idpType: 'keepsake',
    idpSub: accountId,
    amr: business ? ['pwd', BUSINESS] : ['pwd'],
    auth_time: seconds,
    gid: grantId,
    client_id: CLIENT_ID,
    scope: SCOPE,
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key!.kid })
    .setIssuer(getIssuer(origin))
    .setSubject(accountId)
    .setAudience(AUDIENCE)
    .setJti(randomUUID())
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_TOKEN_SECONDS)
    .sign(await importJWK(key!.private, SIGNING_ALGORITHM))
}
