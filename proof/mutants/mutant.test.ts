import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listRequirements } from '../../tools/requirements.ts'
import { type Mutant, parseMutants, takeSample } from './mutant.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8')
const statements = parseMutants(read('proof/mutants/statements.txt'))
const faults = parseMutants(read('proof/mutants/faults.txt'))
const toRequirement = ({ id }: Mutant) => id.replace(/[a-z]$/, '')

test('RV-1104 the line of each fault exists once, and the files of its tests exist', () => {
  for (const table of [statements, faults]) {
    expect(new Set(table.map(({ id }) => id)).size).toBe(table.length)
    for (const { id, file, text, tests } of table) {
      expect([id, read(file).split(text).length]).toEqual([id, 2])
      for (const each of tests) expect(read(each.file), id).not.toBe('')
    }
  }
})

test('RV-1104 each broken statement is a requirement, broken in another way by each of its faults, and its test exists', () => {
  const required = new Set(listRequirements(read('docs/requirements.md')).flatMap(({ ids }) => ids))
  const broken = new Map<string, string>()
  for (const statement of statements) {
    const { id, file, text, replacement, tests } = statement
    expect([id, required.has(toRequirement(statement))]).toEqual([id, true])
    const content = read(file).replace(text, () => replacement)
    const way = [toRequirement(statement), file, content.replace(/\s/g, '')].join('\n')
    expect([id, broken.get(way)]).toEqual([id, undefined])
    broken.set(way, id)
    for (const each of tests) {
      expect(read(each.file), id).toContain(each.title ?? '')
      // The titles of a table that runs have values in such places.
      expect(each.title ?? '', id).not.toMatch(/%[a-z]|\$\{/)
    }
  }
})

test('RV-1104 consecutive seeds take all statements, the same ones with the same seed', () => {
  const mutants = Array.from({ length: 25 }, (_, index) => ({ id: `PL-${index}` }) as Mutant)
  const idsOf = (seed: number) => takeSample(mutants, 10, seed).map(({ id }) => id)
  expect([idsOf(4).length, idsOf(4)]).toEqual([10, idsOf(4)])
  expect(new Set([20_000, 20_001, 20_002].flatMap(idsOf)).size).toBe(25)
  expect(takeSample(mutants, 200, 7)).toHaveLength(25)
})
