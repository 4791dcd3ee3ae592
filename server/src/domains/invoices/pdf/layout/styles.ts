import type { TextStyle } from '../text/text-painter.ts'

/* Text sizes and colours of invoices, derived from the light theme of the interface (web/src/ui). */

export const INK = '#1b1a18'
export const MUTED = '#5f5d58'
export const RULE = '#e4e3df'

export const LINE_HEIGHT = 1.42

const style = (size: number, weight: TextStyle['weight'], colour: string): TextStyle => ({
  size,
  weight,
  colour,
})

export const STYLES = {
  title: style(26, 'semibold', INK),
  headline: style(14, 'semibold', INK),
  section: style(10.5, 'semibold', INK),
  label: style(8, 'regular', MUTED),
  text: style(9.5, 'regular', INK),
  strong: style(9.5, 'semibold', INK),
  small: style(8, 'regular', MUTED),
  figures: { ...style(9.5, 'regular', INK), tabular: true },
  strongFigures: { ...style(9.5, 'semibold', INK), tabular: true },
  total: { ...style(12, 'semibold', INK), tabular: true },
} as const satisfies Record<string, TextStyle>
