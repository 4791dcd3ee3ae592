import type { SftpKey } from '#contract/sftp-access.ts'

/** 'ED25519', 'ECDSA 256' or 'RSA 4096', as SSH programs show it. */
export function formatKeyType({ type, bits }: Pick<SftpKey, 'type' | 'bits'>): string {
  if (type === 'ssh-ed25519') return 'ED25519'
  return `${type === 'ssh-rsa' ? 'RSA' : 'ECDSA'} ${bits}`
}

/** The name of the computer that made the key: 'erp@erp01' is of 'erp01'. */
export const suggestKeyName = (comment: string): string => comment.trim().split('@').at(-1)!.slice(0, 60)

/** The fingerprint of a key, as SSH programs show it. */
export async function computeFingerprint(blob: string): Promise<string> {
  const bytes = Uint8Array.from(atob(blob), char => char.charCodeAt(0))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `SHA256:${btoa(String.fromCharCode(...hash)).replace(/=+$/, '')}`
}
