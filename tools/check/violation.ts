/** One violation of a rule. `file` is relative to the root and is where the fix belongs. */
export interface Violation {
  rule: Rule
  file: string
  line?: number
  message: string
}

export type Rule =
  | 'layers'
  | 'domain-boundaries'
  | 'import-cycles'
  | 'table-ownership'
  | 'distribution'
  | 'decisions'
  | 'path-of-url'
  | 'review-ids'
  | 'unused-texts'
  | 'literal-texts'
  | 'css-classes'

/** Formats one line in the format that editors and CI turn into a link. */
export function formatViolation({ rule, file, line, message }: Violation): string {
  return `${file}${line ? `:${line}` : ''}: ${message} (${rule})`
}
