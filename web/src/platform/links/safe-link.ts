/** Returns the address if it is an absolute http or https URL, else undefined: render no link then. */
export function toSafeLink(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const { protocol } = new URL(address)
  return protocol === 'http:' || protocol === 'https:' ? address : undefined
}
