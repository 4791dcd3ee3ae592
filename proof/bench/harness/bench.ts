import type { Figure } from './figure.ts'

export interface BenchOptions {
  /** Fewer rounds and smaller data, to test the bench itself. */
  quick: boolean
  /** Prints the current step. */
  log: (text: string) => void
  /** Processes and folders of the bench; released after it, also when it fails. */
  resources: AsyncDisposableStack
}

export interface Bench {
  name: string
  target: string
  /** Returns the judged figures, the main one first. */
  run(options: BenchOptions): Promise<Figure[]>
}

/** Stops the bench on a wrong result: the speed of a wrong answer is worthless. */
export function verify(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`Not correct: ${what}`)
}
