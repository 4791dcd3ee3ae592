export const STRATA = ['deletion', 'security', 'money', 'uploads', 'photos', 'web', 'operator'] as const

/** A fault in the product: `text`, which its file has once, is replaced. */
export interface Mutant {
  id: string
  stratum: (typeof STRATA)[number]
  /** What goes wrong. */
  fault: string
  file: string
  text: string
  replacement: string
  seenBy: TestName
}

/** A test by its file and the end of its whole title. */
export interface TestName {
  file: string
  title: string
}
