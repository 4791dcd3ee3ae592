/**
 * Records stylesheets that fail to load. Vite requests the stylesheet of a module once: the next import would evaluate
 * the module without its styles.
 */
export function watchStyles(): void {
  // Adding the same listener again has no effect. Failures of links do not bubble, so it captures.
  addEventListener('error', recordFailure, true)
}

/** Requests the failed stylesheets again; rejects if one of them fails again. */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(reload))
}

const failed = new Set<HTMLLinkElement>()

function recordFailure({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target)
}

function reload(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const again = link.cloneNode() as HTMLLinkElement
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error(`Stylesheet not loaded: ${again.href}`)))
    failed.delete(link)
    link.replaceWith(again)
  })
}
