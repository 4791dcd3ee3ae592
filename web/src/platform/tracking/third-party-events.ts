import { markFirstScreenShown } from '../lazy/first-screen.tsx'
import { PATHS } from '../navigation/paths.ts'

/** Events of the document that open what a third-party script shows. */
export const CONSENT_SETTINGS = 'keepsake:consent-settings'
export const CHAT = 'keepsake:chat'

export const openConsentSettings = (): void => dispatch(CONSENT_SETTINGS)

export const openChat = (): void => dispatch(CHAT)

/** Marks that the scripts listen to the events: the code of the scripts is loaded after the first screen. */
export function markListening(): void {
  resolve()
}

/** The screens with photos, albums and previews have no chat. */
export function isChatHidden(pathname: string): boolean {
  return `${pathname.toLowerCase()}/`.startsWith(`${PATHS.myPhotos}/`)
}

const { promise: listenersReady, resolve } = Promise.withResolvers<void>()

/** Dispatches an event once the scripts listen to it. A press of its button counts as the first screen. */
function dispatch(name: string) {
  markFirstScreenShown(true)
  void listenersReady.then(() => document.dispatchEvent(new CustomEvent(name)))
}
