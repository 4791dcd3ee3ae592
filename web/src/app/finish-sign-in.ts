import { safeReturnPath } from '#web/platform/session/return-path.ts'
import { exchangeCode, readCallback, recordSignInFailure } from '#web/platform/session/sign-in-callback.ts'

/** Handles the sign-in callback before the router exists, so that code and state never become a route's query. */
export async function finishSignIn(): Promise<'done' | 'failed' | 'left'> {
  try {
    const { code, iss, attempt } = readCallback(location.search)
    await exchangeCode({ code, codeVerifier: attempt.verifier, nonce: attempt.nonce, iss })
    history.replaceState(null, '', safeReturnPath(attempt.returnTo))
    return 'done'
  } catch (error) {
    console.error('Auth Error', error)
    // A session may exist anyway: another tab's, or this one's after the back button.
    if (recordSignInFailure() || !new URLSearchParams(location.search).has('state')) return 'failed'
    location.replace('/')
    return 'left'
  }
}
