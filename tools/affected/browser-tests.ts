/**
 * The folders and files that a browser test looks at, besides those of its own name: a change of
 * 'web/src/gallery/preview/arrow.tsx' concerns preview.spec.ts and keyboard.spec.ts.
 */
const FURTHER: Record<string, readonly string[]> = {
  accessibility: ['ui', 'a11y'],
  activation: ['imports', 'legacy'],
  deleting: ['bin', 'erasure'],
  downloads: ['zip'],
  exports: ['zip'],
  frame: ['shell', 'screens', 'overview'],
  keyboard: ['grid', 'preview', 'selection'],
  'large-library': ['grid', 'layout', 'scrubber'],
  look: ['ui'],
  phone: ['mobile'],
  photos: ['grid', 'tile', 'photo-list', 'customers'],
  prints: ['temp-selections', 'orders', 'shop'],
  retention: ['overview'],
  session: ['identity'],
  uploads: ['blobs', 'push'],
}

/** Whether the browser test at `spec` looks at what the file at `path` does. */
export function concerns(spec: string, path: string): boolean {
  const name = /([^/]+)\.spec\.ts$/.exec(spec)![1]!
  const words = [name, ...(FURTHER[name] ?? [])]
  return path.split('/').some(part => words.includes(part.replace(/\..*$/, '')))
}
