/**
 * Hands an address to the browser's download manager, which keeps nothing in memory and can resume. `name` is what the
 * file is called unless the answer names it itself.
 */
export function saveFile(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.rel = 'noopener'
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
