import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { createFigure, type Figure } from './harness/figure.ts'
import { computeMedian, measureAlternately } from './harness/rounds.ts'
import { ENGINES, type Engine, startSide } from './sides.ts'

/*
 * node proof/bench/against.ts [COMMIT] [--pairs 5]: compares the CPU of an answer and of an upload with those of another commit,
 * by default the one before this branch, both running side by side and loaded by turns, on both engines. Exit code 1 when the
 * median of the paired ratios is worse by more than 5 %. Two processes of the same code differ by up to 7 %, whatever the number of
 * rounds, so that each figure is the median of several pairs of processes.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RATIO_MAX = 1.05
const WARM_UP_ROUNDS = 2
const ROUNDS = 4

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string', default: '5' } },
})
await using resources = new AsyncDisposableStack()
const commit = git('rev-parse', positionals[0] ?? findLandedCommit())
console.log(
  `${git('rev-parse', '--short', 'HEAD')} with what is not committed, against ${git('log', '-1', '--format=%h %s', commit)}`,
)
const tree = await checkOut(commit)
const figures: Figure[] = []
for (const engine of ENGINES) figures.push(...(await compare(engine)))
process.exitCode = figures.every(({ isReached }) => isReached) ? 0 : 1
const worst = Math.max(...figures.map(({ value }) => value))
console.log(
  `${figures.length} figures against ${commit.slice(0, 10)}, the worst ${worst.toFixed(3)} of at most ${RATIO_MAX}`,
)

/** The commit before this branch, or on `main`, or where there is none, the one before the last. */
function findLandedCommit(): string {
  if (git('for-each-ref', 'refs/heads/main') === '') return 'HEAD~1'
  const base = git('merge-base', 'HEAD', 'main')
  return base === git('rev-parse', 'HEAD') ? 'HEAD~1' : base
}

/** Checks a commit out into a temporary folder, with the packages of this one. */
async function checkOut(ref: string): Promise<string> {
  const folder = join(await createTemporaryFolder(resources), 'tree')
  git('worktree', 'add', '--detach', folder, ref)
  resources.defer(() => void git('worktree', 'remove', '--force', folder))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function compare(engine: Engine) {
  const ratios: Record<string, number[]> = {}
  for (let pair = 1; pair <= Number(values.pairs); pair++) {
    await using resources = new AsyncDisposableStack()
    const [before, now] = [await startSide(engine, tree, resources), await startSide(engine, ROOT, resources)]
    for (const name of now.names.filter(each => before.names.includes(each))) {
      console.log(`            ${engine}: ${name}, pair ${pair} of ${values.pairs}`)
      const [measureNow, measureBefore] = [() => now.measure(name), () => before.measure(name)]
      await measureAlternately(WARM_UP_ROUNDS, measureNow, measureBefore)
      const rounds = await measureAlternately(ROUNDS, measureNow, measureBefore)
      ratios[name] ??= []
      ratios[name].push(computeMedian(rounds.map(({ product, reference }) => product.cpu / reference.cpu)))
    }
  }
  return Object.entries(ratios).map(([name, ofPairs]) =>
    createFigure(`${engine}: ${name}, CPU against before`, ofPairs, { atMost: RATIO_MAX }),
  )
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}
