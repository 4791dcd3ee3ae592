import type { PrintSize } from '#contract/print-quality.ts'
import type { Texts } from './texts.ts'

/** Formats '20 × 30 cm'. */
export const paperLabel = ({ text, number }: Texts, { short, long }: PrintSize): string =>
  text('preview.prints.size', { short: number(short / 10), long: number(long / 10) })
