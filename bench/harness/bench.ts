import type { Figure } from './figure.ts'

export interface BenchOptions {
  /** Fewer rounds and smaller data, to see that the bench itself works. */
  quick: boolean
  /** Says what is being done. */
  log: (text: string) => void
  /** Ends what the bench started; runs also when it fails. */
  resources: AsyncDisposableStack
}

/** What a bench found: what was proven right before anything was measured, then the judged figures, main one first. */
export interface Outcome {
  correct: string[]
  figures: Figure[]
  notes?: string[]
}

export interface Bench {
  name: string
  target: string
  run(options: BenchOptions): Promise<Outcome>
}

/** Stops the bench: a quick wrong answer is worth nothing. */
export function verify(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`Not correct: ${what}`)
}
