import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import ArrowUpNarrowWide from 'lucide-react/icons/arrow-up-narrow-wide'

/** The icon of a sort control shows the direction of its order. */
export const SORT_ICONS = { asc: ArrowUpNarrowWide, desc: ArrowDownWideNarrow } as const
