import { execFileSync, spawnSync } from 'node:child_process'

/** Whether this system allows `losePackets`: needs root and Debian's package iptables. */
export const canLosePackets = (): boolean =>
  process.getuid?.() === 0 && spawnSync('iptables', ['-w', '-S', 'INPUT'], { stdio: 'ignore' }).status === 0

/** Drops all packets to and from these ports of this machine, as those of a lost machine are; disposing of it ends that. */
export function losePackets(ports: readonly number[]): Disposable {
  const rules = ports.flatMap(port =>
    ['--dport', '--sport'].map(side => ['INPUT', '-i', 'lo', '-p', 'tcp', side, String(port), '-j', 'DROP']),
  )
  const change = (action: '-I' | '-D') => {
    for (const rule of rules) execFileSync('iptables', ['-w', action, ...rule])
  }
  change('-I')
  return { [Symbol.dispose]: () => change('-D') }
}
