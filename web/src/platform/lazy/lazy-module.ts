import { preloadWhenIdle } from './idle-preload.ts'
import { loadModule } from './load-module.ts'

/** A function that loads code which is loaded when the page is idle at the latest. Rejects with a LoadFailure. */
export function lazyModule<M>(load: () => Promise<M>): () => Promise<M> {
  const module = () => loadModule(load)
  preloadWhenIdle(module)
  return module
}
