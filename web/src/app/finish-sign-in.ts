import { STEP_UP_REFUSALS } from '#contract/reauthentication.ts'
import { HttpFailure, isRetryable } from '#web/platform/http/http-failure.ts'
import { exchangeCode, readCallback, recordSignInFailure } from '#web/platform/session/sign-in-callback.ts'
import { SIGNED_IN_WINDOW_PATH, STEP_UP_CHANNEL } from '#web/platform/session/step-up-window.ts'

/**
 * Handles the sign-in callback before the router exists, so that code and state never become a route's query. Interrupted:
 * the server does not answer, and the same page goes on when it is loaded again.
 */
export async function finishSignIn(): Promise<'done' | 'failed' | 'interrupted' | 'redirected'> {
  try {
    const returnTo = await exchangeCode(readCallback(location.search))
    // Its session is that of the page that opened it. A browser that does not close it shows the overview.
    if (returnTo === SIGNED_IN_WINDOW_PATH) window.close()
    // Browsers send no fragment, but keep it through redirects and forms.
    history.replaceState(null, '', returnTo.includes('#') ? returnTo : returnTo + location.hash)
    return 'done'
  } catch (error) {
    console.error('Auth Error', error)
    if (isRetryable(error)) return 'interrupted'
    if (wasNotAskedAgain(error)) {
      // The page that opened this window says so.
      new BroadcastChannel(STEP_UP_CHANNEL).postMessage('not-asked')
      window.close()
      return 'failed'
    }
    // A session may exist anyway: another tab's, or this one's after the back button.
    if (recordSignInFailure() || !new URLSearchParams(location.search).has('state')) return 'failed'
    location.replace('/')
    return 'redirected'
  }
}

/** Whether an external provider did not prove that it has asked the customer again. */
const wasNotAskedAgain = (error: unknown) =>
  error instanceof HttpFailure && STEP_UP_REFUSALS.some(reason => reason === error.reason)
