import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findAffectedTests } from './affected/affected-tests.ts'
import { readRepository } from './check/repository.ts'

/*
 * Prints as JSON the tests that changes since `ref` affect, uncommitted ones included; by default since the merge base
 * with main.
 *   node tools/affected.ts [ref]
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const since = git('merge-base', 'HEAD', process.argv[2] ?? 'main')[0]!
const changedPaths = [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
]
const { files, imports } = readRepository(root)
const paths = files.map(({ path }) => path)
console.log(JSON.stringify(findAffectedTests(paths, imports, changedPaths)))

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
}
