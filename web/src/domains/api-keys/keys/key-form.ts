import * as z from 'zod/mini'
import { apiKeyInput, apiKeyName, apiKeyNetworks } from '#contract/input/api-key.ts'
import { checkInput, type FieldIssues, type InputResult } from '#contract/input/field-issues.ts'
import type { Texts } from '#web/platform/i18n/texts.ts'

const newKey = z.object({ ...apiKeyInput, networks: apiKeyNetworks })
const changedKey = z.object({ name: apiKeyName, networks: apiKeyNetworks })

/** Checks the fields of a new key; issues of single networks are those of their field. */
export const checkNewKey = ({ name, scopes = '', days, networks }: Record<string, string>) =>
  joinIssues(
    checkInput(
      newKey,
      {
        name,
        scopes: scopes.split(' ').filter(Boolean),
        days: Number(days),
        networks: splitNetworks(networks),
      },
      'form',
    ),
  )

/** Checks the fields of a key that is changed. */
export const checkChangedKey = ({ name, networks }: Record<string, string>) =>
  joinIssues(checkInput(changedKey, { name, networks: splitNetworks(networks) }, 'form'))

const splitNetworks = (text = ''): string[] => text.split(/[\s,;]+/).filter(Boolean)

function joinIssues<S extends z.core.$ZodType>(result: InputResult<S>): InputResult<S> {
  if (!result.issues) return result
  const issues: FieldIssues = {}
  for (const [name, issue] of Object.entries(result.issues)) issues[name.split('.')[0]!] ??= issue
  return { issues }
}

/** Returns the text for an issue of a field of a key; that of the form is a text already. */
export const createFieldMessageLookup =
  ({ text }: Texts) =>
  (name: string, issue: string): string => {
    if (name === 'name')
      return text(issue === 'too-long' ? 'api-keys.name.too-long' : 'api-keys.name.missing')
    if (name === 'form') return issue
    if (name === 'scopes') return text('api-keys.scopes.missing')
    return text(issue === 'too-many' ? 'api-keys.networks.too-many' : 'api-keys.networks.not-valid')
  }
