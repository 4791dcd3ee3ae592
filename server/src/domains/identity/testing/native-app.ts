import type { Browser } from './browser.ts'
import { enterPassword, startSignIn } from './sign-in-flow.ts'

const REDIRECT = 'com.example.keepsake:/auth/callback'

/** A native app as the operator registers it, with an address of its own scheme and one of the loopback interface. */
export const NATIVE_APP = { id: 'keepsake-ios', redirectUris: [REDIRECT, 'http://127.0.0.1/auth/callback'] }

/** The parameters of its authorization request that differ from the web's. */
export const NATIVE_REQUEST = { client_id: NATIVE_APP.id, redirect_uri: REDIRECT, scope: 'openid email api' }

export interface NativeTokens {
  access_token: string
  refresh_token: string
  id_token: string
  expires_in: number
}

/** Submits a form of the app to an address of the identity provider; apps send no Origin. */
export function submitAsApp(
  { app: server, host }: Browser,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return server.inject({
    method: 'POST',
    url,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ client_id: NATIVE_APP.id, ...fields }).toString(),
  })
}

/** Signs in at the app, in the system's browser; returns the tokens. Throws when the code is refused. */
export async function signInApp(
  browser: Browser,
  email: string,
  password: string,
  redirectUri = REDIRECT,
): Promise<NativeTokens> {
  const request = await startSignIn(browser, { ...NATIVE_REQUEST, redirect_uri: redirectUri })
  const { callbackParams } = await enterPassword(browser, email, password, request)
  const answer = await submitAsApp(browser, '/identity/token', {
    grant_type: 'authorization_code',
    code: callbackParams!.get('code')!,
    redirect_uri: redirectUri,
    code_verifier: request.verifier,
  })
  if (answer.statusCode !== 200) throw new Error(`The code was refused: ${answer.body}`)
  return answer.json()
}
