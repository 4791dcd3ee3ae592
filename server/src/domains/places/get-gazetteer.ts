import { memoizePerContext } from '../../context.ts'
import { type Gazetteer, loadGazetteer } from '../../platform/gazetteer/gazetteer.ts'

/** Loaded by the first photo of an account that turned places on. */
export const getGazetteer = memoizePerContext((): Promise<Gazetteer> => loadGazetteer())
