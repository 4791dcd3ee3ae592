import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { findRow } from '../../../platform/db/rows.ts'
import { Client } from '../../../testing/client.ts'
import { closeAfterAll } from '../../../testing/close-after-all.ts'
import { PASSWORD, testServer } from '../../../testing/harness.ts'

const server = closeAfterAll(await testServer())

test.each([false, true])(
  'OP-44 the session of a test customer is that of a sign-in over HTTP, business: %s',
  async business => {
    const { accountId, email, token } = await server.customer({ business })
    const { token: signedIn } = await Client.signIn(server.app, server.origin, accountId, email, PASSWORD)
    expect(decodeProtectedHeader(token)).toEqual(decodeProtectedHeader(signedIn))
    expect(withoutIds(decodeJwt(token))).toEqual(withoutIds(decodeJwt(signedIn)))
    const [one, other] = await Promise.all([token, signedIn].map(readGrantAndDevice))
    expect(one).toEqual(other)
    expect(one).toMatchObject([{ payload: { accountId } }, { account_id: accountId }])
  },
)

/** The claims without ids and times, which are checked for their lifetime. */
function withoutIds({ jti, gid, iat, exp, auth_time, ...claims }: ReturnType<typeof decodeJwt>) {
  return { ...claims, lifetime: exp! - iat!, kinds: [jti, gid, auth_time].map(value => typeof value) }
}

/** Reads what the session of a token has in the database, without ids and times. */
async function readGrantAndDevice(token: string) {
  const { gid } = decodeJwt<{ gid: string }>(token)
  const { db } = server.ctx
  const grant = (await findRow(db, 'oidc_records', { kind: 'Grant', id: gid }, ['account_id', 'payload']))!
  const { jti: _, iat, exp, ...payload } = grant.payload as Record<string, number>
  const device = (await findRow(db, 'devices', { grant_id: gid }, [
    'account_id',
    'client_id',
    'network',
    'methods',
    'ended_at',
  ]))!
  return [{ ...grant, payload: { ...payload, lifetime: exp! - iat! } }, device]
}
