/** Whether a case of a sweep runs: every one in the proof, every fourth in the suite (docs/decisions/0137-tests-and-proof.md). */
export const isSampled = (place: number): boolean => isProof || place % 4 === 0

/** Pairs each row with all columns in the proof, and with every fourth one in the suite: others in each row, so that all occur. */
export const samplePairs = <Row, Column>(rows: readonly Row[], columns: readonly Column[]): [Row, Column][] =>
  rows.flatMap((row, i) =>
    columns.filter((_, j) => isSampled(i + j)).map((column): [Row, Column] => [row, column]),
  )

/** Whether `npm run proof` runs the tests. */
export const isProof = process.env.PROOF === 'true'
