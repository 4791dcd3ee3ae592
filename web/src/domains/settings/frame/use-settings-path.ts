import { PATHS } from '#web/platform/navigation/paths.ts'
import { useClaims } from '#web/platform/session/page-session.ts'
import { isBusiness } from '#web/platform/session/session.ts'

/** Returns the path of the customer's settings. */
export function useSettingsPath() {
  return isBusiness(useClaims()) ? PATHS.businessSettings : PATHS.settings
}
