/** Pictures that a page shows are still to be requested after its response, so it is renewed this much earlier. */
const MARGIN_MS = 5 * 60_000
/** Bounds for devices whose clock is wrong. Addresses last an hour at least, and an hour and a half at most (OP-33). */
const SHORTEST_MS = 25 * 60_000
const LONGEST_MS = 85 * 60_000

/**
 * Returns the stale time of a query whose response, or each of its pages, has addresses of pictures, in milliseconds after the last
 * response: until the first of them expire.
 */
export function getAddressStaleTime({ state: { data, dataUpdatedAt } }: AddressQuery): number {
  if (!data) return 0
  const responses = 'pages' in data ? data.pages : [data]
  const firstExpiry = Math.min(...responses.map(({ addressesExpire }) => Date.parse(addressesExpire)))
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, firstExpiry - dataUpdatedAt - MARGIN_MS))
}

/** The part of a query of TanStack Query that is read. */
interface AddressQuery {
  state: { data: AddressResponse | { pages: readonly AddressResponse[] } | undefined; dataUpdatedAt: number }
}

interface AddressResponse {
  addressesExpire: string
}
