const LOCAL_PART = /^bounce\+([0-9a-f]{32})$/

/**
 * Creates the sender of a mail's envelope, so that a bounce names the mail by its recipient (VERP). `mailId` is a UUID.
 */
export const createBounceAddress = (mailId: string, domain: string): string =>
  `bounce+${mailId.replaceAll('-', '')}@${domain}`

/** Returns the id of the mail whose bounces go to this address; null for any other address. */
export function parseBounceAddress(address: string, domain: string): string | null {
  const [local = '', host = '', ...otherParts] = address.toLowerCase().split('@')
  const hex = host === domain && otherParts.length === 0 ? LOCAL_PART.exec(local)?.[1] : undefined
  return hex ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
}
