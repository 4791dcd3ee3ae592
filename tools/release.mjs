import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { parseContainerfile } from './containerfile.ts'
import { findUnprovenParts } from './proof-record.ts'

/*
 * Writes a release that machines run as it is (docs/operations.md): what the image has (deployment/Containerfile), the pinned
 * Node, and the files of deployment/. Packages and web are installed and built once, not on every machine. Refuses files that
 * `npm run proof` has not proven. Beside the archive it writes its SHA-256, for `sha256sum --check`, and the list of its packages
 * (CycloneDX), which the archive has as sbom.cdx.json.
 */
const ROOT = join(import.meta.dirname, '..')

const [file] = process.argv.slice(2)
// The name is a value of release.env, which takes plain characters only.
if (file === undefined || !/^[\w.-]+\.tar\.gz$/.test(basename(file)) || process.argv.length !== 3) {
  console.error('npm run release -- keepsake-1.tar.gz')
  process.exit(2)
}
const unprovenParts = findUnprovenParts(ROOT)
if (unprovenParts.length > 0) {
  console.error(`Not proven (npm run proof):\n${unprovenParts.join('\n')}`)
  process.exit(1)
}
const target = resolve(file)
const folder = mkdtempSync(join(tmpdir(), 'keepsake-release-'))
try {
  const stages = parseContainerfile(readFileSync(join(ROOT, 'deployment/Containerfile'), 'utf8'))
  const findStage = name => stages.find(stage => stage.name === name)
  copy(findStage('packages').copies)
  copy(findStage(null).copies)
  copy([{ sources: ['deployment'], target: 'deployment' }])
  for (const command of findStage('production').runs)
    execFileSync('sh', ['-c', command], { cwd: folder, stdio: 'inherit' })
  // A package of development: an image has the Node of its base.
  cpSync(join(ROOT, 'node_modules/node/bin'), join(folder, 'node_modules/node/bin'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  symlinkSync('../node/bin/node', join(folder, 'node_modules/.bin/node'))
  cpSync(buildWeb(), join(folder, 'web/build'), { recursive: true })
  // The name in logs and metrics; run-with-environment.ts reads it.
  const build = basename(target, '.tar.gz')
  writeFileSync(join(folder, 'release.env'), `BUILD=${build}\n`)
  const sbom = createSbom(build)
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom)
  execFileSync('tar', ['-czf', target, '--owner=0', '--group=0', '--mode=a+rX', '-C', folder, '.'])
  writeFileSync(join(dirname(target), `${build}.cdx.json`), sbom)
  const digest = createHash('sha256').update(readFileSync(target)).digest('hex')
  writeFileSync(`${target}.sha256`, `${digest}  ${basename(target)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(target)

/** Lists the packages of the release with their versions and hashes, and the Node that it has. */
function createSbom(build) {
  const command = 'sbom --sbom-format=cyclonedx --sbom-type=application --omit=dev --package-lock-only'
  const sbom = JSON.parse(
    execFileSync('npm', command.split(' '), { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  )
  const { component } = sbom.metadata
  // npm names it after the folder.
  Object.assign(component, { name: 'keepsake', version: build })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/node/package.json'), 'utf8'))
  const node = {
    'bom-ref': `node@${version}`,
    type: 'platform',
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
  }
  sbom.components.push(node)
  sbom.dependencies.find(({ ref }) => ref === component['bom-ref']).dependsOn.push(node['bom-ref'])
  return `${JSON.stringify(sbom, null, 2)}\n`
}

/** Copies files of the repository without tests, as Containerfile.dockerignore leaves them out. */
function copy(copies) {
  for (const { sources, target } of copies)
    for (const source of sources)
      cpSync(join(ROOT, source), join(folder, target, target.endsWith('/') ? basename(source) : ''), {
        recursive: true,
        filter: path => !/\.test\.tsx?$/.test(path),
      })
}
