import { generateKeyPair, importJWK, SignJWT } from 'jose'
import type { Context } from '../context.ts'
import { loadSigningKeys, SIGNING_ALGORITHM } from '../domains/identity/provider/signing-key.ts'
import type { Client } from './client.ts'

/**
 * Creates access tokens that every service must refuse, by their defect. Most are signed with the server's own key and
 * derived from a valid token, so that nothing else about them is wrong.
 */
export async function createInvalidTokens(ctx: Context, client: Client): Promise<Record<string, string>> {
  const jwk = (await loadSigningKeys(ctx))[0]!.private
  const ownKey = (await importJWK(jwk, SIGNING_ALGORITHM)) as CryptoKey
  const otherKey = (await generateKeyPair(SIGNING_ALGORITHM)).privateKey
  const [head, payload, signature] = client.token.split('.') as [string, string, string]
  const header = decode(head) as { alg: string; kid: string; typ: string }
  const claims = decode(payload)
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  const sign = (change: object, headerChange: object = {}, key = ownKey) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ ...header, ...headerChange }).sign(key)
  return {
    garbage: 'garbage',
    'followed by another word': `${client.token} y`,
    'of three empty parts': '..',
    expired: await sign({ iat: now - 1200, exp: now - 1 }),
    'without an expiry': await sign({ exp: undefined }),
    'for another audience': await sign({ aud: 'another-api' }),
    'by another issuer': await sign({ iss: 'https://issuer.example/identity' }),
    'by another path of the issuer': await sign({ iss: String(claims.iss).replace(/[^/]+$/, 'other') }),
    'cut off': client.token.slice(0, -4),
    'of an ended session': await sign({ gid: 'no-such-grant' }),
    'of an unknown account': await sign({ sub: 'nobody' }),
    'an id token': await sign({ aud: claims.client_id }, { typ: 'JWT' }),
    'an id token for our audience': await sign({}, { typ: 'JWT' }),
    'signed with another key': await sign({}, {}, otherKey),
    'not signed': `${encode({ ...header, alg: 'none' })}.${payload}.`,
    'with an altered claim': `${head}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`,
  }
}

const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
