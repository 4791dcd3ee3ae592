import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROOF_PARTS, type ProofRun, writeProofRun } from './proof-record.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Of the repository: what makes a release, and what it contains unchanged. */
const REAL = ['tools', 'deployment', '.npmrc']
/** In the place of everything else: a checkout that builds in a second. */
const SMALL: Record<string, string> = {
  'package.json': JSON.stringify({
    name: 'keepsake',
    version: '0.1.0',
    private: true,
    type: 'module',
    devDependencies: { 'of-development': '2.0.0' },
  }),
  'package-lock.json': JSON.stringify({
    name: 'keepsake',
    version: '0.1.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'keepsake', version: '0.1.0', devDependencies: { 'of-development': '2.0.0' } },
      'node_modules/of-development': {
        version: '2.0.0',
        resolved: 'file:of-development.tgz',
        integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}`,
        dev: true,
      },
    },
  }),
  'tsconfig.json': '{}',
  'vite.config.ts': "export default { root: 'web' }",
  'web/index.html': '<!doctype html><title>Small</title>',
  'contract/index.ts': 'export {}',
  'contract/index.test.ts': 'export {}',
  'brands/index.ts': 'export {}',
  'html/index.ts': 'export {}',
  'locales/en-GB.json': '{}',
  'server/src/main.ts': "console.log('started')",
  'server/src/main.test.ts': 'export {}',
  'sandbox/main.ts': 'export {}',
  'docs/api.md': '# API',
  'docs/callbacks.md': '# Callbacks',
  'docs/architecture.md': '# Not in a release',
  '.gitignore': 'node_modules\nweb/dist\n',
}

let folder: string
let checkout: string
let archive: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'keepsake-release-test-'))
  checkout = join(folder, 'checkout')
  archive = join(folder, 'keepsake-7.tar.gz')
  for (const path of REAL) cpSync(join(ROOT, path), join(checkout, path), { recursive: true })
  for (const [path, text] of Object.entries(SMALL)) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), text)
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  git('init', '--quiet')
  commit('Begin')
  recordProof()
  const { status, stderr } = release()
  expect(status, stderr).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim()

function commit(subject: string): void {
  git('add', '--all')
  git('-c', 'user.name=Test', '-c', 'user.email=test@keepsake.test', 'commit', '--quiet', '-m', subject)
}

/** Records that all parts of the proof have passed on the commit that is checked out. */
function recordProof(changes: Partial<ProofRun> = {}): void {
  for (const part of PROOF_PARTS)
    writeProofRun(checkout, {
      part,
      commit: git('rev-parse', '--short=10', 'HEAD'),
      day: '2026-11-26',
      hasPassed: true,
      figures: '12 passed, 0 failed',
      ...changes,
    })
}

/** By default the user's files are not readable by others; those of the archive must be. */
const release = () =>
  spawnSync('sh', ['-c', `umask 077; exec node tools/release.mjs "${archive}"`], {
    cwd: checkout,
    encoding: 'utf8',
  })

/** Entries of the archive: path without './', with mode and owner. */
function listArchive() {
  const lines = execFileSync('tar', ['-tvzf', archive, '--numeric-owner'], { encoding: 'utf8' }).trim()
  return lines.split('\n').map(line => {
    const [mode = '', owner = '', , , , path = ''] = line.split(/\s+/)
    return { mode, owner, path: path.replace(/^\.\//, '') }
  })
}

test('RV-712 RV-955 a release has what the image has, the pinned Node and deployment/, and neither tests nor sandbox', () => {
  const paths = listArchive().map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'package.json',
      'server/src/main.ts',
      'contract/index.ts',
      'brands/index.ts',
      'html/index.ts',
      'locales/en-GB.json',
      'docs/api.md',
      'docs/callbacks.md',
      'web/build/index.html',
      'tools/publish-web.mjs',
      'deployment/haproxy.cfg',
      'deployment/keepsake-web@.service',
      'deployment/keepsake-worker@.service',
      'deployment/keepsake-sftp@.service',
      'node_modules/node/bin/node',
      'node_modules/.bin/node',
      'release.env',
    ]),
  )
  expect(
    paths.filter(path => /\.test\.tsx?$|^sandbox|^web\/index\.html$|^docs\/architecture/.test(path)),
  ).toEqual([])
})

test('RV-712 every user of the machine can read a release, and its files belong to root', () => {
  const entries = listArchive()
  expect(entries.length).toBeGreaterThan(20)
  expect(entries.filter(({ owner }) => owner !== '0/0')).toEqual([])
  const readable = /^(?:-r..r..r..|dr.xr.xr.x|l.*)$/
  expect(entries.filter(({ mode }) => !readable.test(mode))).toEqual([])
  expect(entries.find(({ path }) => path === 'node_modules/node/bin/node')!.mode).toBe('-rwxr-xr-x')
})

test('RV-712 the extracted release starts with its own Node, and names its build after the archive', () => {
  const extracted = join(folder, 'extracted')
  mkdirSync(extracted)
  execFileSync('tar', ['-xzf', archive, '-C', extracted])
  const read = (command: string, args: string[]) =>
    execFileSync(join(extracted, command), args, { cwd: extracted, encoding: 'utf8' })
  expect(read('node_modules/.bin/node', ['--version'])).toBe(`${process.version}\n`)
  expect(read('node_modules/.bin/node', ['server/src/main.ts'])).toBe('started\n')
  expect(execFileSync('cat', [join(extracted, 'release.env')], { encoding: 'utf8' })).toBe(
    'BUILD=keepsake-7\n',
  )
})

test('RV-890 a release has its SHA-256 beside it', () => {
  const check = spawnSync('sha256sum', ['--check', 'keepsake-7.tar.gz.sha256'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect([check.status, check.stdout]).toEqual([0, 'keepsake-7.tar.gz: OK\n'])
})

test('RV-890 a release lists its packages and its Node in CycloneDX, in the archive and beside it', () => {
  const beside = readFileSync(join(folder, 'keepsake-7.cdx.json'), 'utf8')
  expect(execFileSync('tar', ['-xzOf', archive, './sbom.cdx.json'], { encoding: 'utf8' })).toBe(beside)
  const { bomFormat, metadata, components, dependencies } = JSON.parse(beside)
  expect(bomFormat).toBe('CycloneDX')
  expect(metadata.component).toMatchObject({ type: 'application', name: 'keepsake', version: 'keepsake-7' })
  // Neither the package of development nor anything else.
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/node/package.json'), 'utf8'))
  expect(components).toEqual([expect.objectContaining({ name: 'node', version })])
  expect(dependencies[0].dependsOn).toEqual([`node@${version}`])
})

test('RV-890 the packages of the real lock file are listed with a hash each, without those of development', () => {
  const command = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only']
  const { components } = JSON.parse(
    execFileSync('npm', command, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }),
  )
  const names: string[] = components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg-boss']))
  expect(names).not.toContain('vitest')
  expect(components.filter(({ hashes }: { hashes?: object[] }) => !hashes?.length)).toEqual([])
})

describe('RV-962 a release is refused', () => {
  const refusal = () => {
    const { status, stderr } = release()
    expect(status).toBe(1)
    return stderr
  }

  test('without a record of the proof, or with a part that failed', () => {
    rmSync(join(checkout, 'docs/proof.md'))
    expect(refusal()).toContain('Not proven (npm run proof):\nembedded: no run is recorded\n')
    recordProof()
    recordProof({ part: 'crash', hasPassed: false })
    expect(refusal()).toMatch(/^Not proven \(npm run proof\):\ncrash: failed on [0-9a-f]{10}\n$/)
  })

  test('when the product has changed since, committed or not, but not for a change of documents', () => {
    recordProof()
    writeFileSync(join(checkout, 'docs/api.md'), '# Changed')
    commit('Change the documents')
    expect(release().status).toBe(0)
    writeFileSync(join(checkout, 'server/src/added.ts'), 'export {}')
    expect(refusal()).toContain('model: the product has changed since')
    commit('Add a file')
    expect(refusal()).toContain('model: the product has changed since')
  })
})
