import { isLocalHost } from '#brands/index.ts'

/** Whether the host names this machine at that port: what has no sign-in answers nothing else. */
export function isLocalAddress(host: string, port: number | undefined): boolean {
  return isLocalHost(host) && Number(/:(\d+)$/.exec(host)?.[1] ?? 80) === port
}
