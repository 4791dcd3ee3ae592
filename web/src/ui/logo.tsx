import type { VendorTheme } from '#contract/brands.ts'
import { classes } from './classes.ts'
import styles from './logo.module.css'

/** A vendor's mark with its wordmark. */
export function Logo({ logo, favicon, name }: Pick<VendorTheme, 'logo' | 'favicon' | 'name'>) {
  return (
    <span className={classes('ui-inline-row ui-ink', styles.logo)} role="img" aria-label={name}>
      <span
        className={classes('ui-fixed ui-centered', styles.mark)}
        style={{ borderRadius: `${(favicon.radius / 32) * 100}%` }}
      >
        <svg viewBox="0 0 24 24" width={18} height={18} aria-hidden focusable={false}>
          <path
            d={logo.d}
            fill="none"
            stroke="currentColor"
            strokeWidth={logo.strokeWidth}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </span>
      {logo.wordmark}
    </span>
  )
}
