import type { TextStyle } from '../text/text-painter.ts'

/* Text sizes and colours of invoices, derived from the light theme of the interface (web/src/ui). */

export const INK = '#1b1a18'
export const MUTED = '#5f5d58'
export const RULE = '#e4e3df'

export const LINE_HEIGHT = 1.42

const createStyle = (size: number, weight: TextStyle['weight'], colour: string): TextStyle => ({
  size,
  weight,
  colour,
})

export const STYLES = {
  title: createStyle(26, 'semibold', INK),
  headline: createStyle(14, 'semibold', INK),
  section: createStyle(10.5, 'semibold', INK),
  label: createStyle(8, 'regular', MUTED),
  text: createStyle(9.5, 'regular', INK),
  strong: createStyle(9.5, 'semibold', INK),
  small: createStyle(8, 'regular', MUTED),
  figures: { ...createStyle(9.5, 'regular', INK), tabular: true },
  strongFigures: { ...createStyle(9.5, 'semibold', INK), tabular: true },
  total: { ...createStyle(12, 'semibold', INK), tabular: true },
} as const satisfies Record<string, TextStyle>
