import { SIGN_IN_PATH } from '#contract/pages.ts'

/** Navigates to the sign-in, which returns to the path. Never resolves. */
export function redirectToSignIn(returnTo: string): Promise<never> {
  pendingRedirect ??= new Promise<never>(() =>
    location.assign(`${SIGN_IN_PATH}?${new URLSearchParams({ returnTo })}`),
  )
  return pendingRedirect
}

let pendingRedirect: Promise<never> | undefined
