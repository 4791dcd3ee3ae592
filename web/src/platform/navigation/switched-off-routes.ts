import type { HostMenu } from '#contract/brands.ts'
import { PATHS } from './paths.ts'

let switchedOffPaths: readonly string[] = []

/** Sets the routes that the host's menu switches off; without a menu all are on. */
export function setSwitchedOffRoutes(routes: HostMenu['routes']): void {
  switchedOffPaths = Object.keys(routes).map(name => PATHS[name as keyof typeof PATHS])
}

/** Whether the host offers the path. Paths below a switched-off one are off as well, whatever their case. */
export function isRouteEnabled(pathname: string): boolean {
  const path = `${pathname.toLowerCase()}/`
  return !switchedOffPaths.some(off => path.startsWith(`${off}/`))
}
