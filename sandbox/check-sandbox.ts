import type { Config } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'

/**
 * Refuses the sandbox, whose customers have published passwords, where customers are served: on PostgreSQL, or at an https
 * origin. Tests set ALLOW_TEST_SETTINGS.
 */
export function checkSandbox({
  postgres,
  publicOrigin,
  allowsTestSettings,
}: Pick<Config, 'postgres' | 'publicOrigin' | 'allowsTestSettings'>): void {
  const variable = postgres ? 'DATABASE_URL' : publicOrigin?.startsWith('https:') ? 'PUBLIC_ORIGIN' : null
  if (variable === null || allowsTestSettings) return
  throw new ConfigError([
    {
      variable,
      message:
        "is not valid for 'npm start', which adds demo customers with published passwords: run 'npm run keepsake', or remove it",
    },
  ])
}
