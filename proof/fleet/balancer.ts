import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCpuSeconds } from '../bench/harness/cpu.ts'
import { terminate, waitFor } from '../bench/harness/processes.ts'
import { type BalancerSettings, renderHaproxyFile, renderNginxFile } from './balancer-files.ts'

export type BalancerProgram = 'haproxy' | 'nginx'

/** A balancer with the file of deployment/ in front of web processes. */
export interface Balancer {
  origin: string
  /** Answers with redirects to `origin`. */
  httpPort: number
  cpu(): number
  /** Has HAProxy read its file and its certificates again, as `systemctl reload` does. */
  reload(): void
}

const PROGRAMS: Record<BalancerProgram, string> = {
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
}

export const isInstalled = (program: BalancerProgram): boolean => existsSync(PROGRAMS[program])

/** Starts it; resolves when it passes requests on. */
export async function startBalancer(
  program: BalancerProgram,
  settings: BalancerSettings,
  resources: AsyncDisposableStack,
): Promise<Balancer> {
  const { folder, httpPort, httpsPort } = settings
  const file = join(folder, `${program}.conf`)
  await writeFile(file, program === 'haproxy' ? renderHaproxyFile(settings) : renderNginxFile(settings))
  // Its workers run as another user.
  await chmod(folder, 0o755)
  const child = start(program, file, folder)
  resources.defer(() => terminate(child))
  const origin = `https://localhost:${httpsPort}`
  await waitFor(`${program} starts`, 20, () => expectAnswer(origin))
  return { origin, httpPort, cpu: () => getCpuSeconds(child.pid!), reload: () => void child.kill('SIGUSR2') }
}

function start(program: BalancerProgram, file: string, folder: string): ChildProcess {
  // A process in the foreground, as in Debian's unit.
  const args =
    program === 'haproxy' ? ['-W', '-db', '-f', file] : ['-p', folder, '-c', file, '-g', 'daemon off;']
  // Detached from the terminal: Ctrl-C would end it before the processes that finish its requests.
  const child = spawn(PROGRAMS[program], args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', chunk => {
      output = (output + chunk).slice(-10_000)
    })
  child.once('exit', code => {
    if (code) console.error(`${program} ended with ${code}:\n${output}`)
  })
  return child
}

async function expectAnswer(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/config.json`)
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${origin} answers ${answer.status}`)
}
