import { type core, safeParse } from 'zod/mini'

/** Why a field is refused. The codes are stable; the text for customers is the client's. */
export const FIELD_ISSUES = [
  'missing',
  'empty',
  'too-short',
  'too-long',
  'too-few',
  'too-many',
  'too-small',
  'too-large',
  'unknown',
  'conflict',
  'not-a-key',
  'private-key',
  'type',
  'not-valid',
] as const
export type FieldIssue = (typeof FIELD_ISSUES)[number]

/** The context of a custom rule of a schema. */
export interface RuleContext {
  addIssue(issue: { code: 'custom'; path: PropertyKey[]; message: FieldIssue }): void
}

/** Refuses the field at a path; by default because it contradicts another one. */
export const refuseField = (ctx: RuleContext, path: PropertyKey[], message: FieldIssue = 'conflict'): void =>
  ctx.addIssue({ code: 'custom', path, message })

/** The first issue of each refused field, by its path ('albums.0.albumId'). */
export type FieldIssues = Record<string, FieldIssue>

/**
 * Checks a value by a schema. Returns the output, or the issues of all fields. Issues of the value itself have the
 * key `whole`. A custom rule gives its issue as its message (`refuseField`); without one, and with
 * any other message, it counts as 'not-valid'.
 */
export function checkInput<S extends core.$ZodType>(
  schema: S,
  value: unknown,
  wholeIssue: string,
): InputResult<S> {
  const result = safeParse(schema, value, { reportInput: true })
  if (result.success) return { data: result.data as core.output<S> }
  // Without a prototype: a field may be called 'constructor' or '__proto__'.
  const issues: FieldIssues = Object.create(null)
  for (const issue of result.error.issues)
    for (const path of listPaths(issue)) issues[path || wholeIssue] ??= toFieldIssue(issue)
  return { issues }
}

export type InputResult<S extends core.$ZodType> =
  | { data: core.output<S>; issues?: undefined }
  | { data?: undefined; issues: FieldIssues }

function listPaths(issue: core.$ZodIssue): string[] {
  if (issue.code !== 'unrecognized_keys') return [issue.path.join('.')]
  return issue.keys.map(key => [...issue.path, key].join('.'))
}

function toFieldIssue(issue: core.$ZodIssue): FieldIssue {
  if (issue.code === 'custom') return FIELD_ISSUES.find(each => each === issue.message) ?? 'not-valid'
  if (issue.code === 'unrecognized_keys') return 'unknown'
  if (issue.input === undefined) return 'missing'
  if (issue.code === 'too_small')
    return issue.input === '' ? 'empty' : ISSUE_BELOW_MINIMUM[getSizeKind(issue.origin)]
  if (issue.code === 'too_big') return ISSUE_ABOVE_MAXIMUM[getSizeKind(issue.origin)]
  return 'not-valid'
}

const ISSUE_BELOW_MINIMUM = { text: 'too-short', list: 'too-few', number: 'too-small' } as const
const ISSUE_ABOVE_MAXIMUM = { text: 'too-long', list: 'too-many', number: 'too-large' } as const

function getSizeKind(origin: string) {
  if (origin === 'string') return 'text'
  return origin === 'array' || origin === 'set' ? 'list' : 'number'
}
