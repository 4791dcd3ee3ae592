import { SIGN_IN_PATH } from '#contract/pages.ts'

/** Navigates to the sign-in, which comes back to the path. Never resolves. */
export function redirectToSignIn(returnTo: string): Promise<never> {
  leaving ??= new Promise<never>(() =>
    location.assign(`${SIGN_IN_PATH}?${new URLSearchParams({ returnTo })}`),
  )
  return leaving
}

let leaving: Promise<never> | undefined
