import { SERVICES } from '#contract/endpoint.ts'

/** Whether a path can be a page of the web: neither a service's nor a file. */
export function isPagePath(path: string): boolean {
  return (
    !SERVICE_PREFIXES.some(prefix => path === prefix || path.startsWith(`${prefix}/`)) && !/\.\w+$/.test(path)
  )
}

const SERVICE_PREFIXES = [
  '/api',
  '/conf',
  '/identity',
  ...Object.values(SERVICES).filter(prefix => prefix !== ''),
]
