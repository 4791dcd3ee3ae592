/**
 * Whether the server has another build than the one that is running: the address of the entry script contains a
 * hash of all code. False where builds are unknown (development server). Rejects if the server does not respond.
 */
export async function isOutdated(): Promise<boolean> {
  const runningEntry = getRunningBuild()
  if (runningEntry === undefined) return false
  const response = await fetch('/build.json', { cache: 'no-store' })
  if (response.status === 404) return false
  if (!response.ok) throw new Error(`Status Code: ${response.status} Received from /build.json`)
  const { entry } = (await response.json()) as { entry: string }
  return entry !== runningEntry
}

/** Returns the address of the entry script of the running page; undefined on the development server. */
export function getRunningBuild(): string | undefined {
  return document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute('src') ?? undefined
}
