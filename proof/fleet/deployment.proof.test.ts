import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { ENVIRONMENT_VARIABLES } from '#server/platform/config/config.ts'
import { parseContainerfile, type Stage } from '../../tools/containerfile.ts'
import { claimPort } from '../../tools/ports.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (name: string) => readFileSync(join(ROOT, 'deployment', name), 'utf8')
const stages = parseContainerfile(read('Containerfile'))
const findStage = (name: string | null): Stage => stages.find(stage => stage.name === name)!

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-image-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A folder with what a stage and those below it copy of the repository, without what .dockerignore leaves out. */
function copyStage(stage: Stage, into: string): void {
  const base = stages.find(({ name }) => name === stage.from)
  if (base) copyStage(base, into)
  for (const { sources, target } of stage.copies)
    for (const source of sources) {
      const isFolder = target.endsWith('/') || target === './'
      cpSync(join(ROOT, source), join(into, isFolder ? join(target, basename(source)) : target), {
        recursive: true,
        filter: path => !/\.test\.tsx?$/.test(path) && !path.startsWith(join(ROOT, 'web/dist')),
      })
    }
}

interface LockFile {
  packages: Record<string, { dev?: boolean; version?: string }>
}

/** node_modules as 'npm ci', with links; with `--omit=dev` the packages of development are missing. */
function linkPackages(into: string, omitsDevelopment: boolean): void {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile
  for (const [path, { dev }] of Object.entries(packages)) {
    const isTop = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)
    if (!isTop || (dev && omitsDevelopment) || !existsSync(join(ROOT, path))) continue
    mkdirSync(dirname(join(into, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(into, path))
  }
  if (!omitsDevelopment) symlinkSync(join(ROOT, 'node_modules/.bin'), join(into, 'node_modules/.bin'))
}

describe('RV-712 the container image', () => {
  test('has the pinned Node, and copies what exists', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const images = stages.map(({ from }) => from).filter(from => !stages.some(({ name }) => name === from))
    expect(new Set(images)).toEqual(new Set([`node:${devDependencies.node}-trixie-slim`]))
    for (const { sources } of stages.flatMap(({ copies }) => copies))
      for (const source of sources) expect([source, existsSync(join(ROOT, source))]).toEqual([source, true])
    for (const { stage } of stages.flatMap(({ stageCopies }) => stageCopies))
      expect(findStage(stage)).toBeDefined()
  })

  test('installs with commands that npm knows, and omits the packages of development', () => {
    expect(findStage('build').runs[0]).toBe('npm ci --no-audit --no-fund')
    expect(findStage('production').runs).toEqual(['npm ci --omit=dev --no-audit --no-fund'])
  })

  test('builds the web from the files that it copies', () => {
    const build = join(folder, 'build')
    mkdirSync(build)
    copyStage(findStage('build'), build)
    linkPackages(build, false)
    const [, command] = findStage('build').runs
    const words = command!.replaceAll('/keepsake/', `${build}/`).split(' ')
    execFileSync(process.execPath, [join(ROOT, words[0]!), ...words.slice(1)], {
      cwd: build,
      env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1' },
      stdio: 'pipe',
    })
    expect(readdirSync(join(build, 'web/dist/.build'))).toContain('index.html')
  })

  test('runs with the files and packages that it copies: pages, health check, publication', async () => {
    const image = join(folder, 'image')
    const last = stages.at(-1)!
    mkdirSync(image)
    copyStage(last, image)
    linkPackages(image, true)
    expect(existsSync(join(image, 'node_modules/vite'))).toBe(false)
    for (const { stage, source, target } of last.stageCopies.filter(({ stage }) => stage === 'build'))
      cpSync(source.replace('/keepsake', join(folder, stage)), join(image, target), { recursive: true })
    expect(globSync('**/*.test.ts', { cwd: join(image, 'server') })).toEqual([])
    // As in the image: written are temporary files only.
    const port = await claimPort()
    const env = {
      PATH: process.env.PATH,
      ...last.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(folder, 'data'),
      // The image needs PostgreSQL otherwise.
      EMBEDDED_DATABASE: 'true',
      WEB_DIR: join(folder, 'web'),
    }
    const [publish, ...words] = composeFile().services.publish!.entrypoint as string[]
    expect(publish).toBe('node')
    const published = words.map(word => (word === '/web' ? env.WEB_DIR : word))
    execFileSync(process.execPath, published, { cwd: image, env })
    // The role of the command needs PostgreSQL; all of them need none.
    const [node, ...command] = [...last.lists.ENTRYPOINT!, ...last.lists.CMD!]
    expect([node, command.slice(-3)]).toEqual(['node', ['serve', '--role', 'web']])
    const child = spawn(process.execPath, [...command.slice(0, -1), 'all'], {
      cwd: image,
      env,
      stdio: 'pipe',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    const ended = once(child, 'exit')
    const [healthNode, ...health] = last.lists.HEALTHCHECK!
    expect(healthNode).toBe('node')
    const isHealthy = () => {
      if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}: ${output}`)
      return spawnSync(process.execPath, health, { env }).status === 0
    }
    expect(isHealthy()).toBe(false)
    await expect.poll(isHealthy, { timeout: 600_000, interval: 500 }).toBe(true)
    const page = await fetch(`http://localhost:${port}/logout`, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="app"')])
    child.kill('SIGTERM')
    expect([await ended, output]).toEqual([[0, null], expect.not.stringContaining('"level":50')])
    rmSync(image, { recursive: true })
  })
})

interface Service {
  image?: string
  build?: { context: string; dockerfile: string }
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string>
  depends_on?: string[] | Record<string, { condition: string }>
  volumes?: string[]
  networks?: string[] | Record<string, { ipv4_address?: string }>
}

interface ComposeFile {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  networks: Record<string, unknown>
}

const composeFile = () => parse(read('compose.yaml'), { merge: true }) as ComposeFile

describe('RV-712 compose.yaml', () => {
  const { services, volumes, networks } = composeFile()

  test('names known services, volumes and networks, and files that exist', () => {
    for (const [name, service] of Object.entries(services)) {
      const needed = Array.isArray(service.depends_on)
        ? service.depends_on
        : Object.keys(service.depends_on ?? {})
      expect([name, needed.filter(each => !services[each])]).toEqual([name, []])
      const mounts = (service.volumes ?? []).map(each => each.split(':')[0]!)
      const unknown = mounts.filter(each =>
        each.startsWith('.')
          ? each !== './certificates' && !existsSync(join(ROOT, 'deployment', each))
          : !(each in volumes),
      )
      expect([name, unknown]).toEqual([name, []])
      const joined = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {})
      expect([name, joined.filter(each => !(each in networks))]).toEqual([name, []])
      if (service.build) {
        const { context, dockerfile } = service.build
        expect(existsSync(join(ROOT, 'deployment', context, dockerfile))).toBe(true)
      }
    }
  })

  test('sets only variables that the configuration has', () => {
    const known = new Set(ENVIRONMENT_VARIABLES)
    const processes = Object.values(services).filter(({ image }) => image?.startsWith('keepsake:'))
    expect(processes).toHaveLength(7)
    for (const { environment } of processes)
      expect(Object.keys(environment!).filter(name => !known.has(name))).toEqual([])
  })

  test('gives the web processes and the balancer the addresses of haproxy.cfg and TRUSTED_PROXIES', () => {
    const addressOf = (name: string) =>
      (services[name]!.networks as Record<string, { ipv4_address?: string }>).keepsake!.ipv4_address
    const balanced = [...read('haproxy.cfg').matchAll(/^ {4}server (\S+) (\S+):4000 tcp-ut 10s$/gm)].map(
      ([, name, address]) => [name, address],
    )
    expect(balanced).toEqual(['web1', 'web2', 'web3'].map(name => [name, addressOf(name)]))
    expect(services.web1!.environment!.TRUSTED_PROXIES).toBe(addressOf('balancer'))
  })
})

describe('RV-712 the files of machines without containers', () => {
  test('set only variables that the configuration has, or Node and the allocator', () => {
    const known = new Set([...ENVIRONMENT_VARIABLES, 'NODE_ENV', 'NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX'])
    const units = ['keepsake-web@.service', 'keepsake-worker@.service'].flatMap(name =>
      [...read(name).matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) => pairs!.split(' ')),
    )
    const lines = read('environment.example').split('\n')
    const variables = [...units, ...lines.filter(line => /^[A-Z]/.test(line))].map(
      line => line.split('=')[0]!,
    )
    expect(variables.length).toBeGreaterThan(15)
    expect(variables.filter(name => !known.has(name))).toEqual([])
  })

  test('start a role with the flags of npm run keepsake', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    for (const role of ['web', 'worker']) {
      const [, command] = /^ExecStart=\S+\/(node .*)$/m.exec(read(`keepsake-${role}@.service`))!
      // A service ends with systemd, not with npm.
      const keepsake = scripts.keepsake
        .replace('exec node --import ./tools/end-with-parent.mjs', 'node')
        .replace('main.ts', 'run-with-environment.ts %d/environment')
      expect(command).toBe(`${keepsake} serve --role ${role}`)
    }
  })

  test('wait for a web process until it is ready, and no longer than it lives', async () => {
    const [, command] = /^ExecStartPost=\/bin\/sh -c '(.*)'$/m.exec(read('keepsake-web@.service'))!
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? 200 : 404).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const waitFor = async (main: ChildProcess) => {
      const words = ['-c', command!.replace('%i', String(port))]
      const waiting = spawn('/bin/sh', words, { env: { PATH: process.env.PATH, MAINPID: String(main.pid) } })
      return (await once(waiting, 'exit'))[0]
    }
    const alive = spawn('sleep', ['60'])
    onTestFinished(() => void alive.kill())
    const ended = spawn('true')
    await once(ended, 'exit')
    expect(await waitFor(ended)).toBe(0)
    expect(await waitFor(alive)).toBe(0)
    server.close()
    server.closeAllConnections()
    expect(await waitFor(ended)).toBe(1)
    const pending = waitFor(alive)
    alive.kill()
    expect(await pending).toBe(1)
  })

  test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
    'are valid units (needs systemd)',
    () => {
      const names = readdirSync(join(ROOT, 'deployment')).filter(name => /\.(service|timer)$/.test(name))
      expect(names.length).toBeGreaterThan(4)
      for (const name of names)
        cpSync(join(ROOT, 'deployment', name), join(folder, name.replace('@', '@4000')))
      for (const name of names) {
        const unit = join(folder, name.replace('@', '@4000'))
        // Programs of another machine are not looked for.
        const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
        expect(
          stderr.split('\n').filter(line => line.includes(unit) && !line.includes('not executable')),
        ).toEqual([])
      }
    },
  )
})
