import { generateKeyPair, importJWK, SignJWT } from 'jose'
import type { Context } from '../context.ts'
import { loadSigningKey, SIGNING_ALGORITHM } from '../domains/identity/provider/signing-key.ts'
import type { Client } from './client.ts'

/**
 * Tokens no service may accept, most of them signed with the server's own key and made from a token it accepts: only
 * the thing they are named after is wrong.
 */
export async function badTokens(ctx: Context, client: Client): Promise<Record<string, string>> {
  const jwk = (await loadSigningKey(ctx)).private
  const ours = (await importJWK(jwk, SIGNING_ALGORITHM)) as CryptoKey
  const theirs = (await generateKeyPair(SIGNING_ALGORITHM)).privateKey
  const [head, payload, signature] = client.token.split('.') as [string, string, string]
  const header = decoded(head) as { alg: string; kid: string; typ: string }
  const claims = decoded(payload)
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  const signed = (change: object, headerChange: object = {}, key = ours) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ ...header, ...headerChange }).sign(key)
  return {
    garbage: 'garbage',
    'of three empty parts': '..',
    expired: await signed({ iat: now - 1200, exp: now - 1 }),
    'without an end': await signed({ exp: undefined }),
    'for another audience': await signed({ aud: 'another-api' }),
    'by another issuer': await signed({ iss: 'https://issuer.example/identity' }),
    'of an ended session': await signed({ gid: 'no-such-grant' }),
    'of nobody': await signed({ sub: 'nobody' }),
    'an id token': await signed({ aud: claims.client_id }, { typ: 'JWT' }),
    'an id token for our audience': await signed({}, { typ: 'JWT' }),
    'signed with another key': await signed({}, {}, theirs),
    'not signed': `${encoded({ ...header, alg: 'none' })}.${payload}.`,
    'with an altered claim': `${head}.${encoded({ ...claims, sub: 'somebody-else' })}.${signature}`,
  }
}

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
