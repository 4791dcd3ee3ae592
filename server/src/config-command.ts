import type { StandaloneCommand } from './domain.ts'
import { formatTable, parseCommandLine } from './platform/command-line.ts'
import { readConfig } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import { describeSettings, type SettingDescription } from './platform/config/describe-settings.ts'
import type { Environment } from './platform/config/read-environment.ts'

/** `keepsake config`: shows the settings of this machine's processes, and which of them are not valid. */
export const configCommand: StandaloneCommand = {
  name: 'config',
  async run(env, words, print) {
    const parsed = parseCommandLine(words, { json: { type: 'boolean' } })
    if (!parsed || parsed.words.length > 0) return null
    const settings = describeSettings(env)
    const problems = findProblems(env)
    if (parsed.values.json) print(JSON.stringify({ settings, problems }, null, 2))
    else {
      for (const line of formatSettings(settings)) print(line)
      for (const { variable, message } of problems) print(`not valid: ${variable}: ${message}`)
    }
    return problems.length > 0 ? 1 : 0
  },
}

function findProblems(env: Environment) {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

const formatSettings = (settings: readonly SettingDescription[]): string[] =>
  formatTable(
    settings.map(({ name, value, default: defaultValue, source }) => [
      name,
      value ?? '-',
      `default ${defaultValue ?? '-'}`,
      source,
    ]),
  )
