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

/** Reads the recorded runs of the repository at `root`, at most one of each part. */
export function readProofRuns(root: string): ProofRun[] {
  const path = join(root, FILE)
  if (!existsSync(path)) return []
  const rows = readFileSync(path, 'utf8').matchAll(
    /^\| ([\w ]+) \| ([0-9a-f]{7,40}) \| (\d{4}-\d\d-\d\d) \| (passed|failed) \| (.*) \|$/gm,
  )
  return [...rows].map(([, part, commit, day, result, figures]) => ({
    part: part as ProofPart,
    commit: commit!,
    day: day!,
    hasPassed: result === 'passed',
    figures: figures!,
  }))
}

/** Replaces the record of the part. */
export function writeProofRun(root: string, run: ProofRun): void {
  const runs = [...readProofRuns(root).filter(({ part }) => part !== run.part), run]
  const rows = PROOF_PARTS.flatMap(part => runs.filter(each => each.part === part)).map(
    ({ part, commit, day, hasPassed, figures }) =>
      `| ${part} | ${commit} | ${day} | ${hasPassed ? 'passed' : 'failed'} | ${figures.replaceAll('|', '/')} |\n`,
  )
  writeFileSync(join(root, FILE), HEADER + rows.join(''))
}

/**
 * Returns one sentence for each part that has not passed with the files of the work tree; empty when a release may be
 * made.
 */
export function findUnprovenParts(root: string): string[] {
  const runs = readProofRuns(root)
  return PROOF_PARTS.flatMap(part => {
    const run = runs.find(each => each.part === part)
    if (!run) return [`${part}: no run is recorded`]
    if (!run.hasPassed) return [`${part}: failed on ${run.commit}`]
    return hasChangedSince(root, run.commit) ? [`${part}: the product has changed since ${run.commit}`] : []
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
