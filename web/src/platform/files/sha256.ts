/** SHA-256 in hex. Rejects where the browser has no cryptography (addresses without https). */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const sum = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(sum), byte => byte.toString(16).padStart(2, '0')).join('')
}
