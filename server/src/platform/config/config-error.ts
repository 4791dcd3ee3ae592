/** A setting that is not valid. The message never contains a value that may be secret. */
export interface SettingProblem {
  variable: string
  message: string
}

/** Settings are missing or not valid; names each of them. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly SettingProblem[]

  constructor(problems: readonly SettingProblem[]) {
    super(
      `Configuration is not valid:\n${problems.map(({ variable, message }) => `${variable}: ${message}`).join('\n')}`,
    )
    this.problems = problems
  }
}
