import { normalizePhotoName } from '#contract/filter-query.ts'

/** A part of the searched text: a quoted text, a number with signs as of a date, or a word. */
export interface Token {
  kind: 'quoted' | 'date' | 'word'
  /** As it was typed. */
  text: string
  /** Normalized; several words where signs part them. */
  word: string
  /** Position in the text. */
  start: number
  end: number
  /** What alone is between it and the one before: a dash, as in 'May–July', or a slash. */
  joint: '-' | '/' | undefined
}

/** Splits a text. Accents and case do not matter, signs part words. */
export function splitTokens(text: string): Token[] {
  let last = 0
  return [...text.matchAll(PATTERN)].flatMap((match): Token[] => {
    const { index: start } = match
    const [whole] = match
    const { quoted, date } = match.groups!
    const word = normalizePhotoName(quoted ?? whole)
    if (word === '') return []
    const kind = quoted === undefined ? (date === undefined ? 'word' : 'date') : 'quoted'
    const joint = last === 0 ? undefined : readJoint(text.slice(last, start))
    last = start + whole.length
    return [{ kind, text: quoted ?? whole, word, start, end: last, joint }]
  })
}

function readJoint(between: string): Token['joint'] {
  if (/^[\s.]*[-–—]\s*$/.test(between)) return '-'
  return between.trim() === '/' ? '/' : undefined
}

/** Dates of numbers: 2024-07-03, 3.7.2024, 3/7/24, 3/7 2024, 7/2024, 2019-2021. */
const DATES = [
  String.raw`\d{4}\s*[-–]\s*\d{4}`,
  String.raw`\d{4}-\d{1,2}(?:-\d{1,2})?`,
  String.raw`\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})`,
  String.raw`\d{1,2}/\d{1,2}\s+\d{4}`,
  String.raw`\d{1,2}[./]\d{4}`,
].join('|')

const PATTERN = new RegExp(
  String.raw`["“”„«»](?<quoted>[^"“”„«»]*)["“”„«»]|(?<![\p{L}\p{N}_])(?<date>${DATES})(?![\p{L}\p{N}_])|[\p{L}\p{N}\p{M}]+`,
  'gu',
)
