import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from '../fleet/process.ts'

/** A checkout of one version of the product that processes are started from. */
export interface Checkout {
  name: string
  folder: string
}

/** Paths that processes need; demo/ and shop/ exist in commits before sandbox/. */
const PATHS = [
  'brands',
  'contract',
  'demo',
  // The server reads pages of it when it starts.
  'docs',
  'html',
  'locales',
  'package.json',
  'package-lock.json',
  'sandbox',
  'server',
  'shop',
]
const ARCHIVE_MAX_BYTES = 500_000_000

/** Checks out the version of a commit into a new folder. Packages are those of this checkout where the lock is the same. */
export async function checkOutCommit(ref: string, folder: string): Promise<Checkout> {
  const commit = git('rev-parse', '--short', '--verify', `${ref}^{commit}`).toString().trim()
  await mkdir(folder)
  const paths = git('ls-tree', '--name-only', commit, '--', ...PATHS)
    .toString()
    .trim()
    .split('\n')
  // Unlike a worktree it leaves nothing in the repository when this process is killed.
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit, '--', ...paths) })
  if (readPackageLock(folder) === readPackageLock(ROOT))
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  return { name: commit, folder }
}

/** Copies this checkout as it is, committed or not, with further migrations. */
export async function copyCheckout(
  folder: string,
  migrations: Readonly<Record<string, string>>,
): Promise<Checkout> {
  const listed = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...PATHS)
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    // A file that was deleted and not committed.
    if (!existsSync(join(ROOT, path))) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await copyFile(join(ROOT, path), join(folder, path))
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(migrations))
    await writeFile(join(folder, 'server/src/migrations', name), text)
  return { name: 'this checkout', folder }
}

const readPackageLock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: ARCHIVE_MAX_BYTES })

/** Migrations of a next release that only expand: an older process does not notice them. */
export const PLANTED_MIGRATIONS = {
  '9998-planted-columns.ts': `import { sql } from 'kysely'
const STATEMENTS = [
  'create table planted_notes (photo_id uuid primary key, note text not null)',
  "alter table photos add column planted_note text not null default ''",
  'alter table albums add column planted_at timestamptz default now()',
]
export async function up(db) {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
`,
  '9999-planted-index.ts': `import { buildIndex } from '../platform/db/build-index.ts'
export const isTransactional = false
export const up = db =>
  buildIndex(db, 'create index concurrently photos_by_planted_note on photos (account_id, planted_note)')
`,
} as const
