import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of `npm run proof`, in the order in which they run. */
export const PROOF_PARTS = [
  'embedded',
  'postgresql',
  'model',
  'browser',
  'crash',
  'crash of a fleet',
  'fault matrix',
  'statements',
  'speed',
] as const
export type ProofPart = (typeof PROOF_PARTS)[number]

/** The last run of a part. */
export interface ProofRun {
  part: ProofPart
  /** Abbreviated hash of the commit that was proven. */
  commit: string
  /** ISO 8601 day. */
  day: string
  hasPassed: boolean
  figures: string
}

const FILE = 'docs/proof.md'
/** Changes of these files since a run do not need a new one. */
const WITHOUT_EFFECT = [':(exclude)docs', ':(exclude)*.md']

const HEADER = `# Proof

The last run of each part of \`npm run proof\` ([0137](decisions/0137-tests-and-proof.md)). \`npm run release\` refuses unless every part has
passed and nothing but documents has changed since its commit.

| part | commit | day | result | figures |
|---|---|---|---|---|
`

/** Reads the rows of the repository at `root`: part, commit, day, result and figures. */
function readRows(root: string): string[][] {
  const path = join(root, FILE)
  const rows = existsSync(path) ? readFileSync(path, 'utf8').matchAll(/^\| (?!part )(.*) \|$/gm) : []
  return [...rows].map(([, row]) => row!.split(' | '))
}

/** Replaces the record of the part. */
export function writeProofRun(root: string, { part, commit, day, hasPassed, figures }: ProofRun): void {
  const row = [part, commit, day, hasPassed ? 'passed' : 'failed', figures.replaceAll('|', '/')]
  const otherRows = readRows(root).filter(([name]) => name !== part)
  const rows = PROOF_PARTS.flatMap(each => [...otherRows, row].filter(([name]) => name === each))
  writeFileSync(join(root, FILE), HEADER + rows.map(cells => `| ${cells.join(' | ')} |\n`).join(''))
}

/**
 * Returns one sentence for each part that has not passed with the files of the work tree; empty when a release may be
 * made.
 */
export function findUnprovenParts(root: string): string[] {
  const rows = readRows(root)
  return PROOF_PARTS.flatMap(part => {
    const [, commit, , result] = rows.find(([name]) => name === part) ?? []
    if (commit === undefined) return [`${part}: no run is recorded`]
    if (result !== 'passed') return [`${part}: failed on ${commit}`]
    return hasChangedSince(root, commit) ? [`${part}: the product has changed since ${commit}`] : []
  })
}

/** Whether files of the work tree, committed or not, differ from the commit; also true of an unknown commit. */
export function hasChangedSince(root: string, commit: string): boolean {
  const list = (...args: string[]) =>
    execFileSync('git', [...args, '--', '.', ...WITHOUT_EFFECT], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  try {
    return list('diff', '--name-only', commit) + list('ls-files', '--others', '--exclude-standard') !== ''
  } catch {
    return true
  }
}
