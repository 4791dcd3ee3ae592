import { PATHS } from '../navigation/paths.ts'

/** Events of the document that open what a third-party script shows. */
export const CONSENT_SETTINGS = 'keepsake:consent-settings'
export const CHAT = 'keepsake:chat'

export function openConsentSettings(): void {
  document.dispatchEvent(new CustomEvent(CONSENT_SETTINGS))
}

export function openChat(): void {
  document.dispatchEvent(new CustomEvent(CHAT))
}

/** The screens with photos, albums and previews have no chat (AA-040). */
export function isChatHidden(pathname: string): boolean {
  return `${pathname.toLowerCase()}/`.startsWith(`${PATHS.myPhotos}/`)
}
