/**
 * Downloads an address with the browser's download manager, which streams to disk and can resume. `name` is the file
 * name unless the response has a content-disposition.
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
