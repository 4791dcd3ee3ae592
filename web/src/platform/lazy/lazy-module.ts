import { preloadWhenIdle } from './idle-preload.ts'
import { loadModule } from './load-module.ts'

/** Creates a function that loads code, which is preloaded when the page is idle and `isWanted`. Rejects with a LoadFailure. */
export function lazyModule<M>(load: () => Promise<M>, isWanted?: () => boolean): () => Promise<M> {
  const module = () => loadModule(load)
  preloadWhenIdle(module, isWanted)
  return module
}
