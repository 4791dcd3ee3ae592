import { SIGN_IN_PATH } from '#contract/pages.ts'
import { SIGNED_IN_WINDOW_PATH } from '#web/platform/session/step-up-window.ts'

/** Opens the sign-in in a window of its own, so that the page stays; in its place in a browser that opens no windows. */
export function openSignInWindow(parameters: SignInParameters = {}): void {
  const address = getSignInAddress(parameters, SIGNED_IN_WINDOW_PATH)
  if (!window.open(address, 'keepsake-sign-in', 'popup,width=520,height=760'))
    location.assign(getSignInAddress(parameters))
}

/** Returns the address of the sign-in, which returns to this page by default. */
export const getSignInAddress = (
  parameters: SignInParameters,
  returnTo = location.pathname + location.search + location.hash,
): string => `${SIGN_IN_PATH}?${new URLSearchParams({ ...parameters, returnTo })}`

/** `step-up`: it is shown although there is a session. */
type SignInParameters = { 'step-up'?: '1' }
