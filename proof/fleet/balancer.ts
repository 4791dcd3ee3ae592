import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProgram } from '#server/testing/program.ts'
import { getCpuSeconds } from '../bench/harness/cpu.ts'
import { waitFor } from '../bench/harness/processes.ts'
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
  // A process in the foreground, as in Debian's unit.
  const args =
    program === 'haproxy' ? ['-W', '-db', '-f', file] : ['-p', folder, '-c', file, '-g', 'daemon off;']
  // Ctrl-C would end it before the processes that finish its requests.
  const running = startProgram([PROGRAMS[program], ...args], { isDetached: true })
  resources.use(running)
  void running.ended.then(code => {
    if (code) console.error(`${program} ended with ${code}:\n${running.getOutput()}`)
  })
  const origin = `https://localhost:${httpsPort}`
  await waitFor(`${program} starts`, 20, () => expectAnswer(origin))
  const { child } = running
  return { origin, httpPort, cpu: () => getCpuSeconds(child.pid!), reload: () => void child.kill('SIGUSR2') }
}

async function expectAnswer(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/config.json`)
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${origin} answers ${answer.status}`)
}
