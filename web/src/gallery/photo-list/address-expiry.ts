/** Pictures that a page shows are still to be requested after its response, so it is renewed this much earlier. */
const MARGIN = 5 * 60_000
/** Bounds for devices whose clock is wrong. Addresses last an hour at least, and an hour and a half at most (OP-33). */
const SHORTEST = 25 * 60_000
const LONGEST = 85 * 60_000

/**
 * Stale time of a query whose response has addresses of pictures, in milliseconds after the response: until they
 * expire (RV-208).
 */
export function untilAddressesExpire({ state }: AddressQuery): number {
  if (!state.data) return 0
  const left = Date.parse(state.data.addressesExpire) - state.dataUpdatedAt - MARGIN
  return Math.min(LONGEST, Math.max(SHORTEST, left))
}

/** The part of a query of TanStack Query that is read. */
interface AddressQuery {
  state: { data: { addressesExpire: string } | undefined; dataUpdatedAt: number }
}
