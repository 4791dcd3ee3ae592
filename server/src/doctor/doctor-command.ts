import type { StandaloneCommand } from '../domain.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { ConfigError } from '../platform/config/config-error.ts'
import { createBlobChecks } from './blob-checks.ts'
import { createDatabaseChecks } from './database-checks.ts'
import { type Check, type Finding, fail, ok, runCheck, warn } from './finding.ts'
import { createFolderChecks } from './folder-checks.ts'
import { createServiceChecks } from './service-checks.ts'

const TIME_LIMIT_MS = 10_000

/**
 * `keepsake doctor`: checks what the processes of this machine need, and says for each what to do. Changes nothing, except a
 * probe in the blob store that it removes. Each check has ten seconds.
 */
export const doctorCommand: StandaloneCommand = {
  name: 'doctor',
  async run(env, words, print) {
    if (words.length > 0) return null
    let failed = false
    const report = (name: string, { level, text }: Finding) => {
      failed ||= level === 'fail'
      print(`${level.padEnd(4)}  ${name}: ${text}`)
    }
    const config = await readSettings(() => readConfig(env), report)
    if (!config) return 1
    await using resources = new AsyncDisposableStack()
    for (const check of createChecks(config, resources))
      report(check.name, await runCheck(check, TIME_LIMIT_MS))
    return failed ? 1 : 0
  },
}

async function readSettings(
  read: () => Config,
  report: (name: string, finding: Finding) => void,
): Promise<Config | null> {
  try {
    const config = read()
    report(
      'settings',
      config.allowsTestSettings
        ? warn(
            'valid; ALLOW_TEST_SETTINGS is set, which only tests need: remove it where customers are served',
          )
        : ok('valid'),
    )
    return config
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const { variable, message } of error.problems) report('settings', fail(`${variable}: ${message}`))
    return null
  }
}

const createChecks = (config: Config, resources: AsyncDisposableStack): Check[] => [
  ...createDatabaseChecks(config, resources),
  ...createBlobChecks(config, resources),
  ...createServiceChecks(config, resources),
  ...createFolderChecks(config),
]
