/** One broken rule. `file` is relative to the root; rules about the whole tree name the file to begin with. */
export interface Violation {
  rule: Rule
  file: string
  line?: number
  message: string
}

export type Rule = 'layers' | 'domain-boundaries' | 'import-cycles' | 'table-ownership' | 'contract-rules'

/** One line that editors and CI turn into a link. */
export function formatViolation({ rule, file, line, message }: Violation): string {
  return `${file}${line ? `:${line}` : ''}: ${message} (${rule})`
}
