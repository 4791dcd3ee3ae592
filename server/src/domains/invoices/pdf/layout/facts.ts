import type { Sheet } from './sheet.ts'
import { LINE_HEIGHT, STYLES } from './styles.ts'

/** A name and its value; facts without a value are left out. */
export type Fact = readonly [name: string, value: string | undefined]

const COLUMNS = 4
const GAP = 16

/** Draws facts in rows of four, each with its value below its name. */
export function drawFacts(sheet: Sheet, facts: readonly Fact[]): void {
  const shownFacts = facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined)
  const width = (sheet.width - (COLUMNS - 1) * GAP) / COLUMNS
  for (let first = 0; first < shownFacts.length; first += COLUMNS) {
    const cells = shownFacts.slice(first, first + COLUMNS).map(([name, value]) => ({
      name: sheet.painter.breakLines(name, STYLES.label, width),
      value: sheet.painter.breakLines(value, STYLES.text, width),
    }))
    const names = Math.max(...cells.map(({ name }) => name.length)) * STYLES.label.size * LINE_HEIGHT
    const values = Math.max(...cells.map(({ value }) => value.length)) * STYLES.text.size * LINE_HEIGHT
    sheet.reserve(names + values)
    const top = sheet.y
    for (const [column, { name, value }] of cells.entries()) {
      const x = sheet.left + column * (width + GAP)
      sheet.add(sheet.root, 'P', () => {
        sheet.drawLines(name, x, top, STYLES.label)
        sheet.drawLines(value, x, top + names, STYLES.text)
      })
    }
    sheet.y = top + names + values + 9
  }
}

/** Draws facts one below the other, beside another block; returns their lower end and does not move `y`. */
export function drawFactList(
  sheet: Sheet,
  facts: readonly Fact[],
  { left, top, width }: { left: number; top: number; width: number },
): number {
  let y = top
  for (const [name, value] of facts) {
    if (value === undefined) continue
    sheet.add(sheet.root, 'P', () => {
      y = sheet.drawLines(sheet.painter.breakLines(name, STYLES.label, width), left, y, STYLES.label)
      y = sheet.drawLines(sheet.painter.breakLines(value, STYLES.text, width), left, y, STYLES.text) + 6
    })
  }
  return y
}
