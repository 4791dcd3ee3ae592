/** A started sign-in, stored in the tab until the provider redirects back. */
export interface SignInAttempt {
  state: string
  nonce: string
  verifier: string
  /** Path and query that the customer requested (PL-013, AA-002). */
  returnTo: string
}

/** Stores the attempt of this tab. */
export function storeAttempt(attempt: SignInAttempt, storage: Storage): void {
  storage.setItem(KEY, JSON.stringify(attempt))
}

/** Returns the attempt of this tab and removes it: it can be used once. */
export function removeAttempt(storage: Storage): SignInAttempt | undefined {
  const stored = storage.getItem(KEY)
  storage.removeItem(KEY)
  return stored === null ? undefined : (JSON.parse(stored) as SignInAttempt)
}

const KEY = 'keepsake.sign-in'
