import { createHash } from 'node:crypto'

/** In the proportions of the first 58 faults that were planted; `statement`: a sentence of the documents. */
export const STRATA = [
  'deletion',
  'money',
  'security',
  'uploads',
  'search',
  'operator',
  'web',
  'statement',
] as const

/** A fault in the product: `text`, which its file has once, is replaced. */
export interface Mutant {
  id: string
  stratum: (typeof STRATA)[number]
  /** What goes wrong. */
  fault: string
  file: string
  text: string
  replacement: string
  /** The tests that see it, nearest first. */
  tests: readonly TestName[]
}

/** Tests by their file and a part of their title; without a title, all tests of the file. */
export interface TestName {
  file: string
  title?: string
}

/**
 * Reads a table of faults, which an empty line separates: a line 'id (stratum) what goes wrong', one with the file, one for
 * each test ('file: title'), then the text with '-' and its replacement with '+' before each line.
 */
export function parseMutants(table: string): Mutant[] {
  return table
    .trim()
    .split(/\n{2,}/)
    .map(parseMutant)
}

/** Takes `size` mutants, others with each seed: consecutive seeds go through all of them. Their ids alone decide the order. */
export function takeSample(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const rank = ({ id }: Mutant) => createHash('sha256').update(id).digest('hex')
  const ordered = mutants.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
  const start = (seed * size) % ordered.length
  return [...ordered.slice(start), ...ordered.slice(0, start)].slice(0, size)
}

function parseMutant(row: string): Mutant {
  const [head = '', file = '', ...rest] = row.split('\n')
  const [, id, stratum, fault] = /^(\S+) \((\w+)\) (.+)$/.exec(head) ?? []
  if (!id || !fault || !isStratum(stratum)) throw new Error(`Not a row of the table: ${head}`)
  const findLines = (sign: string) => rest.filter(line => line.startsWith(sign)).map(line => line.slice(1))
  const tests = rest
    .filter(line => !/^[+-]/.test(line))
    .map(line => /^(?<file>.+?\.tsx?)(: (?<title>.+))?$/.exec(line)!.groups as unknown as TestName)
  if (tests.length === 0) throw new Error(`${id}: no test`)
  return {
    id,
    stratum,
    fault,
    file,
    text: findLines('-').join('\n'),
    replacement: findLines('+').join('\n'),
    tests,
  }
}

const isStratum = (name: string | undefined): name is Mutant['stratum'] =>
  STRATA.some(stratum => stratum === name)
