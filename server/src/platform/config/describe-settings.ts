import { ENVIRONMENT_VARIABLES, getDefault, readGivenSettings, SECRET_VARIABLES } from './config.ts'
import type { Environment } from './read-environment.ts'

/** A setting as it is shown to an operator; texts, without secrets. */
export interface SettingDescription {
  name: string
  /** Null when it is not set and has no default. */
  value: string | null
  default: string | null
  /** The environment of the process, the environment file, the file of a secret, or the default. */
  source: 'environment' | 'environment file' | `file ${string}` | 'default'
}

/** Describes all settings, valid or not. */
export function describeSettings(env: Environment): SettingDescription[] {
  const { values, files } = readGivenSettings(env)
  const ofEnvironmentFile = new Set(env.ENVIRONMENT_FILE_VARIABLES?.split(' '))
  return ENVIRONMENT_VARIABLES.map(name => {
    const value = values[name]
    const defaultValue = formatDefault(getDefault(name))
    const describe = (text: string) => (SECRET_VARIABLES.includes(name) ? hideSecret(name, text) : text)
    const findSource = (): SettingDescription['source'] => {
      if (files[name] !== undefined) return `file ${files[name]}`
      if (value === undefined) return 'default'
      return ofEnvironmentFile.has(name) ? 'environment file' : 'environment'
    }
    return {
      name,
      value: value === undefined ? defaultValue : describe(value),
      default: defaultValue,
      source: findSource(),
    }
  })
}

function formatDefault(value: unknown): string | null {
  if (value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** An address without its password and what follows the path; other secrets by their length only. */
function hideSecret(name: string, secret: string): string {
  const url = name.endsWith('_URL') ? URL.parse(secret) : null
  // Behind a password that is not encoded the rest of it is taken for a path.
  if (!url?.host || url.pathname.includes('@')) return `(${secret.length} characters)`
  const user = url.username ? `${url.username}${url.password ? ':***' : ''}@` : ''
  return `${url.protocol}//${user}${url.host}${url.pathname}${url.search || url.hash ? '?***' : ''}`
}
