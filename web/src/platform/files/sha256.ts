/** Returns the SHA-256 in hex. Rejects outside secure contexts (plain http), where browsers have no Web Crypto. */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
}
