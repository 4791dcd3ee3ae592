import type { SettingProblem } from './config-error.ts'

interface DeploymentSettings {
  DATABASE_URL?: string | undefined
  EMBEDDED_DATABASE: boolean
  SECRET?: string | undefined
  SMTP_URL?: string | undefined
  S3_BUCKET?: string | undefined
  DATA_DIR_IS_SHARED: boolean
  PUBLIC_ORIGIN?: string | undefined
  ALLOW_TEST_SETTINGS: boolean
  RATE_LIMITS: boolean
  CHECK_ANSWERS: boolean
  CALLBACK_ORIGINS: readonly string[]
  SERVICE_TOKENS: readonly unknown[]
}

/**
 * Finds settings that are valid alone and not together: a process on PostgreSQL without what all processes share, the
 * embedded database in production by mistake, and settings of tests in production.
 */
export function findDeploymentProblems(
  settings: DeploymentSettings,
  { isProduction }: { isProduction: boolean },
): SettingProblem[] {
  return [
    ...findMissingSettings(settings),
    ...findDatabaseProblems(settings, isProduction),
    ...findTestSettings(settings),
  ]
}

/** Whether customers are served: on PostgreSQL, or at an https origin. */
const servesCustomers = ({
  DATABASE_URL,
  PUBLIC_ORIGIN,
}: Pick<DeploymentSettings, 'DATABASE_URL' | 'PUBLIC_ORIGIN'>): boolean =>
  Boolean(DATABASE_URL) || Boolean(PUBLIC_ORIGIN?.startsWith('https:'))

function findMissingSettings(settings: DeploymentSettings): SettingProblem[] {
  if (!settings.DATABASE_URL) return []
  const problems: SettingProblem[] = []
  if (!settings.SECRET)
    problems.push({
      variable: 'SECRET',
      message:
        "is required with DATABASE_URL, the same for all processes; one that was created before is in DATA_DIR, in the file 'secret'",
    })
  if (!settings.SMTP_URL) problems.push({ variable: 'SMTP_URL', message: 'is required with DATABASE_URL' })
  if (!settings.S3_BUCKET && !settings.DATA_DIR_IS_SHARED)
    problems.push({
      variable: 'S3_BUCKET',
      message:
        'is required with DATABASE_URL, or DATA_DIR_IS_SHARED=true if all processes have the same DATA_DIR',
    })
  return problems
}

function findDatabaseProblems(settings: DeploymentSettings, isProduction: boolean): SettingProblem[] {
  if (settings.DATABASE_URL && settings.EMBEDDED_DATABASE)
    return [{ variable: 'EMBEDDED_DATABASE', message: 'is not valid with DATABASE_URL: remove one' }]
  if (settings.DATABASE_URL || settings.EMBEDDED_DATABASE || !isProduction) return []
  return [
    {
      variable: 'DATABASE_URL',
      message: 'is required with NODE_ENV=production; EMBEDDED_DATABASE=true if the one of DATA_DIR is meant',
    },
  ]
}

function findTestSettings(settings: DeploymentSettings): SettingProblem[] {
  if (settings.ALLOW_TEST_SETTINGS || !servesCustomers(settings)) return []
  const testSettings = [
    !settings.RATE_LIMITS && 'RATE_LIMITS',
    settings.CHECK_ANSWERS && 'CHECK_ANSWERS',
    settings.CALLBACK_ORIGINS.length > 0 && 'CALLBACK_ORIGINS',
    settings.SERVICE_TOKENS.length > 0 && 'SERVICE_TOKENS',
  ].filter(name => name !== false)
  return testSettings.map(variable => ({ variable, message: TEST_ONLY }))
}

const TEST_ONLY =
  'is for tests and demos, and refused with DATABASE_URL or an https PUBLIC_ORIGIN; tests set ALLOW_TEST_SETTINGS=true'
