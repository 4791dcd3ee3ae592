/**
 * Loads a third-party script once into `parent`; `data` becomes its data attributes. Rejects, and removes the element,
 * when it cannot be loaded.
 */
export function loadScript(
  address: string,
  data: Record<string, string>,
  parent: ParentNode & Node,
): Promise<void> {
  const script = (parent.ownerDocument ?? document).createElement('script')
  Object.assign(script.dataset, data)
  script.src = address
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`Not loaded: ${new URL(address).origin}`))
    })
    parent.append(script)
  })
}
