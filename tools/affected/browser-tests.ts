/**
 * Folders and files that a browser test covers besides those of its own name: preview.spec.ts and keyboard.spec.ts cover
 * 'web/src/gallery/preview/arrow.tsx'.
 */
const COVERED_PATHS: Record<string, readonly string[]> = {
  accessibility: ['ui', 'a11y'],
  activation: ['imports', 'legacy'],
  deleting: ['bin', 'erasure'],
  deployments: ['lazy', 'unsaved-work', 'new-build', 'site', 'publish-build', 'build-web'],
  downloads: ['zip'],
  exports: ['zip'],
  frame: ['shell', 'screens', 'overview'],
  keyboard: ['grid', 'preview', 'selection'],
  'large-library': ['grid', 'layout', 'scrubber'],
  look: ['ui'],
  offline: ['lazy', 'error-screen'],
  phone: ['mobile'],
  photos: ['grid', 'tile', 'photo-list', 'customers'],
  orders: ['chip', 'step-bar'],
  prints: ['temp-selections', 'orders', 'shop'],
  retention: ['overview'],
  session: ['identity'],
  uploads: ['blobs', 'push'],
}

/** Whether the browser test at `spec` covers the file at `path`. */
export function coversPath(spec: string, path: string): boolean {
  const name = /([^/]+)\.spec\.ts$/.exec(spec)![1]!
  const words = [name, ...(COVERED_PATHS[name] ?? [])]
  return path.split('/').some(part => words.includes(part.replace(/\..*$/, '')))
}
