import type { Flag, Flags } from '#contract/brands.ts'
import { readStoredText } from '../storage/storage.ts'

/**
 * Whether a feature is on: query parameter, else local storage, else the host's list, else off.
 * 'true'/'1' and 'false'/'0' count; any other value is ignored.
 */
export function resolveFlag(flag: Flag, sources: FlagSources): boolean {
  const query = sources.search === undefined ? null : new URLSearchParams(sources.search).get(flag)
  return parseSwitch(query) ?? parseSwitch(sources.stored?.(flag) ?? null) ?? sources.host?.[flag] ?? false
}

export interface FlagSources {
  /** The page's query string. */
  search?: string
  stored?: (flag: Flag) => string | null
  host?: Partial<Flags>
}

/** Returns the value of a flag for the current address. */
export function isFlagEnabled(flag: Flag, search = location.search): boolean {
  return resolveFlag(flag, { search, stored: readStoredText, host: hostFlags })
}

/** `isFlagEnabled` for components. Navigation keeps the query string, so a flag is constant until a reload. */
export function useFlag(flag: Flag): boolean {
  return isFlagEnabled(flag)
}

/** Stripped mode: `stripped` in the query, and not 'false' or '0'. */
export function isStripped(search = location.search): boolean {
  const value = new URLSearchParams(search).get('stripped')
  return value !== null && parseSwitch(value) !== false
}

export function useStripped(): boolean {
  return isStripped()
}

/** Sets the host's flags from config.json; without them every flag is off. */
export function setHostFlags(flags: Partial<Flags>): void {
  hostFlags = flags
}

let hostFlags: Partial<Flags> = {}

function parseSwitch(value: string | null): boolean | undefined {
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return undefined
}
