/** Consent of the visitor, by purpose. */
export interface Consent {
  analytics: boolean
  marketing: boolean
}

/** Name of the document's event that carries a Consent: dispatched by the consent script at each choice. */
export const CONSENT = 'keepsake:consent'

export const NO_CONSENT: Consent = { analytics: false, marketing: false }

/** Two digits, analytics first: '10' is analytics only. */
export function encodeConsent({ analytics, marketing }: Consent): string {
  return `${Number(analytics)}${Number(marketing)}`
}

/** Returns the consent of two digits; undefined for anything else. */
export function decodeConsent(code: string | undefined): Consent | undefined {
  const [, analytics, marketing] = /^([01])([01])$/.exec(code ?? '') ?? []
  return analytics && marketing ? { analytics: analytics === '1', marketing: marketing === '1' } : undefined
}

/** Returns a Consent from outside; undefined for anything else. */
export function parseConsent(value: unknown): Consent | undefined {
  const { analytics, marketing } = (value ?? {}) as Partial<Consent>
  if (typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return undefined
  return { analytics, marketing }
}
