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
  await Promise.all([...failedLinks].map(reload))
}

const failedLinks = new Set<HTMLLinkElement>()

function recordFailure({ target }: Event) {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedLinks.add(target)
}

function reload(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const newLink = link.cloneNode() as HTMLLinkElement
    newLink.addEventListener('load', () => resolve())
    newLink.addEventListener('error', () => reject(new Error(`Stylesheet not loaded: ${newLink.href}`)))
    failedLinks.delete(link)
    link.replaceWith(newLink)
  })
}
